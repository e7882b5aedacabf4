import { and, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { documents } from '../documents/document.table.ts';
import { isFileOfVersion } from '../documents/versions/document-version.queries.ts';
import { documentVersions } from '../documents/versions/document-version.table.ts';
import { files } from '../file-storage/file.table.ts';
import { lockObject, releaseFiles } from '../file-storage/object.service.ts';

export type ClearFile = { companyId: string; fileId: string };

/** Clears a deleted file that no document was made of; else the last of these takes it along. Safe to repeat. */
export function clearFileJob(platform: Platform): Job<ClearFile> {
  return {
    concurrency: () => 1,
    run: ({ companyId, fileId }) =>
      platform.database.withCompany(companyId, async (tx) => {
        const [row] = await tx
          .select()
          .from(files)
          .where(and(eq(files.id, fileId), isNotNull(files.deletedAt)));
        if (!row) return;
        await lockObject(tx, row.objectKey);
        const used = await tx
          .select({ id: documents.id })
          .from(documents)
          .where(eq(documents.fileId, fileId))
          .limit(1);
        if (used.length === 0 && !(await isFileOfVersion(tx, fileId)))
          await releaseFiles(platform, tx, [row]);
      }),
  };
}

/** Soft-deleted files without documents that should have been removed by now. */
export function listLeftoverFiles(tx: Tx, before: Date) {
  return tx
    .select({ companyId: files.companyId, fileId: files.id })
    .from(files)
    .where(
      and(
        lt(files.deletedAt, before),
        notExists(tx.select({ one: sql`1` }).from(documents).where(eq(documents.fileId, files.id))),
        notExists(
          tx.select({ one: sql`1` }).from(documentVersions).where(eq(documentVersions.fileId, files.id)),
        ),
      ),
    );
}
