import type { DocumentPlace } from '@lectern/contract';
import { readText } from '../define-screen.ts';
import { readCount } from '../knowledge/knowledge-search.ts';

export function readDocumentSearch(input: Record<string, unknown>): DocumentPlace {
  return {
    page: readCount(input.page),
    start: readCount(input.start, 0),
    end: readCount(input.end),
    quote: readText(input.quote),
    boxes: readText(input.boxes),
    version: readCount(input.version),
  };
}
