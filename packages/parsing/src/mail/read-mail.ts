import { createDocumentBuilder } from '../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { decodeText } from '../text/decode-text.ts';
import { findByteOrderMark, findUtf16ByZeros } from '../text/sniff-text.ts';
import { readInternetMessage } from './internet-message.ts';
import { addMessage, describeMessage, type ReadChild } from './message.ts';

/** Reads a mail: subject as heading, its head as the first block, the body, attachments as children. */
export async function readMail(
  input: FileInput,
  options: ParseOptions,
  readChild: ReadChild,
): Promise<ParsedDocument> {
  const bytes = narrowMailBytes(input.bytes);
  requireMailHead(bytes);
  const message = await readInternetMessage(bytes);
  const builder = createDocumentBuilder({ format: 'eml' });
  describeMessage(builder, message);
  await addMessage(builder, message, { options, readChild });
  return builder.build();
}

/** Mail is bytes by nature, but editors save copies of it as UTF-16. */
export function narrowMailBytes(bytes: Uint8Array): Uint8Array {
  const isWide = findByteOrderMark(bytes)?.startsWith('utf-16') || findUtf16ByZeros(bytes) !== undefined;
  return isWide ? Buffer.from(decodeText(bytes).text.replace('\ufeff', '')) : bytes;
}

/** The mail parser takes anything for a mail: one known header line within the head is asked for. */
function requireMailHead(bytes: Uint8Array): void {
  if (!hasMailHead(bytes)) throw new UnreadableFileError('mislabelled', 'no mail header');
}

export function hasMailHead(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1');
  return /^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|x-[\w-]+|delivered-to|reply-to|sender|cc|bcc):/im.test(
    head,
  );
}
