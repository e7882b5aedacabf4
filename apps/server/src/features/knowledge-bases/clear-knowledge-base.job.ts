import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearDocument } from '../documents/clear-document.service.ts';
import { documents } from '../documents/document.table.ts';
import { dropIndexTables } from './index-table.service.ts';
import { knowledgeBases } from './knowledge-base.table.ts';

type ClearKnowledgeBase = { companyId: string; knowledgeBaseId: string };

/** Removes what a deleted base leaves: the index at once, its documents one by one, the row last. */
export function clearKnowledgeBaseJob(platform: Platform): Job<ClearKnowledgeBase> {
  const { database } = platform;
  return {
    concurrency: () => 1,
    run: async ({ companyId, knowledgeBaseId }, signal) => {
      const buried = await database.withCompany(companyId, (tx) =>
        tx
          .select({ id: knowledgeBases.id })
          .from(knowledgeBases)
          .where(and(eq(knowledgeBases.id, knowledgeBaseId), isNotNull(knowledgeBases.deletedAt))),
      );
      if (buried.length === 0) return;
      await dropIndexTables(platform, [knowledgeBaseId]);
      const rows = await database.withCompany(companyId, async (tx) => {
        // An upload that was under way when the base went may have come in behind it.
        await tx
          .update(documents)
          .set({ deletedAt: new Date() })
          .where(and(eq(documents.knowledgeBaseId, knowledgeBaseId), isNull(documents.deletedAt)));
        return tx
          .select({ id: documents.id })
          .from(documents)
          .where(eq(documents.knowledgeBaseId, knowledgeBaseId));
      });
      for (const { id } of rows) {
        signal.throwIfAborted();
        await clearDocument(platform, { companyId, documentId: id });
      }
      // A parse that was about to publish may have made the table again.
      await dropIndexTables(platform, [knowledgeBaseId]);
      await database.withCompany(companyId, (tx) =>
        tx.delete(knowledgeBases).where(eq(knowledgeBases.id, knowledgeBaseId)),
      );
    },
  };
}
