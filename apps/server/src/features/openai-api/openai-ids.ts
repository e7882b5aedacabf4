import { AppError } from '@lectern/contract';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const prefixes = ['assistant-', 'flow-', 'model-', 'file-', 'vs_', 'resp_', 'msg_', 'chatcmpl-'] as const;
type Prefix = (typeof prefixes)[number];

/** An id as this API writes it: the prefix tells what it is of. */
export function writeId(prefix: Prefix, id: string): string {
  return `${prefix}${id}`;
}

/** The id behind this one, with its prefix or without; undefined where it is of something else. */
export function readId(prefix: Prefix, text: string): string | undefined {
  return new RegExp(`^(?:${prefix})?(${uuid})$`).exec(text.toLowerCase())?.[1];
}

export function fileIdOf(text: string): string {
  const id = readId('file-', text);
  if (id === undefined) throw new AppError('file.not_found');
  return id;
}
