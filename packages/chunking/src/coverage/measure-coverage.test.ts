import type { ParsedDocument } from '@lectern/parsing';
import { describe, expect, it } from 'vitest';
import { getChunkMethod } from '../index.ts';
import { buildDocument } from '../testing/build-document.ts';
import { measureCoverage } from './measure-coverage.ts';
import { listWords, PagedWords } from './words.ts';

async function cover(document: ParsedDocument, method = 'naive') {
  return measureCoverage(document, await getChunkMethod(method).chunk(document, {}));
}

describe('listWords', () => {
  it('folds case, forms and signs, and takes Chinese and Japanese by the character', () => {
    expect(listWords('Well-known: ﬁfty, 5,000 m²')).toEqual(['well', 'known', 'fifty', '5', '000', 'm2']);
    expect(listWords('T恤 and K线图')).toEqual(['t', '恤', 'and', 'k', '线', '图']);
  });
});

describe('PagedWords', () => {
  it('keeps one pool for all texts of the same pages', () => {
    const words = new PagedWords();
    for (let row = 0; row < 1_000; row++) words.add({ page: 1 }, [`row ${row}`]);
    words.add({ page: 1, pageEnd: 2 }, ['both']);
    words.add({ page: 5 }, ['far']);
    expect(words.near(1, 0)).toHaveLength(2);
    expect(words.near(3, 1)).toHaveLength(1);
    expect(words.near(undefined, 0)).toHaveLength(3);
  });

  it('stops comparing parts of words when its budget is used up', () => {
    const words = new PagedWords();
    words.add({}, ['alpha beta retrieval']);
    const [pool] = words.near(undefined, 0);
    expect(pool!.takePart('retrie', { comparisons: 2 })).toBe(false);
    expect(pool!.takePart('retrie', { comparisons: 3 })).toBe(true);
  });
});

describe('measureCoverage', () => {
  const pages = [1, 2].flatMap((page) => [
    { type: 'page_header' as const, text: 'Rules of the town', page },
    { type: 'paragraph' as const, text: `Paragraph on page ${page} about the market.`, page },
    { type: 'page_footer' as const, text: `- ${page} -`, page },
  ]);

  it('lists what is left out with its reason and pages, and misses nothing else', async () => {
    const coverage = await cover(buildDocument(pages));
    expect(coverage.leftOut).toEqual([
      { reason: 'running_line', text: 'Rules of the town', pages: [1, 2], words: 8 },
      { reason: 'page_number', text: '- 1 - … - 2 -', pages: [1, 2], words: 2 },
    ]);
    expect(coverage.words).toBe(24);
  });

  it('leaves nothing out of a document that is to be complete', async () => {
    const text = 'Contents\nThe market … 3\nThe river … 7\nThe school … 9\nThe bridge … 12\nThe station … 20';
    const body = Array.from({ length: 30 }, (_, index) => `Sentence ${index} tells more of the town.`).join(
      ' ',
    );
    const document = buildDocument([
      ...text.split('\n').map((line) => ({ type: 'paragraph' as const, text: line })),
      { type: 'heading', text: 'The market', level: 1 },
      { type: 'paragraph', text: body },
    ]);
    const { leftOut } = await cover(document, 'manual');
    expect(leftOut.map(({ reason }) => reason)).toContain('contents');
    expect((await cover({ ...document, isComplete: true }, 'manual')).leftOut).toEqual([]);
  });

  it('finds words that the chunks have lost', async () => {
    const document = buildDocument(pages);
    const cut = await getChunkMethod('naive').chunk(document, {});
    const chunks = cut.chunks.map((chunk) => ({
      ...chunk,
      text: chunk.text.replaceAll('about the market', ''),
    }));
    expect(
      measureCoverage(document, { chunks }).leftOut.filter(({ reason }) => reason === 'missing'),
    ).toEqual([{ reason: 'missing', text: 'about the market', pages: [1, 2], words: 6 }]);
  });

  it('counts all words, and keeps 200 entries', async () => {
    const count = 300;
    const blocks = Array.from({ length: count }, (_, page) => ({
      type: 'page_header' as const,
      text: `Chapter number ${page}`,
      page: page + 1,
    }));
    const coverage = await cover(buildDocument(blocks));
    expect(coverage.leftOut).toHaveLength(200);
    expect(coverage).toMatchObject({ words: 3 * count, leftOutWords: 3 * count, missingWords: 0 });
  });

  it('compares with the words as stored, whatever became of hyphens and order', async () => {
    const blocks = [
      { type: 'paragraph' as const, text: 'A well-known rule of retrieval applies here.', page: 1 },
      { type: 'table' as const, page: 1, table: { rows: [[{ text: 'Fee' }, { text: '12.50' }]] } },
    ];
    const of = (text: string) => cover({ ...buildDocument(blocks, 'pdf'), source: [{ page: 1, text }] });
    expect((await of('12.50 Fee A wellknown rule of retrie val applies here.')).leftOut).toEqual([]);
    expect(
      (await of('12.50 Fee A wellknown rule of retrieval applies here, says the mayor.')).leftOut,
    ).toEqual([{ reason: 'missing', text: 'says the mayor', pages: [1], words: 3 }]);
  });
});
