import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteObjects, lockObjects, releaseFiles } from '../file-storage/object.service.ts';
import { findIndexTable } from '../knowledge-bases/index-table.service.ts';
import { chunks } from './chunks/chunk.table.ts';
import { onChunksChanged } from './chunks/chunks-changed.service.ts';
import { deleteChunksWithPictures, lockPicturesUnder } from './chunks/picture.service.ts';
import { documents } from './document.table.ts';
import {
  type ClearedDocument,
  deleteDocumentRows,
  listDeletedDocuments,
  listUsedFiles,
  listUsedRenderedForms,
  lockDeletedDocuments,
} from './document-batch.queries.ts';
import { listFilesOfVersions } from './versions/document-version.queries.ts';

/** What one transaction removes: others wait for its locks meanwhile. */
const most = { documents: 100, chunks: 5_000 };

/**
 * Removes soft-deleted documents of a company: index, then bytes that nothing else needs, then the rows. Many in each
 * statement: a small document costs hardly more than its statements. Safe to repeat.
 */
export async function clearDocuments(
  platform: Platform,
  { companyId, documentIds }: { companyId: string; documentIds: string[] },
  signal?: AbortSignal,
): Promise<void> {
  for (let from = 0; from < documentIds.length; from += most.documents) {
    const ids = documentIds.slice(from, from + most.documents);
    const deleted = await platform.database.withCompany(companyId, (tx) => listDeletedDocuments(tx, ids));
    for (const [knowledgeBaseId, ofBase] of Map.groupBy(deleted, (row) => row.knowledgeBaseId)) {
      signal?.throwIfAborted();
      await clearIndex(platform, { companyId, knowledgeBaseId }, ofBase);
    }
    for (const batch of splitByChunks(deleted)) {
      signal?.throwIfAborted();
      await platform.database.withCompany(companyId, (tx) => clearRows(platform, tx, { companyId }, batch));
    }
  }
}

function splitByChunks(rows: ClearedDocument[]): ClearedDocument[][] {
  const batches: ClearedDocument[][] = [];
  let left = 0;
  for (const row of rows) {
    if (row.chunkCount > left || batches.length === 0) {
      batches.push([]);
      left = most.chunks;
    }
    batches.at(-1)?.push(row);
    left -= row.chunkCount;
  }
  return batches;
}

async function clearIndex(
  platform: Platform,
  place: { companyId: string; knowledgeBaseId: string },
  rows: ClearedDocument[],
): Promise<void> {
  const { index } = platform;
  const table = await findIndexTable(platform, place);
  if (!(await index.findState(table))) return;
  await index.deleteDocuments(
    table,
    rows.map(({ id }) => id),
  );
}

async function clearRows(
  platform: Platform,
  tx: SystemTx,
  owner: { companyId: string },
  rows: ClearedDocument[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const rendered = rows.flatMap(({ renderedKey }) => renderedKey ?? []);
  await lockObjects(tx, [...rows.map(({ objectKey }) => objectKey), ...rendered]);
  await lockDeletedDocuments(tx, ids);
  // Two documents that read alike share one readable form.
  const shownElsewhere = await listUsedRenderedForms(tx, rendered, ids);
  await deleteObjects(
    platform,
    rendered.filter((key) => !shownElsewhere.has(key)),
  );
  // Documents of the same settings have the same consequences.
  const kinds = Map.groupBy(rows, ({ knowledgeBaseId, chunkMethod, enrichmentOptions }) =>
    JSON.stringify([knowledgeBaseId, chunkMethod, enrichmentOptions]),
  );
  for (const [sample] of kinds.values()) if (sample) await onChunksChanged.run(platform, tx, sample);
  await deleteChunksWithPictures(platform, tx, authorizeSystem(tx, owner), inArray(chunks.documentId, ids));
  const earlier = await listFilesOfVersions(tx, ids);
  await lockObjects(
    tx,
    earlier.map(({ objectKey }) => objectKey),
  );
  // Their versions go with them.
  await deleteDocumentRows(tx, ids);
  const files = new Map(rows.map(({ fileId, objectKey }) => [fileId, { id: fileId, objectKey }]));
  for (const file of earlier) files.set(file.id, file);
  for (const used of await listUsedFiles(tx, [...files.keys()], ids)) files.delete(used);
  await releaseFiles(platform, tx, [...files.values()]);
}

/** Removes soft-deleted documents whose job is gone. */
export async function clearDeletedDocuments(platform: Platform, { before }: { before: Date }) {
  const rows = await platform.database.acrossCompanies('deleted documents of every company', (tx) =>
    tx
      .select({ companyId: documents.companyId, documentId: documents.id })
      .from(documents)
      .where(and(isNotNull(documents.deletedAt), lt(documents.deletedAt, before))),
  );
  for (const [companyId, ofCompany] of Map.groupBy(rows, (row) => row.companyId))
    await clearDocuments(platform, { companyId, documentIds: ofCompany.map((row) => row.documentId) });
  return { tombstones: rows.length };
}

/** Whether a document's readable form or a chunk's picture is this object. */
export async function isObjectOfDocument(tx: Tx, key: string): Promise<boolean> {
  await lockPicturesUnder(tx, key.split('/')[0] ?? '');
  const { rows } = await tx.execute(
    sql`select 1 from ${documents} where rendered_key = ${key}
        union all select 1 from ${chunks} where image_key = ${key} limit 1`,
  );
  return rows.length > 0;
}
