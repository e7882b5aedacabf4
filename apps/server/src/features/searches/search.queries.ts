import type { FoundDocument, RetrievalHit } from '@lectern/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { QuestionSource } from '../conversations/suggestions/suggested-question.queries.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';

/** What files say of their own date, the most telling first. */
const dateKeys = ['date', 'modDate', 'modified', 'creationDate', 'created'];
/** Dates before are those of a clock that was never set. */
const earliest = Date.UTC(1970, 0, 2);

function findDate(metadata: Record<string, string>, createdAt: Date): string {
  for (const key of dateKeys) {
    const at = Date.parse(metadata[key] ?? '');
    if (at > earliest && at <= Date.now() + 86_400_000) return new Date(at).toISOString();
  }
  return createdAt.toISOString();
}

/** The documents of these hits, in the order of their first ones. */
export async function listFoundDocuments(tx: Tx, hits: readonly RetrievalHit[]): Promise<FoundDocument[]> {
  const byDocument = Map.groupBy(hits, ({ documentId }) => documentId);
  if (byDocument.size === 0) return [];
  const { id, name, title, format, knowledgeBaseId, metadata, createdAt } = documents;
  const rows = await tx
    .select({ id, name, title, format, knowledgeBaseId, metadata, createdAt })
    .from(documents)
    .where(inArray(id, [...byDocument.keys()]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byDocument].flatMap(([documentId, found]) => {
    const row = byId.get(documentId);
    if (!row) return [];
    const { metadata: said, createdAt: added, ...document } = row;
    return [{ ...document, date: findDate(said, added), hitCount: found.length }];
  });
}

/** What the chunks found give questions from, in their own order. */
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
    .innerJoin(documents, eq(documents.id, chunks.documentId))
    .where(inArray(chunks.id, chunkIds));
  const places = new Map(chunkIds.map((chunkId, place) => [chunkId, place]));
  return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}
