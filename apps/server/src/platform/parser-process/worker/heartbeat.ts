type OnProgress = (done: number, total: number) => void;

/** Passes progress on and can repeat the last of it: a process that says nothing is taken for stuck. */
export type SignsOfLife = { onProgress: OnProgress; stillWorking: () => void };

export function createHeartbeat(onProgress: OnProgress): SignsOfLife {
  let last: Parameters<OnProgress> = [1, 1];
  return {
    onProgress: (...progress) => {
      last = progress;
      onProgress(...progress);
    },
    stillWorking: () => onProgress(...last),
  };
}
