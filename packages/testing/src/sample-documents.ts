import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../documents');

/** Documents written for this project, for what must be tested in every checkout. */
export const sampleDocuments = [
  'by-law.docx',
  'garden-rules-fr.md',
  'garden-rules-zh.txt',
  'gardens.pptx',
  'letter.eml',
  'notice.html',
  'plots.xlsx',
  'report.pdf',
  'scan.pdf',
] as const;

export type SampleDocument = (typeof sampleDocuments)[number];

/** One of them, as a file for the parser or an upload. */
export function readSampleDocument(file: SampleDocument): { name: string; bytes: Buffer<ArrayBuffer> } {
  return { name: file, bytes: readFileSync(join(folder, file)) };
}

/** A picture with text on it, which only recognition reads. */
export function readSamplePicture(): { name: string; bytes: Buffer<ArrayBuffer> } {
  return { name: 'notice.png', bytes: readFileSync(join(folder, 'notice.png')) };
}
