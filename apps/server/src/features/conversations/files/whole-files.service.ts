import { conversationFileLimits, type RetrievalHit } from '@lectern/contract';
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Platform } from '../../../platform/platform.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { documents } from '../../documents/document.table.ts';
import { readHits } from '../../retrieval/read-hits.ts';
import type { AnswerTask } from '../answers/answer-task.ts';

/**
 * The hits, with every passage of small files that came with the question: “summarize this” leads to no passage in
 * particular. They stand first and in their order, as a reader would have them.
 */
export async function addWholeFiles(
  { database }: Platform,
  { actor, bases, question }: AnswerTask,
  hits: RetrievalHit[],
): Promise<RetrievalHit[]> {
  const own = bases.find(({ conversationId }) => conversationId === question.conversationId);
  const documentIds = question.files.map(({ documentId }) => documentId);
  if (!own || documentIds.length === 0) return hits;
  const whole = await database.withActor(actor, async (tx) => {
    const ofFile = and(
      inArray(chunks.documentId, documentIds),
      eq(chunks.knowledgeBaseId, own.id),
      ne(chunks.kind, 'contents'),
    );
    const rows = await tx
      .select({
        id: chunks.id,
        documentId: chunks.documentId,
        ofDocument: sql<number>`sum(length(${chunks.text})) over (partition by ${chunks.documentId})::int`,
      })
      .from(chunks)
      .innerJoin(
        documents,
        and(
          eq(documents.id, chunks.documentId),
          eq(documents.activeVersion, chunks.version),
          isNull(documents.deletedAt),
        ),
      )
      .where(ofFile)
      .orderBy(asc(documents.createdAt), asc(chunks.ordinal));
    const small = rows.filter(({ ofDocument }) => ofDocument <= conversationFileLimits.whole);
    const score = { score: 1, keywordScore: 0, vectorScore: 0, rerankScore: undefined };
    return readHits(
      tx,
      small.map(({ id }) => ({ chunkId: id, ...score })),
      new Map(),
    );
  });
  const known = new Map(hits.map((hit) => [hit.chunkId, hit]));
  const added = new Set(whole.map(({ chunkId }) => chunkId));
  return [
    ...whole.map((hit) => known.get(hit.chunkId) ?? hit),
    ...hits.filter(({ chunkId }) => !added.has(chunkId)),
  ];
}
