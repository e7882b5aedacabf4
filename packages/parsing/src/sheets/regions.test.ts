import { describe, expect, it } from 'vitest';
import { findRegions, joinContinuedRegions } from './regions.ts';

/** Cells of a sheet drawn as text: every character but a dot and a space is a filled cell. */
function draw(lines: string[]): Map<number, Map<number, string>> {
  const texts = new Map<number, Map<number, string>>();
  lines.forEach((line, row) => {
    [...line].forEach((character, column) => {
      if (character === '.') return;
      const cells = texts.get(row) ?? new Map<number, string>();
      cells.set(column, character);
      texts.set(row, cells);
    });
  });
  return texts;
}

function regions(lines: string[]): string[] {
  return findRegions(draw(lines), []).map(
    ({ top, left, bottom, right }) => `${top},${left}-${bottom},${right}`,
  );
}

describe('regions', () => {
  it('parts tables at empty rows and columns, in reading order', () => {
    expect(regions(['aa.bb', 'aa.bb', '.....', 'cc...', 'cc...'])).toEqual(['0,0-1,1', '0,3-1,4', '3,0-4,1']);
  });

  it('keeps a column of labels with the values beside it', () => {
    expect(regions(['a..bb', 'a..bb'])).toEqual(['0,0-1,4']);
  });

  it('keeps values beyond an empty column with their labels, unless they have names of their own', () => {
    expect(regions(['a1.22', 'a3.44'])).toEqual(['0,0-1,4']);
    expect(regions(['aN.NN', 'a3.44'])).toEqual(['0,0-1,1', '0,3-1,4']);
  });

  it('parts tables side by side that have titles of their own', () => {
    expect(regions(['T..T.', 'NN.NN', '12.34', '56.78'])).toEqual(['0,0-3,1', '0,3-3,4']);
  });

  it('counts cells under a merge as filled', () => {
    const found = findRegions(draw(['a', '.', 'b']), [{ s: { r: 0, c: 0 }, e: { r: 1, c: 1 } }]);
    expect(found).toEqual([{ top: 0, bottom: 2, left: 0, right: 1 }]);
  });

  it('joins what goes on below an empty row, but not a table with names of its own', () => {
    const found = findRegions(draw(['NN', '12', '..', '34', '..', 'NN', '56']), []);
    const joined = joinContinuedRegions(found, ({ top }) => top === 3);
    expect(joined.map(({ top, bottom }) => [top, bottom])).toEqual([
      [0, 3],
      [5, 6],
    ]);
  });
});
