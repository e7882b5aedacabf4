import { createDocumentBuilder } from '../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { readInternetMessage } from './internet-message.ts';
import { addMessage, type ReadChild } from './message.ts';
import { hasMailHead, narrowMailBytes } from './read-mail.ts';

/** A mailbox of ten megabytes holds fewer unless somebody made it for its number of mails. */
const MAX_MAILS = 20_000;
const LF = 10;
const CR = 13;

/** Reads a mailbox export: mail after mail as a single one is read, each below its subject. */
export async function readMbox(
  input: FileInput,
  options: ParseOptions,
  readChild: ReadChild,
): Promise<ParsedDocument> {
  const bytes = narrowMailBytes(input.bytes);
  const mails = splitMbox(bytes);
  if (mails.length === 0 || !mails.some(hasMailHead)) {
    throw new UnreadableFileError('mislabelled', 'no mails');
  }
  if (mails.length > MAX_MAILS) throw new UnreadableFileError('too_many_pages', String(mails.length));
  const builder = createDocumentBuilder({ format: 'mbox' });
  builder.setMetadata('mails', String(mails.length));
  for (const [index, mail] of mails.entries()) {
    // Mails without a subject must not be below the one before them.
    builder.closeSections(1);
    await addMessage(builder, await readInternetMessage(unquoteFromLines(mail)), { options, readChild });
    options.onProgress?.(index + 1, mails.length);
  }
  return builder.build();
}

/** The mails of a mailbox, each from the line after its "From " line; what is before the first is none. */
export function splitMbox(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = findFromLines(buffer);
  return starts.map((start, index) => {
    const lineEnd = buffer.indexOf(LF, start);
    return buffer.subarray(lineEnd < 0 ? buffer.length : lineEnd + 1, starts[index + 1] ?? buffer.length);
  });
}

/**
 * Where lines begin that part mails: "From " at the beginning or after an empty line, with a time of day or a year.
 * A sentence that begins so is quoted by most writers of mailboxes, but not by all.
 */
function findFromLines(buffer: Buffer): number[] {
  const starts: number[] = [];
  for (let at = buffer.indexOf('From '); at >= 0; at = buffer.indexOf('From ', at + 5)) {
    if (!followsEmptyLine(buffer, at)) continue;
    const lineEnd = buffer.indexOf(LF, at);
    const line = buffer.toString('latin1', at, Math.min(lineEnd < 0 ? buffer.length : lineEnd, at + 300));
    if (at === 0 || /\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b/.test(line)) starts.push(at);
  }
  return starts;
}

function followsEmptyLine(buffer: Buffer, at: number): boolean {
  if (at === 0) return true;
  if (buffer[at - 1] !== LF) return false;
  const before = buffer[at - 2] === CR ? at - 3 : at - 2;
  return before < 0 || buffer[before] === LF;
}

/** Takes away the mark with which writers quote lines of the text that begin like the line between mails. */
function unquoteFromLines(mail: Uint8Array): Uint8Array {
  const buffer = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  if (!buffer.includes('>From ')) return mail;
  return Buffer.from(buffer.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}
