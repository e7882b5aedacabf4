import { chunkMethods } from '@lectern/chunking';
import { UnreadableFileError } from '@lectern/parsing';

/** Whether a chunk method cuts files of this format. */
export function methodTakes(method: string, format: string): boolean {
  const accepts = acceptsOf(method);
  return accepts.length === 0 || accepts.includes(format);
}

export function acceptsOf(method: string): readonly string[] {
  return chunkMethods.find(({ id }) => id === method)?.accepts ?? [];
}

/** For a file that was read, since its content may be of another kind than its name says. Throws UnreadableFileError. */
export function checkMethodTakesRead(method: string, format: string): void {
  if (!methodTakes(method, format))
    throw new UnreadableFileError('method_refuses_format', `${method} ${format}`);
}
