import { detectFormat } from '../detect-format.ts';
import type {
  FileInput,
  GreyPicture,
  PagePictures,
  ParseOptions,
  PictureOptions,
  RecognisedLine,
  RecognisedPage,
} from '../parsed-document.ts';
import { UnreadableFileError } from '../parsed-document.ts';
import { meanConfidence } from '../pdf/page/page-draft.ts';
import { type PictureRecogniser, RecognitionError } from './recogniser.ts';
import { rotatePicture, unrotateLines } from './rotate-picture.ts';

/**
 * The pages whose text has to be recognised, 1-based, in order: pictures, and PDF pages that are scanned or
 * whose glyphs mean nothing. A text layer that is there is kept. Throws UnreadableFileError as reading does.
 */
export async function listPagesToRecognise(
  input: FileInput,
  options: Pick<ParseOptions, 'pages' | 'onProgress'> = {},
): Promise<number[]> {
  const pictures = await openPagePictures(input);
  return pictures === undefined ? [] : pictures.listTextless(input.bytes, options);
}

/**
 * Recognises pages one after the other: one reading for each, in the order given, `failed` where there was
 * no result. Throws UnreadableFileError when the file cannot be opened, and the signal's reason.
 */
export async function recognisePages(
  input: FileInput,
  pages: readonly number[],
  recogniser: PictureRecogniser,
  { onProgress, signal }: Pick<ParseOptions, 'onProgress'> & { signal?: AbortSignal } = {},
): Promise<RecognisedPage[]> {
  const pictures = await requirePagePictures(input);
  const readings: RecognisedPage[] = [];
  await pictures.renderGrey(input.bytes, pages, async (page, picture) => {
    signal?.throwIfAborted();
    readings.push({ page, engine: recogniser.name, ...(await recognise(recogniser, picture, signal)) });
    onProgress?.(readings.length, pages.length);
  });
  return readings;
}

/**
 * Draws a page (1-based) of a PDF or picture file, or a part of it, as an encoded picture. Throws
 * UnreadableFileError as reading does; 'unsupported' for formats that have no pages to draw.
 */
export async function renderPageImage(
  input: FileInput,
  page: number,
  options: PictureOptions,
): Promise<Uint8Array> {
  return (await requirePagePictures(input)).draw(input.bytes, page, options);
}

async function recognise(
  recogniser: PictureRecogniser,
  picture: GreyPicture | undefined,
  signal: AbortSignal | undefined,
): Promise<Pick<RecognisedPage, 'lines' | 'failed'>> {
  if (picture === undefined) return { failed: 'unreadable' };
  try {
    return { lines: await recogniseWithRotation(recogniser, picture, signal) };
  } catch (error) {
    if (error instanceof RecognitionError) return { failed: error.reason };
    throw error;
  }
}

/** Engines are sure of what they read; of letters upside down they are not. */
const DOUBTFUL = 0.5;
const SURE = 0.65;
/** Fewer letters are specks. */
const FEW_LETTERS = 8;

/** Short pages keep engines from seeing which way up they are: what reads doubtfully is tried the other ways. */
async function recogniseWithRotation(
  recogniser: PictureRecogniser,
  picture: GreyPicture,
  signal: AbortSignal | undefined,
): Promise<RecognisedLine[]> {
  const upright = await recogniser.recognise(picture, signal);
  const letters = upright.reduce((sum, line) => sum + line.text.length, 0);
  if (letters < FEW_LETTERS || readConfidence(upright) >= DOUBTFUL) return upright;
  for (const quarters of [2, 1, 3]) {
    const lines = await recogniser.recognise(rotatePicture(picture, quarters), signal);
    if (readConfidence(lines) >= SURE) return unrotateLines(lines, quarters, picture);
  }
  return upright;
}

function readConfidence(lines: readonly RecognisedLine[]): number {
  return meanConfidence(lines) ?? 0;
}

async function openPagePictures(input: FileInput): Promise<PagePictures | undefined> {
  const format = await detectFormat(input);
  return format.pagePictures?.();
}

async function requirePagePictures(input: FileInput): Promise<PagePictures> {
  const pictures = await openPagePictures(input);
  if (pictures === undefined) throw new UnreadableFileError('unsupported', 'no pages to draw');
  return pictures;
}
