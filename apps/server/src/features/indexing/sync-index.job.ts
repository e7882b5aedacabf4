import { eq } from 'drizzle-orm';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { documents } from '../documents/document.table.ts';
import { syncDocumentIndex } from './index-repair.service.ts';

type SyncIndex = { companyId: string; knowledgeBaseId: string; documentId: string };

/**
 * Follows every edit of chunks by hand, some time after it: a process that was killed between the
 * edit's commit and the index leaves the old words searchable until this has run.
 */
export function syncIndexJob(platform: Platform): Job<SyncIndex> {
  return {
    concurrency: () => 1,
    run: async (data) => {
      const [document] = await platform.database.withCompany(data.companyId, (tx) =>
        tx.select({ status: documents.status }).from(documents).where(eq(documents.id, data.documentId)),
      );
      // A parse that runs replaces what is indexed anyway.
      if (document && document.status !== 'parsing') await syncDocumentIndex(platform, data);
    },
  };
}
