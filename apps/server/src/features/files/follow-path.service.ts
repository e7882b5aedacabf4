import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { documents } from '../documents/document.table.ts';
import { files } from '../file-storage/file.table.ts';
import { isActiveKnowledgeBase, knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

/**
 * Makes the documents of moved files searchable by the words of their new folders. Their vectors keep the
 * small share of the old words until they are embedded again.
 */
export async function followPath(
  { jobs }: Platform,
  tx: Tx,
  companyId: string,
  moved: { fileIds: string[]; folderIds: string[] },
): Promise<void> {
  if (moved.fileIds.length + moved.folderIds.length === 0) return;
  const rows = await tx
    .select({ documentId: documents.id, knowledgeBaseId: documents.knowledgeBaseId })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .innerJoin(
      knowledgeBases,
      and(
        eq(knowledgeBases.id, documents.knowledgeBaseId),
        isActiveKnowledgeBase(),
        gt(knowledgeBases.folderWeight, 0),
      ),
    )
    .where(
      and(
        isNull(documents.deletedAt),
        gt(documents.chunkCount, 0),
        or(inArray(files.id, moved.fileIds), inArray(files.folderId, moved.folderIds)),
      ),
    );
  for (const row of rows) await jobs.enqueue(tx, 'document.sync-index', { companyId, ...row });
}
