import type { GuidePassage } from '@lectern/answering';
import { and, asc, eq, gt, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { type StudyGuideRow, studyGuides } from './study-guide.table.ts';

export type GuideScope = { knowledgeBaseId: string; documentId: string | null };

/** Of a longer text the guide covers the beginning of each document. */
const mostPassages = 2_000;

export async function findGuide(tx: Tx, scope: GuideScope): Promise<StudyGuideRow | undefined> {
  const ofDocument =
    scope.documentId === null ? isNull(studyGuides.documentId) : eq(studyGuides.documentId, scope.documentId);
  const [row] = await tx
    .select()
    .from(studyGuides)
    .where(and(eq(studyGuides.knowledgeBaseId, scope.knowledgeBaseId), ofDocument));
  return row;
}

export async function saveGuide(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  values: Omit<StudyGuideRow, 'companyId' | 'knowledgeBaseId'>,
): Promise<void> {
  const { contentStamp, modelName, guide, writtenAt } = values;
  await tx
    .insert(studyGuides)
    .values({ ...values, companyId: base.companyId, knowledgeBaseId: base.id })
    .onConflictDoUpdate({
      target: [studyGuides.knowledgeBaseId, studyGuides.documentId],
      set: { contentStamp, modelName, guide, writtenAt },
    });
}

/** In reading order, document by document; of each document of a base as many as fit. */
export async function listGuidePassages(tx: Tx, scope: GuideScope): Promise<GuidePassage[]> {
  const answers = and(
    eq(documents.knowledgeBaseId, scope.knowledgeBaseId),
    scope.documentId === null ? undefined : eq(documents.id, scope.documentId),
    isNull(documents.deletedAt),
    eq(documents.enabled, true),
    gt(documents.activeVersion, 0),
  );
  const count = await tx.$count(documents, answers);
  const numbered = tx.$with('numbered').as(
    tx
      .select({
        // Names of their own: both tables have an id.
        chunkId: sql<string>`${chunks.id}`.as('chunk_id'),
        documentName: documents.name,
        documentId: sql<string>`${documents.id}`.as('document_id'),
        text: chunks.text,
        headingPath: chunks.headingPath,
        questions: chunks.questions,
        place: sql<number>`row_number() over (partition by ${documents.id} order by ${chunks.ordinal})`.as(
          'place',
        ),
      })
      .from(chunks)
      .innerJoin(documents, eq(documents.id, chunks.documentId))
      .where(
        and(
          answers,
          eq(chunks.version, documents.activeVersion),
          eq(chunks.enabled, true),
          notInArray(chunks.kind, ['contents', 'summary', 'row']),
        ),
      ),
  );
  const rows = await tx
    .with(numbered)
    .select()
    .from(numbered)
    .where(lte(numbered.place, Math.max(1, Math.floor(mostPassages / Math.max(1, count)))))
    .orderBy(asc(numbered.documentName), asc(numbered.documentId), asc(numbered.place))
    .limit(mostPassages);
  return rows.map(({ chunkId, documentId, documentName, text, headingPath, questions }) => ({
    chunkId,
    documentId,
    text,
    questions,
    headingPath: scope.documentId === null ? [documentName, ...headingPath] : headingPath,
  }));
}

/** Where chunks lie, and in which documents. Those that are gone are left out. */
export async function locateChunks(tx: Tx, chunkIds: string[]) {
  if (chunkIds.length === 0) return [];
  return tx
    .select({
      chunkId: chunks.id,
      documentId: documents.id,
      documentName: documents.name,
      page: chunks.page,
      boxes: chunks.boxes,
      charStart: chunks.charStart,
      charEnd: chunks.charEnd,
    })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.id, chunks.documentId), isNull(documents.deletedAt)))
    .where(inArray(chunks.id, chunkIds));
}
