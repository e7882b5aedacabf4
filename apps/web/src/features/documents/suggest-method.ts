import type { Document } from '@lectern/contract';

/** Methods made for one kind of file, and the formats that it comes in. */
const special = {
  table: ['xlsx', 'xls', 'xlsb', 'ods', 'csv'],
  presentation: ['pptx', 'ppt', 'odp'],
} as const satisfies Record<string, readonly string[]>;
export type SuggestedMethod = keyof typeof special;

/** Fewer may be an exception. */
const leastDocuments = 2;

/**
 * The method that most documents of a base are made for while another cuts them; undefined where the base was set up
 * for something special, or holds a mixture.
 */
export function suggestMethod(
  baseMethod: string,
  documents: readonly Pick<Document, 'format' | 'chunkMethod'>[],
): SuggestedMethod | undefined {
  if (baseMethod !== 'naive' || documents.length < leastDocuments) return undefined;
  for (const [method, formats] of Object.entries(special)) {
    const such = documents.filter(({ format }) => (formats as readonly string[]).includes(format));
    const waiting = such.filter(({ chunkMethod }) => chunkMethod !== method);
    if (such.length > documents.length / 2 && waiting.length > 0) return method as SuggestedMethod;
  }
  return undefined;
}
