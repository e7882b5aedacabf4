import { chunkMethods } from '@lectern/chunking';
import { type EnrichmentOptions, enrichmentOptions } from '@lectern/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { documents } from '../../documents/document.table.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';

/** Chunks of one graph at most; of a larger base the rest is left out, and the graph says so. */
export const mostGraphChunks = 50_000;

const drawingMethods = chunkMethods.filter(({ drawsGraph }) => drawsGraph).map(({ id }) => id);

export function graphOptions(base: Pick<KnowledgeBaseRow, 'enrichmentOptions'>): EnrichmentOptions['graph'] {
  return enrichmentOptions.parse(base.enrichmentOptions).graph;
}

/** Whether settings ask for a graph by themselves: of a base for all of its documents, of a document for that one. */
export function drawsGraph({
  chunkMethod,
  enrichmentOptions: options,
}: Pick<KnowledgeBaseRow, 'chunkMethod' | 'enrichmentOptions'>): boolean {
  return options.graph?.enabled === true || drawingMethods.includes(chunkMethod);
}

const builtInEngine = 'built-in 1';

/** Identifies the model and options that read the passages: with another fingerprint they are read again. */
export function fingerprintOf(modelId: string | undefined, entityTypes: readonly string[]): string {
  return `${modelId ?? builtInEngine}\n${entityTypes.join('\n')}\n`;
}

/** Undefined: the built-in method. */
export function modelIdOf(fingerprint: string): string | undefined {
  const engine = fingerprint.slice(0, fingerprint.indexOf('\n'));
  return engine === builtInEngine ? undefined : engine;
}

type Scope = { all: boolean; fingerprint: string };

function fromChunks(base: KnowledgeBaseRow, { all }: Scope): SQL {
  const chosen =
    all || drawsGraph(base)
      ? sql`true`
      : sql`(${documents.enrichmentOptions}->'graph'->>'enabled' = 'true' or ${documents.chunkMethod} = any(${sql.param(drawingMethods)}))`;
  return sql`
    from ${chunks} join ${documents}
      on ${documents.id} = ${chunks.documentId} and ${documents.activeVersion} = ${chunks.version}
    where ${documents.knowledgeBaseId} = ${base.id} and ${documents.deletedAt} is null
      and ${chunks.kind} not in ('contents', 'summary') and ${chosen}`;
}

/**
 * The chunks that a base's graph is drawn from, each with the key of what is read from it. Rows: chunk_id, key, tokens,
 * place. The place is by the order of documents, and decides between equals where communities are numbered. A document's
 * own contents and written summaries name nothing that other chunks do not.
 */
export function chunksOfGraph(base: KnowledgeBaseRow, scope: Scope): SQL {
  const text = sql`${scope.fingerprint}::text || array_to_string(${chunks.headingPath}, E'\n') || E'\n' || ${chunks.text}`;
  return sql`
    select ${chunks.id} as chunk_id, ${chunks.tokens} as tokens,
           encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as key,
           row_number() over (order by ${documents.createdAt}, ${documents.id}, ${chunks.ordinal}) as place
    ${fromChunks(base, scope)}
    order by place
    limit ${mostGraphChunks}`;
}

/** Chunks beyond the most that one graph is drawn from. */
export async function countLeftOut(tx: Tx, base: KnowledgeBaseRow, scope: Scope): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count ${fromChunks(base, scope)}`,
  );
  return Math.max(0, (rows[0]?.count ?? 0) - mostGraphChunks);
}
