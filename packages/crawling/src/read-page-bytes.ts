import type { ReadPageResult, ReadPageTask } from './crawl-ports.ts';
import { decodePage, encodePage } from './decode-page.ts';
import { readPage } from './read-page.ts';

/** Reads a page from its bytes, and writes it again where it is not in UTF-8: a header is not kept with a file. */
export function readPageBytes({ bytes, charset, url }: ReadPageTask): ReadPageResult {
  const { text, utf8 } = decodePage(bytes, charset);
  return { facts: readPage(text, url), ...(utf8 ? {} : { bytes: encodePage(text) }) };
}
