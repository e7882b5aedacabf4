/** The one settings object of the retrieval test, chat, search and API. */
export type RetrievalSettings = {
  /** Hits below this score (0–1) are dropped. */
  similarityThreshold: number;
  /** Share of the keyword score (0–1); the vector score has the rest. */
  keywordWeight: number;
  /** Most candidates taken from each side before scoring; fewer are taken where more cannot change the answer. */
  topK: number;
  /** Hits returned. */
  topN: number;
  /** Share of title, path and headings in a keyword score (0–1). */
  folderWeight: number;
};

export const defaultRetrievalSettings: RetrievalSettings = {
  similarityThreshold: 0.1,
  keywordWeight: 0.7,
  topK: 1_024,
  topN: 8,
  folderWeight: 0.1,
};
