import type { RetrievalHit } from '@lectern/contract';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/together.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';

/** What is known of a document besides the chunks that were found: said once, however many of them there are. */
export type DocumentContext = {
  documentId: string;
  title: string;
  firstPageText: string | null;
  /** Its own table of contents, as far as it was kept. */
  contents: string[];
};

/** Of the documents that the hits are of, in the order of their first hits; those that have neither are left out. */
export async function readDocumentContexts(tx: Tx, hits: RetrievalHit[]): Promise<DocumentContext[]> {
  const ids = [...new Set(hits.map((hit) => hit.documentId))];
  if (ids.length === 0) return [];
  const readFirstPages = tx
    .select({ id: documents.id, firstPageText: documents.firstPageText })
    .from(documents)
    .where(and(inArray(documents.id, ids), isNotNull(documents.firstPageText)));
  const readMaps = tx
    .select({ id: chunks.documentId, text: chunks.text })
    .from(chunks)
    .innerJoin(
      documents,
      and(eq(documents.id, chunks.documentId), eq(documents.activeVersion, chunks.version)),
    )
    .where(
      and(
        inArray(chunks.knowledgeBaseId, [...new Set(hits.map((hit) => hit.knowledgeBaseId))]),
        inArray(chunks.documentId, ids),
        eq(chunks.kind, 'contents'),
        eq(chunks.enabled, true),
      ),
    )
    .orderBy(asc(chunks.ordinal));
  const [firstPages, maps] = await together([readFirstPages, readMaps]);
  return ids.flatMap((documentId) => {
    const hit = hits.find((candidate) => candidate.documentId === documentId);
    const firstPageText = firstPages.find(({ id }) => id === documentId)?.firstPageText ?? null;
    const contents = maps.filter(({ id }) => id === documentId).map(({ text }) => text);
    if (!hit || (firstPageText === null && contents.length === 0)) return [];
    return [{ documentId, title: hit.documentTitle ?? hit.documentName, firstPageText, contents }];
  });
}
