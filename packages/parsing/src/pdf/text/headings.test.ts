import { describe, expect, it } from 'vitest';
import { assignLevels, findNumberDepth } from './headings.ts';

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
