import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, max, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { documents } from '../../documents/document.table.ts';

const answersQuestions = and(
  isNull(documents.deletedAt),
  eq(documents.enabled, true),
  gt(documents.activeVersion, 0),
);

/** What changes whenever other documents of a knowledge base answer questions. */
export async function listContentStamps(tx: Tx, knowledgeBaseIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({
      id: documents.knowledgeBaseId,
      documents: count(),
      parsed: max(documents.progressAt),
    })
    .from(documents)
    .where(and(inArray(documents.knowledgeBaseId, knowledgeBaseIds), answersQuestions))
    .groupBy(documents.knowledgeBaseId);
  return new Map(rows.map((row) => [row.id, `${row.documents} ${row.parsed?.toISOString()}`]));
}

export type QuestionSource = {
  documentName: string;
  title: string | null;
  questions: string[];
  headingPath: string[];
  text: string;
};

/** Chunks after a cited one that count as next to it. */
const reach = 4;

/** The chunks that follow these in their documents, those themselves left out. */
export async function listNextChunkIds(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { documentId, version, ordinal } = chunks;
  const given = tx
    .select({ documentId, version, ordinal })
    .from(chunks)
    .where(inArray(chunks.id, ids))
    .as('given');
  const rows = await tx
    .selectDistinct({ id: chunks.id, documentId, ordinal })
    .from(chunks)
    .innerJoin(
      given,
      and(
        eq(given.documentId, documentId),
        eq(given.version, version),
        gt(ordinal, given.ordinal),
        lte(ordinal, sql`${given.ordinal} + ${reach}`),
      ),
    )
    .where(notInArray(chunks.id, ids))
    .orderBy(asc(documentId), asc(ordinal));
  return rows.map(({ id }) => id);
}

/** What these chunks give questions from, in the order of their ids; of documents that still answer questions. */
export async function listQuestionSourcesOf(tx: Tx, chunkIds: string[]): Promise<QuestionSource[]> {
  if (chunkIds.length === 0) return [];
  const rows = await tx
    .select({
      id: chunks.id,
      documentName: documents.name,
      title: documents.title,
      questions: chunks.questions,
      headingPath: chunks.headingPath,
      text: sql<string>`left(${chunks.text}, 600)`,
    })
    .from(chunks)
    .innerJoin(
      documents,
      and(eq(documents.id, chunks.documentId), eq(documents.activeVersion, chunks.version), answersQuestions),
    )
    .where(and(inArray(chunks.id, chunkIds), eq(chunks.enabled, true)));
  const places = new Map(chunkIds.map((id, place) => [id, place]));
  return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** Beginnings of the first chunks of the largest documents, those with a question or a heading. */
export function listQuestionSources(
  tx: Tx,
  knowledgeBaseId: string,
  { maxDocuments, maxChunks }: { maxDocuments: number; maxChunks: number },
): Promise<QuestionSource[]> {
  const largest = tx
    .select({
      id: documents.id,
      name: documents.name,
      title: documents.title,
      version: documents.activeVersion,
      size: documents.chunkCount,
    })
    .from(documents)
    .where(and(eq(documents.knowledgeBaseId, knowledgeBaseId), answersQuestions))
    .orderBy(desc(documents.chunkCount), desc(documents.createdAt))
    .limit(maxDocuments)
    .as('largest');
  return tx
    .select({
      documentName: largest.name,
      title: largest.title,
      questions: chunks.questions,
      headingPath: chunks.headingPath,
      text: sql<string>`left(${chunks.text}, 600)`,
    })
    .from(largest)
    .innerJoin(chunks, and(eq(chunks.documentId, largest.id), eq(chunks.version, largest.version)))
    .where(
      and(
        lt(chunks.ordinal, maxChunks),
        eq(chunks.enabled, true),
        inArray(chunks.kind, ['text', 'question_answer']),
        sql`cardinality(${chunks.questions}) + cardinality(${chunks.headingPath}) > 0`,
      ),
    )
    .orderBy(desc(largest.size), asc(largest.id), asc(chunks.ordinal));
}
