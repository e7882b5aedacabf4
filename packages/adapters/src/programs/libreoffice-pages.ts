import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** From this version on the PDF export takes options. */
const OPTIONS_SINCE = [7, 4] as const;
const SLIDES: readonly string[] = ['ppt', 'pptx', 'odp'];

/** What the program is asked for, to lay a file out as pages. */
export function pageFilter(from: string, version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const takesOptions = major > OPTIONS_SINCE[0] || (major === OPTIONS_SINCE[0] && minor >= OPTIONS_SINCE[1]);
  // Without its hidden slides a presentation's pages would have other numbers than its slides.
  return takesOptions && SLIDES.includes(from)
    ? 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}'
    : 'pdf';
}

/**
 * Copies a flat OpenDocument file with every sheet as wide as a page: printed as it is, a wide one is cut into pages that
 * would have to be laid side by side.
 */
export async function fitSheetsToWidth(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(from, 'utf8'),
    async function* (parts: AsyncIterable<string>) {
      let rest = '';
      for await (const part of parts) {
        const text = rest + part;
        // No tag is cut in two.
        const end = text.lastIndexOf('<');
        rest = end === -1 ? '' : text.slice(end);
        yield fitTags(end === -1 ? text : text.slice(0, end));
      }
      yield fitTags(rest);
    },
    createWriteStream(to),
  );
}

function fitTags(text: string): string {
  return text.replace(/<style:page-layout-properties\b[^>]*/g, (tag) =>
    tag
      .replace(/ style:scale-to(?:-[a-zA-Z]+)?="[^"]*"/g, '')
      .replace('<style:page-layout-properties', '$& style:scale-to-X="1" style:scale-to-Y="0"'),
  );
}
