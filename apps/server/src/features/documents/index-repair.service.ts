import { analyzeChunk } from '@lectern/retrieval';
import { and, asc, eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../chunks/chunk.table.ts';
import { documents } from './document.table.ts';
import { toIndex, unpackVector } from './document-index.service.ts';

/** Makes the index say of one document what the database says, from the vectors kept there. */
export async function syncDocumentIndex(
  platform: Platform,
  companyId: string,
  documentId: string,
): Promise<void> {
  const truth = await platform.database.withCompany(companyId, async (tx) => {
    const [document] = await tx.select().from(documents).where(eq(documents.id, documentId));
    if (!document) return undefined;
    const rows =
      document.deletedAt || document.activeVersion === 0
        ? []
        : await tx
            .select()
            .from(chunks)
            .where(and(eq(chunks.documentId, documentId), eq(chunks.version, document.activeVersion)))
            .orderBy(asc(chunks.ordinal));
    return { document, rows };
  });
  if (!truth) return;
  const { document, rows } = truth;
  const indexed = rows.flatMap((row) =>
    row.vector
      ? [
          {
            id: row.id,
            documentId,
            ...analyzeChunk(toIndex(document, row)),
            vector: unpackVector(row.vector),
          },
        ]
      : [],
  );
  const baseId = document.knowledgeBaseId;
  const [first] = indexed;
  if (first) {
    await platform.index.create(baseId, { dimensions: first.vector.length });
    await platform.index.upsertDocument(baseId, documentId, indexed);
  } else if (await platform.index.findState(baseId)) await platform.index.deleteDocument(baseId, documentId);
}
