import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { escapeHtml } from '../markup/escape-html.ts';
import { listHtmlText } from '../source/html-source.ts';
import { type MailBody, readMailBodies } from '../source/mail-source.ts';
import type { Message } from './message.ts';

/** Reads one mail in the form in which mails travel (RFC 5322 with MIME). */
export async function readInternetMessage(bytes: Uint8Array): Promise<Message> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 100 });
  // Mails inside are attachments or part of the body, all of them.
  const withInnerMails = mail.attachments.every(({ mimeType }) => mimeType !== 'message/rfc822');
  const bodies = readMailBodies(bytes, { withInnerMails });
  return {
    subject: mail.subject,
    from: formatAddresses(mail.from ? [mail.from] : []),
    to: formatAddresses(mail.to ?? []),
    cc: formatAddresses(mail.cc ?? []),
    date: mail.date,
    html: isMisread(mail.html) ? joinAsHtml(bodies) : mail.html,
    text: isMisread(mail.text) ? bodies.map(({ text }) => text).join('\n') : mail.text,
    storedTexts: bodies.map(({ isHtml, text }) => (isHtml ? listHtmlText(text) : text)),
    attachments: mail.attachments.map((attachment) => ({
      name: attachment.filename ?? undefined,
      mediaType: attachment.mimeType,
      bytes: () => toBytes(attachment),
    })),
  };
}

/** The parser takes a text without a character set for UTF-8. */
function isMisread(text: string | undefined): boolean {
  return text?.includes('\ufffd') === true;
}

function joinAsHtml(bodies: readonly MailBody[]): string {
  return bodies
    .map(({ isHtml, text }) => (isHtml ? text : `<div>${escapeHtml(text).replaceAll('\n', '<br>')}</div>`))
    .join('\n');
}

function formatAddresses(addresses: readonly Address[]): string | undefined {
  const texts = addresses
    .flatMap((address) => (address.group ? address.group : [address]))
    .map((mailbox) => formatMailbox(mailbox.name, mailbox.address))
    .filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join(', ') : undefined;
}

/** A name with its address, or the one that there is. */
export function formatMailbox(name: string | undefined, address: string | undefined): string | undefined {
  if (!address) return name || undefined;
  return name && name !== address ? `${name} <${address}>` : address;
}

function toBytes(attachment: Attachment): Uint8Array {
  const { content } = attachment;
  if (typeof content === 'string')
    return Buffer.from(content, attachment.encoding === 'base64' ? 'base64' : 'utf8');
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
