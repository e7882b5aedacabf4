import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import { addHtmlBlocks } from '../markup/html-blocks.ts';
import { parseHtml } from '../markup/html-tree.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { decodeText } from '../text/decode-text.ts';
import { addPlainText } from '../text/read-text.ts';
import { findByteOrderMark, findUtf16ByZeros } from '../text/sniff-text.ts';

/** Reads an attachment in its turn; throws UnreadableFileError where it cannot. */
export type ReadChild = (input: FileInput, options: ParseOptions) => Promise<ParsedDocument>;

const MAX_ATTACHMENTS = 128;
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;

/** Reads a mail: subject as heading, its head as the first block, the body, attachments as children. */
export async function readMail(
  input: FileInput,
  options: ParseOptions,
  readChild: ReadChild,
): Promise<ParsedDocument> {
  // Mail is bytes by nature, but editors save copies of it as UTF-16.
  const isWide =
    findByteOrderMark(input.bytes)?.startsWith('utf-16') || findUtf16ByZeros(input.bytes) !== undefined;
  const bytes = isWide ? Buffer.from(decodeText(input.bytes).text.replace('\ufeff', '')) : input.bytes;
  requireMailHead(bytes);
  const mail = await PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 100,
  });
  const builder = createDocumentBuilder({ format: 'eml' });
  builder.setTitle(mail.subject);
  const head: [string, string | undefined][] = [
    ['from', formatAddresses(mail.from ? [mail.from] : [])],
    ['to', formatAddresses(mail.to ?? [])],
    ['cc', formatAddresses(mail.cc ?? [])],
    ['date', mail.date],
    ['subject', mail.subject],
  ];
  for (const [key, value] of head) builder.setMetadata(key, value);
  if (mail.subject) builder.addBlock({ type: 'heading', level: 1, text: mail.subject });
  const headLines = head
    .filter(([key, value]) => key !== 'subject' && value)
    .map(([key, value]) => `${HEAD_NAMES[key]}: ${value}`);
  if (headLines.length > 0) builder.addBlock({ type: 'paragraph', text: headLines.join('\n') });
  if (mail.html && mail.html.trim() !== '') addHtmlBlocks(builder, parseHtml(mail.html));
  else if (mail.text) addPlainText(builder, mail.text);
  let position = 0;
  for (const attachment of mail.attachments) {
    position++;
    const name = attachment.filename ?? `attachment-${position}`;
    if (position > MAX_ATTACHMENTS) {
      builder.addBlock({ type: 'list_item', level: 1, marker: '📎', text: name });
      builder.addWarning({ code: 'attachment_skipped', detail: name });
      continue;
    }
    if (PICTURE_TYPE.test(attachment.mimeType)) {
      const picture = { bytes: toBytes(attachment), mediaType: attachment.mimeType, alt: name };
      builder.addBlock({ type: 'image', text: name, image: picture });
      continue;
    }
    try {
      const child = await readChild(
        { name, bytes: toBytes(attachment), mediaType: attachment.mimeType },
        options,
      );
      builder.addChild(name, child);
      addAttachmentBlocks(builder, name, child);
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      builder.addBlock({ type: 'list_item', level: 1, marker: '📎', text: name });
      builder.addWarning({ code: 'attachment_skipped', detail: `${name} (${error.reason})` });
    }
  }
  return builder.build();
}

/**
 * An attachment's text also stands in the mail itself, below a heading with its name: so it is found,
 * and a citation of it opens in the mail that a person knows. Its pages and boxes are not the mail's.
 */
function addAttachmentBlocks(builder: DocumentBuilder, name: string, child: ParsedDocument): void {
  builder.addBlock({ type: 'heading', level: 2, text: name });
  for (const block of child.blocks) {
    if (block.type === 'page_header' || block.type === 'page_footer') continue;
    const {
      id: _id,
      charRange: _charRange,
      sectionPath: _path,
      page: _page,
      pageEnd: _pageEnd,
      ...rest
    } = block;
    const level = block.type === 'heading' ? Math.min((block.level ?? 1) + 2, 6) : block.level;
    builder.addBlock({ ...rest, boxes: [], ...(level === undefined ? {} : { level }) });
  }
}

const HEAD_NAMES: Record<string, string> = { from: 'From', to: 'To', cc: 'Cc', date: 'Date' };

/** The mail parser takes anything for a mail: one known header line within the head is asked for. */
function requireMailHead(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1');
  const isMail =
    /^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|x-[\w-]+|delivered-to|reply-to|sender|cc|bcc):/im.test(
      head,
    );
  if (!isMail) throw new UnreadableFileError('mislabelled', 'no mail header');
}

function formatAddresses(addresses: readonly Address[]): string | undefined {
  const texts = addresses
    .flatMap((address) => (address.group ? address.group : [address]))
    .map((mailbox) =>
      mailbox.name && mailbox.name !== mailbox.address
        ? `${mailbox.name} <${mailbox.address}>`
        : mailbox.address,
    );
  return texts.length > 0 ? texts.join(', ') : undefined;
}

function toBytes(attachment: Attachment): Uint8Array {
  const { content } = attachment;
  if (typeof content === 'string')
    return Buffer.from(content, attachment.encoding === 'base64' ? 'base64' : 'utf8');
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
