import WordExtractor from 'word-extractor';
import { verifyCompoundFile } from '../../archive/compound-file.ts';
import { createDocumentBuilder, type DocumentBuilder } from '../../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../../parsed-document.ts';
import { addPlainText } from '../../text/read-text.ts';
import { readConverted } from '../read-converted.ts';

const FLAGS_OFFSET = 10;
/** In the second byte of the flags. */
const IS_ENCRYPTED = 1;

/** Reads a Word file from before 2007: by way of DOCX where a program converts it, else its words alone. */
export async function readDoc(input: FileInput, options: ParseOptions): Promise<ParsedDocument> {
  if (!options.convert) return readWords(input);
  try {
    return await readConverted(input, options, { format: 'doc', from: 'doc', to: 'docx' });
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return readWords(input);
  }
}

/** The extractor takes scrambled bytes for text; a flag in the stream's head says that they are. */
function requirePlain(bytes: Uint8Array): void {
  const start = verifyCompoundFile(bytes).findStart('WordDocument');
  const flags = start === undefined ? 0 : (bytes[start + FLAGS_OFFSET + 1] ?? 0);
  if ((flags & IS_ENCRYPTED) !== 0) throw new UnreadableFileError('encrypted');
}

async function readWords(input: FileInput): Promise<ParsedDocument> {
  requirePlain(input.bytes);
  const document = await new WordExtractor().extract(Buffer.from(input.bytes));
  const builder = createDocumentBuilder({ format: 'doc' });
  builder.addWarning({ code: 'structure_lost' });
  addLines(builder, document.getBody());
  for (const notes of [document.getFootnotes(), document.getEndnotes()]) {
    for (const text of notes.split('\n'))
      if (text.trim() !== '') builder.addBlock({ type: 'footnote', text: text.trim() });
  }
  addLines(builder, document.getTextboxes({ includeHeadersAndFooters: false }));
  return builder.build();
}

/** Each line is a paragraph of the original, or a row of a table whose cells are parted by tabs: such rows stay together. */
function addLines(builder: DocumentBuilder, text: string): void {
  let rows: string[] = [];
  const flush = () => {
    if (rows.length > 0) builder.addBlock({ type: 'paragraph', text: rows.join('\n') });
    rows = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    if (/\S\t/.test(line)) {
      rows.push(line.trim());
      continue;
    }
    flush();
    if (line.trim() !== '') addPlainText(builder, line);
  }
  flush();
}
