import { detectFormat } from './detect-format.ts';
import {
  type FileFormat,
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  type SourceText,
  UnreadableFileError,
} from './parsed-document.ts';

/**
 * Reads a file of any supported format into blocks.
 *
 * Throws UnreadableFileError, and nothing else, when the file cannot be read: its reason is for the
 * user. Time and memory are the caller's to bound, by running this in a process of its own.
 */
export async function readDocument(input: FileInput, options: ParseOptions = {}): Promise<ParsedDocument> {
  const format = await detectFormat(input);
  const read = await readGuarded(() => format.read(input, options));
  const whole = options.leaveNothingOut ? includeRunningLines(read) : read;
  const source = whole.source ?? (isReadInPart(options) ? undefined : await readSource(format, input));
  const document = source ? { ...whole, source } : whole;
  // A page that needs OCR is no failure: its warning says what to do.
  if (document.warnings.length === 0 && !hasContent(document)) throw new UnreadableFileError('no_text');
  return document;
}

/** Whether the caller asked for less than the whole text. */
function isReadInPart({ pages = [], mainContentOnly = false }: ParseOptions): boolean {
  return pages.length > 0 || mainContentOnly;
}

/** A file that was read is not refused because its words cannot be listed a second time. */
async function readSource(format: FileFormat, input: FileInput): Promise<SourceText[] | undefined> {
  return format.readSource?.(input).catch(() => undefined);
}

function includeRunningLines(document: ParsedDocument): ParsedDocument {
  const blocks = document.blocks.map((block) =>
    block.type === 'page_header' || block.type === 'page_footer'
      ? { ...block, type: 'paragraph' as const }
      : block,
  );
  return { ...document, blocks, isComplete: true };
}

async function readGuarded(read: () => Promise<ParsedDocument>): Promise<ParsedDocument> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    if (error instanceof RangeError && /call stack/i.test(error.message))
      throw new UnreadableFileError('too_deep');
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableFileError('broken', message.slice(0, 200));
  }
}

function hasContent(document: ParsedDocument): boolean {
  return (
    document.blocks.some((block) => block.text.trim() !== '' || block.image !== undefined) ||
    document.children.length > 0
  );
}
