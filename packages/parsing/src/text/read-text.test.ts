import { expect, it } from 'vitest';
import type { ParsedDocument } from '../parsed-document.ts';
import { readSourceCode, readText } from './read-text.ts';

function read(text: string): ParsedDocument {
  return readText({ name: 'a.txt', bytes: Buffer.from(text) });
}

function outline(document: ParsedDocument): string[] {
  return document.blocks.map(
    (block) => `${block.type}${block.level ?? ''}: ${block.marker ? `${block.marker} ` : ''}${block.text}`,
  );
}

it('joins lines that were broken by hand and parts paragraphs at blank lines', () => {
  const line = 'This line was broken by hand at about sixty-five characters, so it';
  const document = read(`${line}\n${line}\n${line}\nends here.\n\nNext paragraph.\n`);
  expect(outline(document)).toEqual([
    `paragraph: ${line} ${line} ${line} ends here.`,
    'paragraph: Next paragraph.',
  ]);
});

it('keeps short lines apart', () => {
  expect(outline(read('Roses are red\nviolets are blue\n'))).toEqual([
    'paragraph: Roses are red\nviolets are blue',
  ]);
});

it('keeps rows parted by tabs apart, however alike their length', () => {
  const row = (number: number) =>
    `Question number ${number} of the list\tThe answer to it, of about the same length`;
  const text = [1, 2, 3, 4, 5].map(row).join('\n');
  expect(outline(read(text))).toEqual([`paragraph: ${text}`]);
});

it('sees numbered, underlined and capital headings, and lists', () => {
  const document = read('REPORT\n\nTitle\n=====\n\n1.2 Scope\n\n- one\n  - deep\n- two\n\nNot a heading.\n');
  expect(outline(document)).toEqual([
    'heading2: REPORT',
    'heading1: Title',
    'heading2: 1.2 Scope',
    'list_item1: - one',
    'list_item2: - deep',
    'list_item1: - two',
    'paragraph: Not a heading.',
  ]);
});

it('cuts a log without blank lines into blocks that can be cited', () => {
  const document = read('2026-01-01 a line of the log\n'.repeat(1_000));
  expect(document.blocks.length).toBeGreaterThan(5);
  for (const block of document.blocks) expect(block.text.length).toBeLessThanOrEqual(4_100);
});

it('cuts source code before unindented lines', () => {
  const document = readSourceCode({
    name: 'a.py',
    bytes: Buffer.from('import os\n\ndef a():\n    x = 1\n\n    return x\n\ndef b():\n    pass\n'),
  });
  expect(document.blocks.map((block) => block.text)).toEqual([
    'import os',
    'def a():\n    x = 1\n\n    return x',
    'def b():\n    pass',
  ]);
});
