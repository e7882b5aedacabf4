import type { Block, ParsedDocument } from '@lectern/parsing';

/** A file that came with a mail: the heading with its name, and its blocks. */
export type MailAttachment = { heading: Block; blocks: Block[] };

/** One mail of a message or a mailbox, as the readers of mail write it. */
export type Mail = {
  /** The subject. */
  subject?: Block;
  /** Lines such as "From: …". */
  head?: Block;
  body: Block[];
  attachments: MailAttachment[];
};

const HEAD_LINE = /^(?:From|To|Cc|Bcc|Date): \S/;

/** Whether a block is the head of a mail: sender, receivers and date, one a line, and nothing else. */
function isHead(block: Block | undefined): block is Block {
  if (block?.type !== 'paragraph') return false;
  return block.text.split('\n').every((line) => HEAD_LINE.test(line));
}

/**
 * The mails of a document in order. A mail begins with a heading of the first level, its subject, with a head below; at
 * the top of the document, and in mailboxes, the subject may be missing. A document without any is one mail without subject and head.
 */
export function listMails(document: ParsedDocument): Mail[] {
  const { blocks } = document;
  const attachmentNames = new Set(document.children.map(({ name }) => name));
  const mails: Mail[] = [];
  let current: Mail | undefined;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    const next = blocks[index + 1];
    if (block.type === 'heading' && block.level === 1 && isHead(next)) {
      current = { subject: block, head: next, body: [], attachments: [] };
      mails.push(current);
      index++;
      continue;
    }
    // In a mailbox the head alone begins a mail without subject: it is below no heading.
    const isBare = document.format === 'mbox' && block.sectionPath.length === 0 && isHead(block);
    if (!current || isBare) {
      current = { body: [], attachments: [] };
      mails.push(current);
      if (isHead(block)) {
        current.head = block;
        continue;
      }
    }
    const attachment = current.attachments.at(-1);
    if (isAttachmentHeading(block, attachmentNames)) current.attachments.push({ heading: block, blocks: [] });
    else if (attachment) attachment.blocks.push(block);
    else current.body.push(block);
  }
  return mails;
}

function isAttachmentHeading(block: Block, names: ReadonlySet<string>): boolean {
  return (
    block.type === 'heading' &&
    block.level === 2 &&
    (names.has(block.text) || /^[^\s/\\][^/\\]{0,200}\.[a-z0-9]{2,5}$/i.test(block.text))
  );
}

/** The value of a line of the head, such as "Date". */
export function readHead(mail: Mail, name: 'From' | 'To' | 'Cc' | 'Date'): string | undefined {
  const line = mail.head?.text.split('\n').find((candidate) => candidate.startsWith(`${name}: `));
  return line?.slice(name.length + 2).trim();
}
