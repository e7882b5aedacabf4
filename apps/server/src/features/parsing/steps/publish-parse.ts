import { and, count, eq, ne, type SQL } from 'drizzle-orm';
import { authorizeSystem } from '../../../platform/authorized.ts';
import { JobObsoleteError } from '../../../platform/runs/watch-work.ts';
import { deleteParseResults } from '../../documents/chunks/chunk.queries.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { onChunksChanged } from '../../documents/chunks/chunks-changed.service.ts';
import { deleteChunksWithPictures } from '../../documents/chunks/picture.service.ts';
import { lockDocument, updateParse } from '../../documents/document.queries.ts';
import type { DocumentRow } from '../../documents/document.table.ts';
import { readIndexed, writeIndexed } from '../../indexing/document-index.service.ts';
import { indexTable } from '../../knowledge-bases/index-table.service.ts';
import { onParseEnded } from '../parse-ended.ts';
import { appendMessage, type ParseId, progressMessage } from '../parse-progress.ts';
import { checkGeneration, ofParse, type ParseRun, reload, searchable } from '../parse-run.ts';

/** Until the new chunks count, the index has both: a document that is parsed again is found all the while. */
export async function publish(run: ParseRun): Promise<void> {
  const { platform, parse, follower } = run;
  await follower.enter('indexing', progressMessage('parse.indexing'));
  const stop = platform.metrics.parseSeconds.startTimer({ stage: 'indexing' });
  const { document, total } = await platform.database.withCompany(parse.companyId, async (tx) => {
    const [row] = await tx.select({ total: count() }).from(chunks).where(searchable(parse));
    return { ...(await reload(tx, run)), total: row?.total ?? 0 };
  });
  const { id: documentId } = document;
  const table = indexTable(run.base);
  const batches = readIndexed(platform, document, ofParse(parse));
  await writeIndexed(platform, { table, documentId }, batches, {
    onBatch: (done) => {
      // Thrown into the index's own write, which then ends here and leaves the rest to whoever clears up.
      follower.signal.throwIfAborted();
      follower.report('indexing', done, total);
    },
    publish: () => makeCurrent(run),
  });
  stop();
}

/** The one commit that makes the new chunks count and the old ones vanish. */
async function makeCurrent(run: ParseRun): Promise<void> {
  const { platform, parse } = run;
  await platform.database.withCompany(parse.companyId, async (tx) => {
    const row = await lockDocument(tx, parse.documentId);
    if (!row || !isCurrent(row, parse)) throw new JobObsoleteError();
    await checkGeneration(tx, run);
    const [counted] = await tx.select({ chunks: count() }).from(chunks).where(ofParse(parse));
    const chunkCount = counted?.chunks ?? 0;
    const durationMs = row.processBeginAt ? Date.now() - row.processBeginAt.getTime() : null;
    await updateParse(tx, parse, {
      status: 'success',
      stage: 'done',
      percent: 100,
      activeVersion: parse.version,
      activeFileVersion: row.fileVersion,
      chunkCount,
      processDurationMs: durationMs,
      messages: appendMessage(progressMessage('parse.done', { chunks: chunkCount, ms: durationMs ?? 0 })),
    } as unknown as Parameters<typeof updateParse>[2]);
    await onChunksChanged.run(platform, tx, row);
    const older = and(eq(chunks.documentId, parse.documentId), ne(chunks.version, parse.version)) as SQL;
    await deleteChunksWithPictures(platform, tx, authorizeSystem(tx, parse), older);
    await deleteParseResults(tx, parse.documentId, { otherThan: parse.version });
    const { companyId, documentId } = parse;
    await onParseEnded.run(tx, { companyId, documentIds: [documentId], outcome: 'parsed' });
  });
}

export function isCurrent(row: DocumentRow, parse: ParseId): boolean {
  return row.deletedAt === null && row.parseVersion === parse.version && row.status === 'parsing';
}
