/** Tells how many rows were read, and how many there will be judging by the bytes that are left. */
export type RowProgress = { addRow: () => void; setBytes: (bytes: number) => void };

/** Reports more often than this tell nobody more. */
const EVERY_ROWS = 500;

export function createRowProgress(
  totalBytes: number,
  onProgress: ((done: number, total: number) => void) | undefined,
): RowProgress {
  let rows = 0;
  let bytes = 0;
  const report = () => {
    const share = Math.min(bytes / Math.max(totalBytes, 1), 1);
    onProgress?.(rows, share > 0 ? Math.max(rows, Math.round(rows / share)) : rows + 1);
  };
  return {
    addRow: () => {
      if (++rows % EVERY_ROWS === 0) report();
    },
    setBytes: (value) => {
      bytes = value;
    },
  };
}
