import { readBoxes, toDocumentPlace } from '@lectern/contract';
import { expect, test } from 'vitest';
import { readDocumentSearch } from './document-search.ts';

const passage = {
  page: 3,
  boxes: [
    { page: 3, x0: 0.12345, y0: 0.2, x1: 0.9, y1: 0.25 },
    { page: 4, x0: 0, y0: 0, x1: 1, y1: 0.1 },
  ],
  charRange: { start: 40, end: 64 },
  quote: 'Dogs are kept on a lead.',
};

test('a link to a passage names its page, boxes, range and words', () => {
  const search = readDocumentSearch(toDocumentPlace(passage));
  expect(search).toMatchObject({ page: 3, start: 40, end: 64, quote: 'Dogs are kept on a lead.' });
  expect(readBoxes(search.boxes)).toEqual([
    { page: 3, x0: 0.123, y0: 0.2, x1: 0.9, y1: 0.25 },
    { page: 4, x0: 0, y0: 0, x1: 1, y1: 0.1 },
  ]);
});

test('a passage without a page or a place in the text is linked by its words', () => {
  const search = toDocumentPlace({
    page: null,
    boxes: [],
    charRange: null,
    quote: `${'many words '.repeat(40)}`,
  });
  expect(search).toMatchObject({ page: undefined, boxes: undefined, start: undefined });
  expect(search.quote?.length).toBeLessThanOrEqual(400);
  expect(search.quote).toMatch(/(many|words)$/);
});

test.each(['', 'nonsense', '0_0_0_1_1', '1_0.5_0_0.4_1', '1_0_0_2_1', '1_0_0', '-', '1_a_b_c_d'])(
  'what is no box is left out: %j',
  (text) => expect(readBoxes(text)).toEqual([]),
);
