import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParsedDocument, readDocument } from '@lectern/parsing';
import { buildDocument } from '../build-document.ts';

export const lawFiles = [
  'animaux-fr.txt',
  'nuisances-fr.txt',
  'noise-en.txt',
  'zoning-numbers-en.txt',
  'dogs-zh.txt',
];

/** Reads one of the laws beside this file as the product does. */
export function readLaw(name: string): Promise<ParsedDocument> {
  return readDocument({ name, bytes: readFileSync(join(import.meta.dirname, name)) });
}

/** The same law as a word processor gives it when nobody used a style: every line a plain paragraph. */
export function readUnstyledLaw(name: string): ParsedDocument {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n');
  return buildDocument(
    lines.filter((line) => line.trim() !== '').map((text) => ({ type: 'paragraph', text })),
    'docx',
  );
}
