import { createDocumentBuilder } from '../document-builder.ts';
import {
  type ImageContent,
  type ParsedDocument,
  type ParseOptions,
  type RecognisedPage,
  UnreadableFileError,
} from '../parsed-document.ts';
import { addBlocks } from '../pdf/blocks.ts';
import type { PageDraft } from '../pdf/page/page-draft.ts';
import { layOutPage } from '../pdf/page/page-layout.ts';
import { findReadingProblem, readPageMarkdown } from '../pdf/recognised/recognised-page.ts';
import { buildRecognisedWords } from '../pdf/recognised/recognised-words.ts';
import { selectPages } from '../pdf/select-pages.ts';
import { openPictureFile, type PictureFile, type PictureInfo, reading } from './picture-file.ts';

/** Encodings that a browser shows; others are kept as JPEG. */
const SHOWN = new Set(['jpeg', 'png', 'webp', 'gif']);
const MAX_ORIGINAL_BYTES = 4 * 1024 * 1024;
/** Pictures kept of one file, in bytes; the pages beyond can be drawn when someone asks. */
const MAX_TOTAL_BYTES = 24 * 1024 * 1024;
const LONGEST_SIDE = 1600;
/** Dots an inch of a picture whose file says nothing: layout thinks in points. */
const USUAL_DPI = 150;

/**
 * Reads a picture file: each page is one image block, and below it the text that was recognised on it.
 * Throws UnreadableFileError: 'broken', 'unsupported', 'too_large_unpacked', 'too_many_pages'.
 */
export async function readPicture(bytes: Uint8Array, options: ParseOptions = {}): Promise<ParsedDocument> {
  const file = await openPictureFile(bytes);
  const builder = createDocumentBuilder({ format: 'image' });
  const readings = new Map(options.recognised?.map((found) => [found.page, found]));
  const numbers = selectPages(file.pageCount, options.pages);
  const drafts: PageDraft[] = [];
  let budget = MAX_TOTAL_BYTES;
  for (const number of numbers) {
    const found = readings.get(number);
    const problem = findReadingProblem(found);
    try {
      const info = await file.readPage(number);
      const image = await readImage(file, number, info, { bytes, budget });
      budget -= image.bytes?.length ?? 0;
      drafts.push(draftPage(number, info, image, found));
      if (problem !== undefined) builder.addWarning({ code: problem, page: number });
    } catch (error) {
      if (!(error instanceof UnreadableFileError) || numbers.length === 1) throw error;
      builder.addWarning({ code: 'page_unreadable', page: number });
    }
    options.onProgress?.(drafts.length, numbers.length);
  }
  if (drafts.length === 0 && numbers.length > 0) throw new UnreadableFileError('broken', 'no readable page');
  addBlocks(builder, drafts, [], { metadata: {} });
  return builder.build();
}

/** The picture as it is shown: the original where browsers show it, else a JPEG of moderate size. */
async function readImage(
  file: PictureFile,
  page: number,
  { width, height, turned }: PictureInfo,
  { bytes, budget }: { bytes: Uint8Array; budget: number },
): Promise<ImageContent> {
  if (budget <= 0) return { width, height };
  const size = { width, height };
  if (SHOWN.has(file.encoding) && !turned && bytes.length <= MAX_ORIGINAL_BYTES) {
    // Whoever shows it should not be the first to find it broken.
    await reading(() => file.openPage(page).resize({ width: 64 }).raw().toBuffer());
    return { ...size, bytes: asPlainBytes(bytes), mediaType: `image/${file.encoding}` };
  }
  const side = {
    width: LONGEST_SIDE,
    height: LONGEST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
  const encoded = await reading(() => file.openPage(page).resize(side).jpeg({ quality: 82 }).toBuffer());
  return { ...size, bytes: asPlainBytes(encoded), mediaType: 'image/jpeg' };
}

/** Not as the kind of buffer that happened to carry them. */
function asPlainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function draftPage(
  number: number,
  info: PictureInfo,
  image: ImageContent,
  found: RecognisedPage | undefined,
): PageDraft {
  const points = 72 / (info.dpi ?? USUAL_DPI);
  const width = info.width * points;
  const height = info.height * points;
  const geometry = { width, height, rotation: 0, left: 0, bottom: 0, right: width, top: height };
  const words = buildRecognisedWords(found?.lines ?? [], geometry);
  return {
    number,
    width,
    height,
    pixels: { width: info.width, height: info.height },
    items: [
      { kind: 'image', x0: 0, y0: 0, x1: width, y1: height, image, direction: 0 },
      ...layOutPage(words, { rulings: [], pictures: [] }, { number, geometry }),
    ],
    ...(found?.markdown === undefined ? {} : { written: readPageMarkdown(found.markdown) }),
  };
}
