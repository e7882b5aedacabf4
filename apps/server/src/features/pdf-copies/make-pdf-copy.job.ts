import { createReadStream } from 'node:fs';
import { ObjectNotFoundError } from '@lectern/adapters';
import { UnreadableFileError } from '@lectern/parsing';
import { type Job, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { findPdfCopyToMake, finishPdfCopy, isPdfCopyUsed } from './pdf-copy.queries.ts';
import { isOfficeFormat, type MakePdfCopy, pdfCopyPrefix } from './pdf-copy.service.ts';
import type { PdfCopyRow } from './pdf-copy.table.ts';

/** Lays one Office file out as pages. */
export function makePdfCopyJobOf(platform: Platform): Job<MakePdfCopy> {
  const { database } = platform;
  const fail = ({ companyId, copyId }: MakePdfCopy, reason: string) =>
    database.withCompany(companyId, async (tx) => {
      await finishPdfCopy(tx, copyId, { state: 'failed', reason });
    });
  return {
    // The program takes as much memory as a parser process.
    concurrency: () => 1,
    run: async (data, signal) => {
      const copy = await database.withCompany(data.companyId, (tx) => findPdfCopyToMake(tx, data.copyId));
      if (!copy) return;
      try {
        await makePdfCopy(platform, copy, data.objectKey, signal);
      } catch (error) {
        // The file was deleted, and its copies with it.
        if (error instanceof ObjectNotFoundError) return;
        if (!(error instanceof UnreadableFileError)) throw error;
        await fail(data, error.reason);
      }
    },
    onFailed: (data) => fail(data, 'broken'),
  };
}

async function makePdfCopy(
  { objects, database, layOutPages }: Platform,
  { id, companyId, format }: PdfCopyRow,
  originalKey: string,
  signal: AbortSignal,
): Promise<void> {
  if (!isOfficeFormat(format)) throw new UnreadableFileError('mislabelled');
  const stored = await objects.withLocalFile(originalKey, (path) =>
    layOutPages({ path, format, signal }, (pdfPath) =>
      objects.put(pdfCopyPrefix(companyId), createReadStream(pdfPath), { signal }),
    ),
  );
  await database.withCompany(companyId, async (tx) => {
    await lockObject(tx, stored.key);
    // Another copy that came out the same may just have been deleted.
    if (!(await objects.head(stored.key))) throw new RetryLater(1);
    const result = { state: 'ready', objectKey: stored.key, sizeBytes: stored.size } as const;
    if (await finishPdfCopy(tx, id, result)) return;
    if (!(await isPdfCopyUsed(tx, stored.key))) await objects.delete(stored.key);
  });
}
