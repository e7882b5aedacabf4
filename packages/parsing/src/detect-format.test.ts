import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';

const detect = async (name: string, text: string) =>
  (await detectFormat({ name, bytes: Buffer.from(text) })).id;

test('text that begins with the letters of a picture or sound format is text', async () => {
  expect(await detect('abstract.txt', 'BMP receptors control the development of the kidney.')).toBe('text');
  expect(await detect('notes.md', '# A title')).toBe('markdown');
  expect(await detect('id.txt', 'ID3 and C4.5 are decision tree learners.')).toBe('text');
});

test('a PDF or RTF file of plain characters is still one', async () => {
  expect(await detect('a.pdf', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')).toBe('pdf');
  expect(await detect('a.rtf', '{\\rtf1\\ansi Hello}')).toBe('rtf');
  await expect(detect('a.txt', '%PDF-1.4\n1 0 obj\n')).rejects.toThrow(/mislabelled/);
});
