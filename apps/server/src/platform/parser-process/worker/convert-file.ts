import { openConverter } from '@lectern/adapters';
import type { Convert } from '@lectern/parsing';

/** More often than a process may be silent, and as many as a conversion may take seconds. */
const signOfLifeMs = 5_000;
const longestSeconds = 120;

/** The converter of this process, for one file: it says that it works, as a conversion may take longer than silence may last. */
export function openFileConverter(
  folder: string | undefined,
  onProgress: (done: number, total: number) => void,
): Convert {
  const convert = openConverter(folder === undefined ? {} : { folder });
  return async (bytes, conversion) => {
    onProgress(0, longestSeconds);
    const timer = setInterval(() => onProgress(0, longestSeconds), signOfLifeMs);
    try {
      return await convert(bytes, conversion);
    } finally {
      clearInterval(timer);
    }
  };
}
