import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { knowledgeBaseContents } from './contents.service.ts';
import { dropIndexTables } from './index-table.service.ts';
import { deleteKnowledgeBaseRow, findDeletedKnowledgeBase } from './knowledge-base.queries.ts';

type ClearKnowledgeBase = { companyId: string; knowledgeBaseId: string };

/** Removes what a deleted knowledge base leaves: the index at once, its documents, the row last. */
export function clearKnowledgeBaseJob(platform: Platform): Job<ClearKnowledgeBase> {
  const { database } = platform;
  return {
    concurrency: () => 1,
    run: async ({ companyId, knowledgeBaseId }, signal) => {
      const deleted = await database.withCompany(companyId, (tx) =>
        findDeletedKnowledgeBase(tx, knowledgeBaseId),
      );
      if (!deleted) return;
      await dropIndexTables(platform, [knowledgeBaseId]);
      await knowledgeBaseContents.get().clear(platform, { companyId, knowledgeBaseId }, signal);
      // A parse that was about to publish may have created the table again.
      await dropIndexTables(platform, [knowledgeBaseId]);
      await database.withCompany(companyId, (tx) => deleteKnowledgeBaseRow(tx, knowledgeBaseId));
    },
  };
}
