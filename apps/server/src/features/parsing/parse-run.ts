import {
  type EnrichmentOptions,
  enrichmentOptions,
  type ProgressMessage,
  type ReadingOptions,
  readingOptions,
} from '@lectern/contract';
import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { JobObsoleteError } from '../../platform/runs/watch-work.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { type DocumentWithFile, findDocument, updateParse } from '../documents/document.queries.ts';
import { withPath } from '../indexing/document-index.service.ts';
import { holdGeneration } from '../knowledge-bases/index-table.service.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { appendMessage, type ParseFollower, type ParseId } from './parse-progress.ts';

/** What every step of a parse works on. */
export type ParseRun = {
  platform: Platform;
  parse: ParseId;
  /** The document as it was when the attempt started; steps reload what other steps added. */
  found: DocumentWithFile;
  base: KnowledgeBaseRow;
  /** With their defaults: rows may be older than an option. */
  reading: ReadingOptions;
  enrichment: EnrichmentOptions;
  follower: ParseFollower;
};

export function readOptions(found: DocumentWithFile) {
  return {
    reading: readingOptions.parse(found.document.readingOptions),
    enrichment: enrichmentOptions.parse(found.document.enrichmentOptions),
  };
}

export function ofParse({ documentId, version }: ParseId): SQL {
  return and(eq(chunks.documentId, documentId), eq(chunks.version, version)) as SQL;
}

/** Chunks that are searched: the document's own contents are only its map. */
export function searchable(parse: ParseId): SQL {
  return and(ofParse(parse), ne(chunks.kind, 'contents')) as SQL;
}

/** The document with what earlier steps added, and its knowledge base, which may have changed meanwhile. */
export async function reload(tx: Tx, { parse, found, base: { generation } }: ParseRun) {
  const fresh = await findDocument(tx, parse.documentId);
  const base = await findActiveKnowledgeBase(tx, found.document.knowledgeBaseId);
  if (!fresh || !base) throw new JobObsoleteError();
  if (base.generation !== generation) throw new RetryLater(1);
  return { document: await withPath(tx, fresh.document), base };
}

/**
 * Ensures that vectors written or published in this transaction are of the current generation. If the knowledge base
 * was re-embedded since the attempt started, the parse is retried: the earlier vectors are gone by then.
 */
export async function checkGeneration(tx: Tx, { base }: Pick<ParseRun, 'base'>): Promise<void> {
  if ((await holdGeneration(tx, base.id)) !== base.generation) throw new RetryLater(1);
}

/** Another process may run the same parse after a crash: wait for it instead of failing. */
export function asRetryOnConflict(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'chunks_document_version_ordinal' ? new RetryLater(2) : error;
}

/** What reading pages needs to know of a parse, or of a look before it. */
export type Recognising = Pick<ParseRun, 'platform' | 'parse' | 'found' | 'base' | 'reading'> & {
  follower: Pick<ParseRun['follower'], 'signal'>;
};

/** Adds a message to the document. */
export async function say(
  { platform, parse }: Pick<ParseRun, 'platform' | 'parse'>,
  message: ProgressMessage,
): Promise<void> {
  await platform.database.withCompany(parse.companyId, (tx) =>
    updateParse(tx, parse, { messages: appendMessage(message) }),
  );
}
