import { detectFormat } from './detect-format.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
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
  const document = options.leaveNothingOut ? includeRunningLines(read) : read;
  // A page that needs OCR is no failure: its warning says what to do.
  if (document.warnings.length === 0 && !hasContent(document)) throw new UnreadableFileError('no_text');
  return document;
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
