import type { RetrievalHit } from '@lectern/contract';
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';

const { id, name, title, metadata, knowledgeBaseId } = documents;
const shownOfDocument = { id, name, title, metadata, knowledgeBaseId };
/** Not the vector, which is longer than all the rest. */
const shownOfChunk = {
  id: chunks.id,
  text: chunks.text,
  kind: chunks.kind,
  imageKey: chunks.imageKey,
  headingPath: chunks.headingPath,
  page: chunks.page,
  boxes: chunks.boxes,
  charStart: chunks.charStart,
  charEnd: chunks.charEnd,
};

/** Texts and places from the truth: what the index still holds but the rows no longer say is left out. */
export async function readHits(
  tx: Tx,
  found: {
    chunkId: string;
    score: number;
    keywordScore: number;
    vectorScore: number;
    rerankScore: number | undefined;
  }[],
  reached: Map<string, string[]>,
  within?: SQL,
): Promise<RetrievalHit[]> {
  if (found.length === 0) return [];
  const rows = await tx
    .select({ chunk: shownOfChunk, document: shownOfDocument })
    .from(chunks)
    .innerJoin(
      documents,
      and(
        eq(documents.id, chunks.documentId),
        eq(documents.activeVersion, chunks.version),
        isNull(documents.deletedAt),
        eq(documents.enabled, true),
      ),
    )
    .where(
      and(
        inArray(
          chunks.id,
          found.map((hit) => hit.chunkId),
        ),
        eq(chunks.enabled, true),
        // A document may have changed since the search began.
        within,
      ),
    );
  const byId = new Map(rows.map((row) => [row.chunk.id, row]));
  return found.flatMap((hit): RetrievalHit[] => {
    const row = byId.get(hit.chunkId);
    if (!row) return [];
    const { chunk, document } = row;
    return [
      {
        chunkId: chunk.id,
        documentId: document.id,
        documentName: document.name,
        documentTitle: document.title,
        knowledgeBaseId: document.knowledgeBaseId,
        metadata: document.metadata,
        text: chunk.text,
        kind: chunk.kind,
        hasImage: chunk.imageKey !== null,
        headingPath: chunk.headingPath,
        page: chunk.page,
        boxes: chunk.boxes,
        charRange:
          chunk.charStart === null || chunk.charEnd === null
            ? null
            : { start: chunk.charStart, end: chunk.charEnd },
        score: hit.score,
        keywordScore: hit.keywordScore,
        vectorScore: hit.vectorScore,
        rerankScore: hit.rerankScore ?? null,
        graph: reached.has(chunk.id) ? { entities: reached.get(chunk.id) ?? [] } : null,
        // Marked by whoever shows the hits to people.
        matches: [],
      },
    ];
  });
}

/** Passages that somebody named, in that order, of those that these knowledge bases have and would find. */
export async function readPassages(tx: Tx, chunkIds: string[], baseIds: string[]): Promise<RetrievalHit[]> {
  const scores = { score: 1, keywordScore: 0, vectorScore: 0, rerankScore: undefined };
  const hits = await readHits(
    tx,
    chunkIds.map((chunkId) => ({ chunkId, ...scores })),
    new Map(),
  );
  return hits.filter(({ knowledgeBaseId }) => baseIds.includes(knowledgeBaseId));
}
