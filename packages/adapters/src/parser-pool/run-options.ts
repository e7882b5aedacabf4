export type RunOptions = {
  /** Kills the worker that is at it; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Pages, slides, sheets or rows read so far. */
  onProgress?: (done: number, total: number) => void;
  /** What a page adds to the limit on this task: recognising one takes longer than reading it. */
  pageMs?: number;
};
