import { type Document, type DocumentStatus, documentStatusNames } from '@lectern/contract';

export function statusOf(document: Document): DocumentStatus {
  return documentStatusNames[document.status] ?? 'unstarted';
}

/** While one document moves, the list is asked every second; an idle list hardly at all. */
export function pollInterval(documents: readonly Document[] | undefined): number {
  return documents?.some((document) => statusOf(document) === 'parsing') ? 1_000 : 30_000;
}
