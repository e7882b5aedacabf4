import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

const sentences = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

test('prose, with abbreviations, decimals and wrapped lines', () => {
  expect(
    sentences('Dr. Smith paid 3.5 million to Acme Inc. in May. He left!\nThen he\ncame back? Yes.'),
  ).toEqual(['Dr. Smith paid 3.5 million to Acme Inc. in May.', 'He left!', 'Then he\ncame back?', 'Yes.']);
});

test('Chinese needs no spaces', () => {
  expect(sentences('第一句。第二句！“第三句？”然后')).toEqual(['第一句。', '第二句！', '“第三句？”', '然后']);
});

test('headings, list items and table rows stand alone', () => {
  const text = '# Title\nText of it\n- one\n- two. And more.\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  expect(sentences(text)).toEqual([
    '# Title',
    'Text of it',
    '- one',
    '- two.',
    'And more.',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
  ]);
});

test('an empty text has none', () => {
  expect(splitSentences(' \n\n ')).toEqual([]);
});
