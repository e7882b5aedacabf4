import { describe, expect, it } from 'vitest';
import type { Block } from '../../parsed-document.ts';
import { buildPdf, draw } from '../../testing/build-pdf.ts';
import { readPdf } from '../read-pdf.ts';

type Text = [x: number, y: number, size: number, text: string];

async function readPages(pages: readonly Text[][]) {
  const { blocks } = await readPdf(buildPdf(pages.map((lines) => ({ content: draw(...lines) }))));
  const isRunning = ({ type }: Block) => type === 'page_header' || type === 'page_footer';
  return {
    running: blocks.filter(isRunning).map(({ text }) => text),
    text: blocks
      .filter((block) => !isRunning(block))
      .map(({ text }) => text)
      .join('\n'),
  };
}

const count = (text: string, part: string) => text.split(part).length - 1;
const words = ['north', 'south', 'east', 'west', 'river', 'garden', 'market', 'school', 'bridge', 'station'];

/** Lines of prose from the top margin to the bottom one, different on every page. */
const body = (page: number, top = 720, rows = 44): Text[] =>
  Array.from({ length: rows }, (_, row): Text => {
    const word = (step: number) => words[(page * 7 + row * 3 + step * (row + 1)) % words.length]!;
    return [
      60,
      top - row * 14,
      11,
      `The ${word(1)} of page ${page} row ${row} leads to the ${word(2)} and the ${word(3)}`,
    ];
  });

const pages = (length: number, make: (page: number) => Text[]) =>
  Array.from({ length }, (_, index) => make(index + 1));

describe('running lines', () => {
  it('keeps lines of the text that end pages alike', async () => {
    const { text, running } = await readPages(
      pages(10, (page) =>
        Array.from({ length: 9 }, (_, row): Text[] => [
          [
            60,
            730 - row * 76,
            11,
            `${page}.${row} A change of the contract is asked for in a letter that must`,
          ],
          [60, 716 - row * 76, 11, 'go to the council in writing.'],
        ]).flat(),
      ),
    );
    expect(count(text, 'go to the council in writing.')).toBe(90);
    expect(running).toEqual([]);
  });

  it('keeps a heading that opens several pages', async () => {
    const { text } = await readPages(
      pages(8, (page) => [
        [60, 750, 14, page % 2 ? 'What residents asked for:' : `Chapter ${page / 2}`],
        ...body(page, 700, 40),
      ]),
    );
    // Even where it is set apart, the same words inside other pages say that it belongs to the text.
    const inside = await readPages(
      pages(8, (page) => [
        [60, 750, 14, 'What residents asked for:'],
        ...body(page, 720, 20),
        [60, 400, 14, 'What residents asked for:'],
        ...body(page, 370, 20),
      ]),
    );
    expect(count(inside.text, 'What residents asked for:')).toBe(16);
    expect(count(text, 'Chapter')).toBe(4);
    expect(count(text, 'What residents asked for:')).toBe(4);
  });

  it('leaves out headers of left and right pages, with the chapter beside them', async () => {
    const { running, text } = await readPages(
      pages(12, (page) => [
        page % 2 ? [60, 770, 9, 'Rules of the town'] : [400, 770, 9, 'Second edition, revised'],
        [page % 2 ? 480 : 60, 770, 9, `${words[page % 10]} chapter`],
        ...body(page, 730, 44),
        [300, 40, 9, `${page + 4}`],
      ]),
    );
    expect(count(running.join('\n'), 'Rules of the town')).toBe(6);
    expect(count(running.join('\n'), 'Second edition, revised')).toBe(6);
    expect(text).not.toMatch(/Rules of the town|Second edition|chapter/);
    expect(running.filter((line) => /^\d+$/.test(line))).toHaveLength(12);
  });

  it('leaves out Roman page numbers and numbers beside a changing title', async () => {
    const roman = ['i', 'ii', 'iii', 'iv', 'v'];
    const { running, text } = await readPages([
      ...roman.map((number, index): Text[] => [...body(index + 1), [300, 40, 9, number]]),
      ...pages(6, (page): Text[] => [
        [60, 770, 9, `${words[page]} and ${words[page + 1]}   ${page}`],
        ...body(page + 5, 730),
      ]),
    ]);
    expect(running.filter((line) => roman.includes(line))).toEqual(roman);
    expect(running).toHaveLength(11);
    expect(count(text, ' row ')).toBe(11 * 44);
  });

  it('keeps a lone number that is no page number', async () => {
    const { text, running } = await readPages(
      pages(5, (page) => [...body(page, 720, 30), [300, 40, 11, `${page * page * 37}`]]),
    );
    expect(running).toEqual([]);
    expect(text).toContain('925');
  });

  it('leaves out the address and date that a browser prints', async () => {
    const { running } = await readPages(
      pages(4, (page) => [
        [30, 780, 8, '12/11/2026, 10:04'],
        ...body(page),
        [30, 20, 8, 'https://www.example.org/council/minutes/of/the/meeting/on/the/new/bridge?view=print'],
        [560, 20, 8, `${page}/4`],
      ]),
    );
    expect(running).toHaveLength(8);
  });
});
