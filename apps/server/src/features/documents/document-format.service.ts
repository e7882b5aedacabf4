import { chunkMethods } from '@lectern/chunking';
import { formats } from '@lectern/parsing';

/** The content says what a file is, once it is read; until then its extension has the word. */
export function formatOfExtension(extension: string): string {
  return formats.find(({ extensions }) => extensions.includes(extension))?.id ?? extension;
}

/** Whether a chunk method cuts files of this format. */
export function methodTakes(method: string, format: string): boolean {
  const accepts = chunkMethods.find(({ id }) => id === method)?.accepts ?? [];
  return accepts.length === 0 || accepts.includes(format);
}
