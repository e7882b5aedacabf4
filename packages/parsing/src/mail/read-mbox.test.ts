import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

const line = 'From a@example.org Sat Nov 21 10:00:00 2026';

async function read(text: string) {
  return readDocument({ name: 'a.mbox', bytes: Buffer.from(text) });
}

it('reads mail after mail, each below its subject, with attachments below their names', async () => {
  const attachment = Buffer.from('# Notes\n\nDucks.').toString('base64');
  const document = await read(
    `${line}\nFrom: A <a@example.org>\nSubject: =?utf-8?q?F=C3=AAte?=\n\nFirst.\n\n${line}\r\nSubject: Two\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSecond.\r\n--b\r\nContent-Type: text/markdown\r\nContent-Disposition: attachment; filename=n.md\r\nContent-Transfer-Encoding: base64\r\n\r\n${attachment}\r\n--b--\r\n\r\n${line}\nFrom: c@example.org\n\nNo subject.\n`,
  );
  expect(document.blocks.map(({ type, level, text }) => `${type}${level ?? ''}: ${text}`)).toEqual([
    'heading1: Fête',
    'paragraph: From: A <a@example.org>',
    'paragraph: First.',
    'heading1: Two',
    'paragraph: Second.',
    'heading2: n.md',
    'heading3: Notes',
    'paragraph: Ducks.',
    'paragraph: From: c@example.org',
    'paragraph: No subject.',
  ]);
  expect(document.blocks.at(-1)!.sectionPath).toEqual([]);
  expect(document.metadata.mails).toBe('3');
});

it('takes a sentence that begins with From for text', async () => {
  const document = await read(
    `${line}\nSubject: One\n\n>From here on.\n\nFrom the beginning, no date.\nFrom me at 10:00\n\n>>From far.\n`,
  );
  expect(document.blocks.map(({ text }) => text)).toEqual([
    'One',
    'From here on.',
    'From the beginning, no date.\nFrom me at 10:00',
    '>From far.',
  ]);
});
