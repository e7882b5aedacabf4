import {
  defaultRetrievalSettings,
  type KnowledgeBase,
  type RetrievalHit,
  type RetrievalSettings,
  retrievalSettings,
} from '@lectern/contract';
import { readLocalStorageValue } from '@mantine/hooks';

/** One or two settings that are tried, and the documents they are tried on. */
export type TestSetup = {
  a: RetrievalSettings;
  /** Next to `a` while two are compared. */
  b: RetrievalSettings | null;
  /** Empty: all documents. */
  documentIds: string[];
};

export function setupKey(knowledgeBaseId: string): string {
  return `retrieval-test:${knowledgeBaseId}`;
}

/** What was stored by this or an older version of the page; what no longer fits is dropped. */
export function readSetup(knowledgeBase: KnowledgeBase): TestSetup {
  const stored: unknown = readLocalStorageValue({ key: setupKey(knowledgeBase.id) });
  const usual = defaultRetrievalSettings(knowledgeBase);
  if (typeof stored !== 'object' || stored === null) return { a: usual, b: null, documentIds: [] };
  const { a, b, documentIds } = stored as Record<string, unknown>;
  const first = retrievalSettings.safeParse(a);
  const second = retrievalSettings.safeParse(b);
  return {
    a: first.success ? first.data : usual,
    b: second.success ? second.data : null,
    documentIds: Array.isArray(documentIds) ? documentIds.filter((id) => typeof id === 'string') : [],
  };
}

/** How a hit moved against the other list: up is positive; `new` when the other list lacks it. */
export type RankChange = number | 'new';

export function compareRanks(
  hits: readonly RetrievalHit[],
  others: readonly RetrievalHit[],
): Map<string, RankChange> {
  const ranks = new Map(others.map(({ chunkId }, rank) => [chunkId, rank]));
  return new Map(
    hits.map(({ chunkId }, rank) => {
      const before = ranks.get(chunkId);
      return [chunkId, before === undefined ? 'new' : before - rank];
    }),
  );
}
