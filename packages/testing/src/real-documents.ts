import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'vitest';

/**
 * A folder of documents from public test collections, each with what a correct parse must contain
 * (`expectations.json`). It is not part of the repository: LECTERN_REAL_DOCUMENTS names it, or it lies in
 * `shared/documents` next to the checkout. Without it the tests that need it are skipped.
 */
export const realDocuments =
  process.env.LECTERN_REAL_DOCUMENTS || resolve(import.meta.dirname, '../../../../shared/documents');

export const hasRealDocuments = existsSync(join(realDocuments, 'expectations.json'));

/** `test` and `describe` for what needs the real documents. */
export const testOnRealDocuments = test.skipIf(!hasRealDocuments);
export const describeOnRealDocuments = describe.skipIf(!hasRealDocuments);

/** One of the documents, as a file for the parser or an upload. */
export function readRealDocument(file: string, name = file): { name: string; bytes: Buffer<ArrayBuffer> } {
  return { name, bytes: readFileSync(join(realDocuments, file)) };
}

/** What a correct parse of one document must contain, compared after folding. */
export type DocumentExpectation = {
  file: string;
  must_contain: string[];
  must_have_headings: string[];
  must_appear_in_order?: string[];
  table_cells: string[];
  /** Null: not tested. */
  pages: number | null;
  heading_levels?: Record<string, number>;
  min_tables?: number;
  attachments?: string[];
  running_header_footer?: string[];
};

/** Empty where the documents are missing. */
export function readExpectations(): DocumentExpectation[] {
  if (!hasRealDocuments) return [];
  return JSON.parse(readFileSync(join(realDocuments, 'expectations.json'), 'utf8')).documents;
}
