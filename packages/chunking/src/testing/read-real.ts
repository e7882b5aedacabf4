import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParsedDocument, readDocument } from '@lectern/parsing';

const folder = resolve(import.meta.dirname, '../../../../../shared/documents');

/** Reads one of the real documents that stand beside the repository. */
export async function readReal(name: string): Promise<ParsedDocument> {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`The real documents are missing: expected ${path}`);
  return readDocument({ name, bytes: readFileSync(path) });
}

/** Reads a text as a file of that name. */
export function readWritten(name: string, text: string): Promise<ParsedDocument> {
  return readDocument({ name, bytes: Buffer.from(text) });
}
