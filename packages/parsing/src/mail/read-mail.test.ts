import { expect, it } from 'vitest';
import type { ParsedDocument } from '../parsed-document.ts';
import { readDocument } from '../read-document.ts';
import { SAMPLES } from '../testing/samples.ts';

function outline(document: ParsedDocument): string[] {
  return document.blocks.map((block) => `${block.type}${block.level ?? ''}: ${block.text}`);
}

function buildMail(parts: { type: string; name?: string; body: Uint8Array | string }[]): Uint8Array {
  const boundary = 'border';
  const written = parts.map(({ type, name, body }) => {
    const disposition = name ? `Content-Disposition: attachment; filename="${name}"\r\n` : '';
    const content = Buffer.from(body as Uint8Array).toString('base64');
    return `--${boundary}\r\nContent-Type: ${type}\r\n${disposition}Content-Transfer-Encoding: base64\r\n\r\n${content}\r\n`;
  });
  return Buffer.from(
    `From: =?utf-8?q?J=C3=BCrgen?= <a@example.org>\r\nTo: b@example.org\r\nSubject: Birds\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${written.join('')}--${boundary}--\r\n`,
  );
}

it('reads attachments in their turn, lists what it cannot read, and keeps pictures', async () => {
  const bytes = buildMail([
    { type: 'text/html; charset=utf-8', body: '<p>Hello <b>you</b></p>' },
    { type: 'text/markdown', name: 'notes.md', body: '# Notes\n\nDucks.' },
    { type: 'application/octet-stream', name: 'birds.docx', body: SAMPLES.docx!.bytes },
    { type: 'application/pdf', name: 'broken.pdf', body: 'no pdf' },
    { type: 'image/png', name: 'duck.png', body: 'png' },
  ]);
  const document = await readDocument({ name: 'a.eml', bytes });
  expect(outline(document)).toEqual([
    'heading1: Birds',
    'paragraph: From: Jürgen <a@example.org>\nTo: b@example.org',
    'paragraph: Hello you',
    'heading2: notes.md',
    'heading3: Notes',
    'paragraph: Ducks.',
    'heading2: birds.docx',
    'heading3: Ducks',
    'paragraph: They swim.',
    'list_item1: broken.pdf',
    'image: duck.png',
  ]);
  expect(document.children.map(({ name }) => name)).toEqual(['notes.md', 'birds.docx']);
  expect(document.warnings).toEqual([{ code: 'attachment_skipped', detail: 'broken.pdf (mislabelled)' }]);
});

it('reads a mail inside a mail, and stops where mails nest too deep', async () => {
  const inner = buildMail([{ type: 'text/plain', body: 'Inner words.' }]);
  const outer = buildMail([{ type: 'application/octet-stream', name: 'inner.eml', body: inner }]);
  const document = await readDocument({ name: 'a.eml', bytes: outer });
  expect(document.children[0]!.document.blocks.at(-1)!.text).toBe('Inner words.');
  let bomb: Uint8Array = inner;
  for (let depth = 0; depth < 12; depth++)
    bomb = buildMail([{ type: 'application/octet-stream', name: 'a.eml', body: bomb }]);
  const nested = await readDocument({ name: 'a.eml', bytes: bomb });
  expect(JSON.stringify(nested.children).length).toBeLessThan(200_000);
});

it('reads a mail saved as UTF-16', async () => {
  const text = `\ufeff${Buffer.from(SAMPLES.eml!.bytes).toString('utf8')}`;
  const document = await readDocument({ name: 'a.eml', bytes: Buffer.from(text, 'utf16le') });
  expect(document.title).toBe('Ducks');
});

it('says when mails inside mails are left out, however deep they are', async () => {
  let bytes: Uint8Array = buildMail([{ type: 'text/plain', body: 'The innermost words.' }]);
  for (let level = 0; level < 12; level++)
    bytes = buildMail([
      { type: 'text/plain', body: `Level ${level}` },
      { type: 'message/rfc822', name: `forwarded-${level}.eml`, body: bytes },
    ]);
  const { warnings } = await readDocument({ name: 'a.eml', bytes });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]!.code).toBe('attachment_skipped');
  expect(warnings[0]!.detail).toContain('too_deep');
});
