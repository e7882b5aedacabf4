import { createRequire } from 'node:module';
import type { FieldsData } from '@kenjiuno/msgreader';
import iconv from 'iconv-lite';
import { verifyCompoundFile } from '../archive/compound-file.ts';
import { createDocumentBuilder } from '../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { decodeText, decodeTextAs } from '../text/decode-text.ts';
import { formatMailbox } from './internet-message.ts';
import { addMessage, describeMessage, type Message, type ReadChild } from './message.ts';

// A CommonJS package with a default export, which Node and the test runner import each in its own way.
const require = createRequire(import.meta.url);
const { default: MsgReader } = require('@kenjiuno/msgreader') as typeof import('@kenjiuno/msgreader');

/** Reads a mail, appointment or note that Outlook saved, as any other mail. */
export async function readMsg(
  input: FileInput,
  options: ParseOptions,
  readChild: ReadChild,
): Promise<ParsedDocument> {
  verifyCompoundFile(input.bytes);
  const { fields, getBytes } = openMsg(input.bytes);
  const message: Message = {
    subject: fields.subject?.trim(),
    from: formatMailbox(fields.senderName, findAddress(fields.senderSmtpAddress, fields.senderEmail)),
    to: formatRecipients(fields, 'to'),
    cc: formatRecipients(fields, 'cc'),
    date: toIsoDate(fields.messageDeliveryTime ?? fields.clientSubmitTime ?? fields.creationTime),
    html: readHtml(fields),
    text: fields.body,
    attachments: (fields.attachments ?? [])
      .map((attachment, index) => ({ attachment, index }))
      .filter(({ attachment }) => attachment.attachmentHidden !== true || attachment.innerMsgContent === true)
      .map(({ attachment, index }) => ({
        name: nameAttachment(attachment),
        mediaType: attachment.attachMimeTag ?? '',
        bytes: () => getBytes(index),
      })),
  };
  const builder = createDocumentBuilder({ format: 'msg' });
  describeMessage(builder, message);
  await addMessage(builder, message, { options, readChild });
  return builder.build();
}

/** Old mails keep their texts in the code page of the machine that wrote them, which is inside. */
function openMsg(bytes: Uint8Array): { fields: FieldsData; getBytes: (index: number) => Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let reader = new MsgReader(view);
  let fields = readFields(reader);
  const encoding = nameCodePage(fields.messageCodepage ?? fields.internetCodepage);
  if (encoding !== undefined && encoding !== 'utf-8') {
    const decoding = new MsgReader(view);
    decoding.parserConfig = { ansiEncoding: encoding };
    reader = decoding;
    fields = readFields(decoding);
  }
  return { fields, getBytes: (index) => reader.getAttachment(index).content };
}

function readFields(reader: InstanceType<typeof MsgReader>): FieldsData {
  const fields = reader.getFileData();
  if (fields.error) throw new UnreadableFileError('broken', fields.error);
  return fields;
}

const CODE_PAGES: Record<number, string> = {
  20127: 'windows-1252',
  20866: 'koi8-r',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** The encoding of a Windows code page; undefined for one that is not known. */
export function nameCodePage(number: number | undefined): string | undefined {
  if (number === undefined) return undefined;
  const isIso = number >= 28591 && number <= 28605;
  const name = CODE_PAGES[number] ?? (isIso ? `iso-8859-${number - 28590}` : `cp${number}`);
  return iconv.encodingExists(name) ? name : undefined;
}

function readHtml(fields: FieldsData): string | undefined {
  if (fields.bodyHtml) return fields.bodyHtml;
  if (!fields.html || fields.html.length === 0) return undefined;
  const encoding = nameCodePage(fields.internetCodepage);
  return (encoding === undefined ? decodeText(fields.html) : decodeTextAs(fields.html, encoding)).text;
}

/** Within a company mails name their people by a directory's path, which says nothing to a reader. */
function findAddress(...addresses: (string | undefined)[]): string | undefined {
  return addresses.find((address) => address?.includes('@'));
}

function formatRecipients({ recipients = [] }: FieldsData, kind: 'to' | 'cc'): string | undefined {
  const texts = recipients
    .filter(({ recipType }) => recipType === kind)
    .map(({ name, smtpAddress, email }) => formatMailbox(name, findAddress(smtpAddress, email)))
    .filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join(', ') : undefined;
}

function nameAttachment({ fileName, fileNameShort, name, innerMsgContent }: FieldsData): string | undefined {
  if (innerMsgContent) return `${name ?? 'mail'}.msg`;
  return fileName ?? fileNameShort ?? name;
}

function toIsoDate(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
