import { expect, test } from 'vitest';
import type { PageTexts } from '../pdf/page-texts.ts';
import { locatePassage } from './locate-passage.ts';

const pages = [
  ['Contents', 'Fees 2', 'Notice 3'],
  ['Fees', 'The fee is 40 euros.', '•', 'Payable in June.', 'The fee is 40 euros.'],
  ['Notice', 'Notice must be given', 'three months ahead.', 'Berth', 'A1', 'Length', '12 m'],
];
const texts = {
  count: pages.length,
  read: async (page: number) => (pages[page - 1] ?? []).map((text) => ({ text, endsLine: true })),
} as unknown as PageTexts;
const everywhere = { first: 1, last: pages.length };

async function locate(lines: string[], { quote, position = 0 }: { quote?: string; position?: number } = {}) {
  const found = await locatePassage(texts, { lines, position, pageName: undefined }, quote, everywhere);
  const read = (kind: 'passage' | 'quote') =>
    [...(found?.ranges ?? [])].flatMap(([page, ranges]) =>
      ranges[kind].map(({ piece, start, end }) => pages[page - 1]![piece]!.slice(start, end)),
    );
  return { page: found?.page, passage: read('passage'), quote: read('quote') };
}

test('a passage is found on its page, and its quote inside', async () => {
  const lines = ['Notice', 'Notice must be given three months ahead.'];
  expect(await locate(lines, { quote: 'three months ahead', position: 0.6 })).toEqual({
    page: 3,
    passage: ['Notice', 'Notice must be given', 'three months ahead.'],
    quote: ['three months ahead'],
  });
});

test('lines that are the same are marked one after the other', async () => {
  const { page, passage } = await locate([
    'The fee is 40 euros.',
    'Payable in June.',
    'The fee is 40 euros.',
  ]);
  expect([page, passage]).toEqual([2, ['The fee is 40 euros.', 'Payable in June.', 'The fee is 40 euros.']]);
});

test('cells side by side are found where the page draws them in another order', async () => {
  const { page, passage } = await locate(['Berth\tLength', 'A1\t12 m']);
  expect([page, passage]).toEqual([3, ['Berth', 'Length', '12 m']]);
});

test('a passage that begins at the foot of a page is found there', async () => {
  const lines = ['The fee is 40 euros.', 'Notice must be given three months ahead.'];
  expect((await locate(lines, { position: 1 })).page).toBe(2);
  // Where its quote is overleaf, that is gone to.
  expect((await locate(lines, { position: 1, quote: 'Notice must be given' })).page).toBe(3);
});

test('words of no page are nowhere', async () => {
  expect((await locate(['Geese and swans'])).page).toBeUndefined();
});
