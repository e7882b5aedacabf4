import { describe, expect, it } from 'vitest';
import {
  completeOpenMarkdown,
  joinMarkersToWords,
  plainText,
  removeCitationMarkers,
  splitMarkdownBlocks,
} from './markdown-blocks.ts';

const document = [
  '# Title',
  '',
  'A paragraph [1].',
  '',
  '1. first',
  '',
  '   more of the first',
  '',
  '2. second',
  '',
  '```ts',
  'const a = 1;',
  '',
  'const b = 2;',
  '```',
  '',
  '$$',
  'a',
  '',
  'b',
  '$$',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
].join('\n');

describe('splitMarkdownBlocks', () => {
  it('gives the text back when its blocks are joined', () => {
    expect(splitMarkdownBlocks(document).join('')).toBe(document);
  });

  it('cuts between blocks and never inside code, formulas or a list', () => {
    const starts = splitMarkdownBlocks(document).map((block) => block.split('\n')[0]);
    expect(starts).toEqual(['# Title', 'A paragraph [1].', '1. first', '```ts', '$$', '| a | b |']);
  });

  it('changes only the last block while a text grows', () => {
    for (let end = 1; end < document.length; end += 1) {
      const before = splitMarkdownBlocks(document.slice(0, end));
      const after = splitMarkdownBlocks(document.slice(0, end + 1));
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }
  });

  it('does not end a fence at a shorter one inside it', () => {
    const text = '````md\n```\n\ninner\n```\n````\n\nafter';
    expect(splitMarkdownBlocks(text)).toEqual(['````md\n```\n\ninner\n```\n````\n\n', 'after']);
  });

  it('keeps a formula in brackets whole', () => {
    expect(splitMarkdownBlocks('\\[\na\n\nb\n\\]\n\nafter')).toHaveLength(2);
  });
});

describe('completeOpenMarkdown', () => {
  it('holds back a citation marker that is half there', () => {
    expect(completeOpenMarkdown('Fact [')).toBe('Fact ');
    expect(completeOpenMarkdown('Fact [12')).toBe('Fact ');
    expect(completeOpenMarkdown('Fact [12]')).toBe('Fact [12]');
  });

  it('closes what is open', () => {
    expect(completeOpenMarkdown('a **bold')).toBe('a **bold**');
    expect(completeOpenMarkdown('a **bold** b')).toBe('a **bold** b');
    expect(completeOpenMarkdown('call `run')).toBe('call `run`');
    expect(completeOpenMarkdown('$$\nx')).toBe('$$\nx\n$$');
  });

  it('shows a table from the row on that makes it one', () => {
    expect(completeOpenMarkdown('Text.\n\n| a | b |\n|---|')).toBe('Text.\n\n');
    const table = '| a | b |\n|---|--:|\n| 1';
    expect(completeOpenMarkdown(table)).toBe(table);
  });

  it('leaves open code alone', () => {
    expect(completeOpenMarkdown('```js\nlet a = "**')).toBe('```js\nlet a = "**');
    expect(completeOpenMarkdown('```js\na[1')).toBe('```js\na[1');
  });
});

describe('removeCitationMarkers', () => {
  it('takes markers out of the text and leaves code and links', () => {
    expect(removeCitationMarkers('Water boils [1][2]. See [3, 4] and `a[1]`, [5](https://x.org).')).toBe(
      'Water boils. See and `a[1]`, [5](https://x.org).',
    );
    expect(removeCitationMarkers('```\nb[2]\n```')).toBe('```\nb[2]\n```');
  });
});

describe('joinMarkersToWords', () => {
  it('ties a marker to its word and touches neither code nor list items', () => {
    expect(joinMarkersToWords('a fact. [1] `x [2]`\n- [3] b\n1. [4] c')).toBe(
      'a fact.\u00a0[1] `x [2]`\n- [3] b\n1. [4] c',
    );
  });
});

describe('plainText', () => {
  it('reads as words', () => {
    expect(plainText('## Rates\n\n- **Low**: 2 [1]\n- [High](https://x.org)')).toBe('Rates Low : 2 High');
  });
});
