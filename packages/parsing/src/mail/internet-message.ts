import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { Message } from './message.ts';

/** Reads one mail in the form in which mails travel (RFC 5322 with MIME). */
export async function readInternetMessage(bytes: Uint8Array): Promise<Message> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 100 });
  return {
    subject: mail.subject,
    from: formatAddresses(mail.from ? [mail.from] : []),
    to: formatAddresses(mail.to ?? []),
    cc: formatAddresses(mail.cc ?? []),
    date: mail.date,
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments.map((attachment) => ({
      name: attachment.filename ?? undefined,
      mediaType: attachment.mimeType,
      bytes: () => toBytes(attachment),
    })),
  };
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
