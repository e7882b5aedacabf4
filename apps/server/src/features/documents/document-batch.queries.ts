import type { ProgressMessage } from '@lectern/contract';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { files } from '../file-storage/file.table.ts';
import type { DocumentWithFile } from './document.queries.ts';
import { type DocumentRow, documents } from './document.table.ts';

// Many parses in one statement: a small document costs hardly more than its statements.

export type NumberedParse = { documentId: string; version: number };

export function listDocumentsWithFiles(tx: Tx, ids: string[]): Promise<DocumentWithFile[]> {
  return tx
    .select({ document: documents, file: files })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(and(isNull(documents.deletedAt), inArray(documents.id, ids)));
}

/** Changes the documents whose current parse is among these. Returns their ids. */
export async function updateParses(
  tx: SystemTx,
  parses: NumberedParse[],
  changes: Partial<DocumentRow>,
): Promise<string[]> {
  const rows = await tx
    .update(documents)
    .set(changes)
    .where(areCurrent(parses))
    .returning({ id: documents.id });
  return rows.map(({ id }) => id);
}

function areCurrent(parses: NumberedParse[]): SQL | undefined {
  const pairs = parses.map(({ documentId, version }) => sql`(${documentId}::uuid, ${version}::int)`);
  return and(
    isNull(documents.deletedAt),
    eq(documents.status, 'parsing'),
    sql`(${documents.id}, ${documents.parseVersion}) in (${sql.join(pairs, sql`, `)})`,
  );
}

/** How many of these are still the current parse of their document. */
export function countWantedParses(tx: Tx, parses: NumberedParse[]): Promise<number> {
  return tx.$count(documents, areCurrent(parses));
}

/** Always in one order, so that two callers never wait for each other. */
export async function lockParses(tx: Tx, parses: NumberedParse[]): Promise<DocumentRow[]> {
  return tx.select().from(documents).where(areCurrent(parses)).orderBy(asc(documents.id)).for('update');
}

/** What differs from document to document; `messages` are added to those that are there. */
export type ParseChanges = NumberedParse & { messages: ProgressMessage[] } & Partial<
    Pick<
      DocumentRow,
      | 'format'
      | 'title'
      | 'pageCount'
      | 'metadata'
      | 'firstPageText'
      | 'textSha256'
      | 'renderedKey'
      | 'chunkCount'
      | 'processDurationMs'
    >
  >;

const columns = {
  format: 'text',
  title: 'text',
  pageCount: 'int',
  metadata: 'jsonb',
  firstPageText: 'text',
  textSha256: 'text',
  renderedKey: 'text',
  chunkCount: 'int',
  processDurationMs: 'int',
} as const;

/**
 * Changes each document in its own way, those of `keys`, and all in the way of `common`. Returns the ids of those whose
 * parse is still the current one.
 */
export async function updateEachParse(
  tx: SystemTx,
  rows: ParseChanges[],
  keys: (keyof typeof columns)[],
  common: Partial<DocumentRow>,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const given = sql.join(
    keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key])}`),
    sql`, `,
  );
  const each = Object.fromEntries(keys.map((key) => [key, sql`given.${sql.identifier(key)}`]));
  const changed = await tx
    .update(documents)
    .set({
      ...common,
      ...each,
      messages: sql`${documents.messages} || given.messages`,
    } as unknown as Partial<DocumentRow>)
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("documentId" uuid, messages jsonb, ${given})`,
    )
    .where(and(sql`${documents.id} = given."documentId"`, areCurrent(rows)))
    .returning({ id: documents.id });
  return changed.map(({ id }) => id);
}
