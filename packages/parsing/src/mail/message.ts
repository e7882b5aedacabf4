import { createHash } from 'node:crypto';
import type { DocumentBuilder } from '../document-builder.ts';
import { addHtmlBlocks } from '../markup/html-blocks.ts';
import { parseHtml } from '../markup/html-tree.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { listHtmlText } from '../source/html-source.ts';
import { addPlainText } from '../text/read-text.ts';

/** Reads an attachment in its turn; throws UnreadableFileError where it cannot. */
export type ReadChild = (input: FileInput, options: ParseOptions) => Promise<ParsedDocument>;

/** A mail, whichever file it came from. The head's values are as people read them. */
export type Message = {
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cc?: string | undefined;
  date?: string | undefined;
  /** The body; where both are there, HTML is read. */
  html?: string | undefined;
  text?: string | undefined;
  /** The words of the body as they are stored, where they can be listed by another way than the body was read. */
  storedTexts?: string[] | undefined;
  attachments: { name?: string | undefined; mediaType: string; bytes: () => Uint8Array }[];
};

const MAX_ATTACHMENTS = 128;
/** Whoever forwards forwards a few times; each level is unpacked from the one around it. */
const MAX_DEPTH = 8;
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;

const HEAD_NAMES = { from: 'From', to: 'To', cc: 'Cc', date: 'Date' } as const;

/** The head of the only mail of a document is also the document's. */
export function describeMessage(builder: DocumentBuilder, message: Message): void {
  builder.setTitle(message.subject);
  for (const key of ['from', 'to', 'cc', 'date', 'subject'] as const) builder.setMetadata(key, message[key]);
}

/** Appends a mail: its subject as heading, the lines of its head, the body, each attachment under its name. */
export async function addMessage(
  builder: DocumentBuilder,
  message: Message,
  { options, readChild }: { options: ParseOptions; readChild: ReadChild },
): Promise<void> {
  if (message.subject) builder.addBlock({ type: 'heading', level: 1, text: message.subject });
  const headLines = (Object.keys(HEAD_NAMES) as (keyof typeof HEAD_NAMES)[])
    .filter((key) => message[key])
    .map((key) => `${HEAD_NAMES[key]}: ${message[key]}`);
  if (headLines.length > 0) builder.addBlock({ type: 'paragraph', text: headLines.join('\n') });
  for (const text of [message.subject ?? '', ...headLines, ...listStoredTexts(message)])
    addSource(builder, text);
  addBody(builder, message);
  const seen = new Set<string>();
  let position = 0;
  for (const attachment of message.attachments) {
    position++;
    const name = attachment.name ?? `attachment-${position}`;
    if (position > MAX_ATTACHMENTS) {
      skipAttachment(builder, name);
      continue;
    }
    const bytes = attachment.bytes();
    if (PICTURE_TYPE.test(attachment.mediaType)) {
      // The logo below a signature comes once for every answer of a conversation.
      const digest = createHash('sha256').update(bytes).digest('hex');
      if (seen.has(digest)) continue;
      seen.add(digest);
      const image = { bytes, mediaType: attachment.mediaType, alt: name };
      builder.addBlock({ type: 'image', text: name, image });
      continue;
    }
    await addAttachment(builder, { name, bytes, mediaType: attachment.mediaType }, { options, readChild });
  }
}

function listStoredTexts({ storedTexts, html, text = '' }: Message): string[] {
  return storedTexts ?? [html && html.trim() !== '' ? listHtmlText(html) : text];
}

function addSource(builder: DocumentBuilder, text: string): void {
  if (text.trim() !== '') builder.addSource({ text });
}

function addBody(builder: DocumentBuilder, { html, text }: Message): void {
  if (html && html.trim() !== '') addHtmlBlocks(builder, parseHtml(html));
  else if (text) addPlainText(builder, text);
}

async function addAttachment(
  builder: DocumentBuilder,
  input: FileInput,
  { options, readChild }: { options: ParseOptions; readChild: ReadChild },
): Promise<void> {
  try {
    // What was asked of the mail's pages, what was recognised on them and how far it is, is not its attachments'.
    const { layoutRecognition, mainContentOnly, maxCells, convert, mailDepth = 0 } = options;
    if (mailDepth >= MAX_DEPTH) throw new UnreadableFileError('too_deep', 'mails inside mails');
    const child = await readChild(input, {
      layoutRecognition,
      mainContentOnly,
      maxCells,
      convert,
      mailDepth: mailDepth + 1,
    });
    const isEmpty = child.blocks.every((block) => block.text.trim() === '' && !block.image);
    if (isEmpty) {
      skipAttachment(builder, input.name, child.warnings[0]?.code ?? 'no_text');
      return;
    }
    builder.addChild(input.name, child);
    // What was left out of a mail inside this one is missing here as well.
    for (const { code, detail } of child.warnings)
      builder.addWarning({ code, detail: detail === undefined ? input.name : `${input.name}: ${detail}` });
    builder.addBlock({ type: 'heading', level: 2, text: input.name });
    addSource(builder, input.name);
    for (const { text } of child.source ?? child.blocks) addSource(builder, text);
    addBlocksOf(builder, child);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    skipAttachment(builder, input.name, error.reason);
  }
}

function skipAttachment(builder: DocumentBuilder, name: string, reason?: string): void {
  builder.addBlock({ type: 'list_item', level: 1, marker: '📎', text: name });
  builder.addWarning({
    code: 'attachment_skipped',
    detail: reason === undefined ? name : `${name} (${reason})`,
  });
}

/**
 * An attachment's text also is in the mail itself, below a heading with its name: so it is found,
 * and a citation of it opens in the mail that a person knows. Its pages and boxes are not the mail's.
 */
function addBlocksOf(builder: DocumentBuilder, child: ParsedDocument): void {
  for (const block of child.blocks) {
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
