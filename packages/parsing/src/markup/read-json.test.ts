import { expect, it } from 'vitest';
import { readJson, readJsonLines } from './read-json.ts';

const LONG = 'words '.repeat(150).trim();

it('makes headings of large objects and lines of small values', () => {
  const document = readJson({
    name: 'a.json',
    bytes: Buffer.from(JSON.stringify({ name: 'Duck', size: { cm: 50 }, text: { fr: LONG, en: 'short' } })),
  });
  expect(document.blocks.map((block) => `${block.type}: ${block.text}`)).toEqual([
    'paragraph: name: Duck\nsize.cm: 50',
    'heading: text',
    `paragraph: text.fr: ${LONG}\ntext.en: short`,
  ]);
});

it('makes a block of every record', () => {
  const document = readJson({ name: 'a.json', bytes: Buffer.from('[{"a":1,"b":[1,2]},{"a":2}]') });
  expect(document.blocks.map((block) => block.text)).toEqual(['a: 1\nb: 1, 2', 'a: 2']);
});

it('keeps a broken line as it stands and says so', () => {
  const document = readJsonLines({ name: 'a.jsonl', bytes: Buffer.from('{"a":1}\n{"a":\n') });
  expect(document.blocks.map((block) => block.text)).toEqual(['a: 1', '{"a":']);
  expect(document.warnings).toEqual([{ code: 'text_truncated', detail: 'line 2' }]);
});
