import { describe, expect, it } from 'vitest';
import { buildPdf, draw, prose } from '../../testing/build-pdf.ts';
import type { Line, PageDraft } from '../page/page-draft.ts';
import { readPdf } from '../read-pdf.ts';
import { assignLevels, findNumberDepth, markThickAsBold } from './headings.ts';

const style = (size: number, weight = 10) => ({ size, weight });

describe('assignLevels', () => {
  it('ranks styles by size and weight, and puts a title above them', () => {
    const headings = [
      { text: 'The title', style: style(24) },
      ...['One', 'Two', 'Three', 'Four'].flatMap((text) => [
        { text, style: style(14) },
        { text: `${text}, in part`, style: style(12) },
        { text: `${text}, in detail`, style: style(12, 8) },
      ]),
    ];
    expect(assignLevels(headings).slice(0, 4)).toEqual([1, 2, 3, 4]);
  });

  it('gives a style that hardly occurs no level of its own', () => {
    const cover = [30, 26, 22, 20, 18].map((size) => ({ text: 'Cover', style: style(size) }));
    const body = Array.from({ length: 10 }, () => [
      { text: 'Chapter', style: style(14) },
      { text: 'Section', style: style(12) },
    ]).flat();
    const levels = assignLevels([...cover, ...body]);
    expect(levels.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(levels.slice(5, 7)).toEqual([2, 3]);
  });

  it('keeps the levels of bookmarks, and teaches them to other headings of the same style', () => {
    const headings = [
      { text: 'Part', style: style(14), known: 2 },
      { text: 'Unmarked part', style: style(14) },
      { text: 'Detail', style: style(11) },
    ];
    expect(assignLevels(headings)).toEqual([2, 2, 3]);
  });

  it('places a numbered heading below the one its number continues', () => {
    const headings = [
      { text: '2 Methods', style: style(12) },
      { text: '2.1 Data', style: style(12) },
      { text: '2.1.3 Sources', style: style(12) },
    ];
    expect(assignLevels(headings)).toEqual([1, 2, 3]);
  });
});

describe('findNumberDepth', () => {
  it('counts the parts of a leading number', () => {
    expect(findNumberDepth('3 Overview')).toBe(1);
    expect(findNumberDepth('3.1. Overview')).toBe(2);
    expect(findNumberDepth('2023 in review')).toBeUndefined();
  });
});

describe('markThickAsBold', () => {
  it('tells bold lines by their strokes where names of fonts do not', () => {
    const line = (text: string, stem: number) =>
      ({ kind: 'line', text, stem, firstStem: stem, bold: false, firstBold: false }) as Line;
    const lines = [
      line('Method', 0.04),
      line('Text that runs on over the page', 0.025),
      line('Named', 0),
      line('Italics', 0.03),
    ];
    markThickAsBold([{ items: lines } as unknown as PageDraft]);
    expect(lines.map(({ bold, firstBold }) => [bold, firstBold])).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ]);
  });
});

describe('headings of a page', () => {
  const bold = (content: string) => `2 Tr\n${content}\n0 Tr`;
  async function listHeadings(...content: string[]): Promise<string[]> {
    const { blocks } = await readPdf(buildPdf([{ content: content.join('\n') }]));
    return blocks.filter(({ type }) => type === 'heading').map(({ text }) => text);
  }

  it('takes no lettering of a drawing for one', async () => {
    const labels: [number, number, number, string][] = [
      [60, 600, 14, 'CREATE PERMISSION'],
      [300, 580, 11, 'Names the row'],
      [60, 560, 14, 'FOR ROWS'],
      [300, 540, 11, 'What applies'],
      [60, 520, 14, 'ENABLE'],
    ];
    expect(
      await listHeadings(
        draw([50, 760, 16, 'Permissions'], ...prose(740, 6), ...labels),
        draw([50, 480, 11, 'Figure 1: A statement'], ...prose(440, 12)),
      ),
    ).toEqual(['Permissions']);
  });

  it('takes no points one below the other, names of authors or addresses for one', async () => {
    const points: [number, number, number, string][] = [
      [50, 700, 14, 'Implement the separation of duties'],
      [50, 660, 14, 'Leverage row permissions'],
      [50, 620, 14, 'Protect columns by masks'],
    ];
    expect(
      await listHeadings(
        draw([50, 760, 24, 'A Title'], ...points, [50, 580, 14, 'Find more at example.com']),
        draw([50, 540, 14, 'Marie Gee Wilson'], [50, 520, 11, 'University of Auckland, New Zealand']),
        draw(...prose(480, 20)),
      ),
    ).toEqual(['A Title']);
  });

  it('holds a bold line against the smaller text below it', async () => {
    const notes = prose(300, 5).map(([x, y, , text]) => [x, y, 9, text] as [number, number, number, string]);
    expect(
      await listHeadings(
        draw(...prose(740, 20)),
        bold(draw([50, 320, 9.5, 'About the authors'])),
        draw(...notes),
      ),
    ).toEqual(['About the authors']);
  });

  it('takes plain lines of a size that much of the text has for text', async () => {
    const large = prose(500, 6).map(([x, y, , text]) => [x, y, 14, text] as [number, number, number, string]);
    expect(
      await listHeadings(
        draw(...prose(740, 14), ...large, [50, 380, 14, 'City of Somewhere'], ...prose(350, 4)),
      ),
    ).toEqual([]);
  });
});
