import type { FieldValue } from '../chunk.ts';

const TOTAL =
  /^(?:grand[\s-]?total|sub-?total|totals?|sum|overall|total général|sous-total|totaux|somme|ensemble|gesamt|summe|总计|合计|小计|總計|合計|小計)(?:$|[\s:：(].{0,40}$)/iu;

/** Words before the one that says so, as in "EU15 total": believed only where the sums agree. */
const NAMED_TOTAL = /^.{1,40}[\s-](?:total|totals|gesamt)$|^.{1,12}(?:总计|合计|小计|總計|合計|小計)$/iu;

/** Sums may differ so far by rounding. */
const TOLERANCE = 0.006;

/** Finds rows that add up others, so that nobody adds them up again. */
export type TotalFinder = {
  /** Whether a row, given by its texts and typed values, is a total of the rows given before it. */
  isTotal: (texts: readonly string[], values: readonly FieldValue[], isLast: boolean) => boolean;
};

/**
 * A total calls itself one in its first filled cell and has nothing but numbers besides; it is the last row, or a
 * column of it is the sum of the rows since the last total or since the beginning.
 */
export function createTotalFinder(isNumeric: readonly boolean[]): TotalFinder {
  const sums = isNumeric.map(() => 0);
  const groupSums = isNumeric.map(() => 0);
  const add = (values: readonly FieldValue[]) => {
    values.forEach((value, column) => {
      if (typeof value !== 'number') return;
      sums[column]! += value;
      groupSums[column]! += value;
    });
  };
  return {
    isTotal: (texts, values, isLast) => {
      const first = texts.findIndex((text) => text !== '');
      const name = first >= 0 && !isNumeric[first] ? texts[first]! : '';
      const others = texts
        .map((text, column) => ({ text, column }))
        .filter(({ text, column }) => text !== '' && column > first);
      const isBare =
        others.length > 0 && others.every(({ text, column }) => isNumeric[column] || text === name);
      const agrees = () => isSumOf(values, sums) || isSumOf(values, groupSums);
      const isTotal = isBare && (TOTAL.test(name) ? isLast || agrees() : NAMED_TOTAL.test(name) && agrees());
      if (!isTotal) {
        add(values);
        return false;
      }
      groupSums.fill(0);
      return true;
    },
  };
}

function isSumOf(values: readonly FieldValue[], sums: readonly number[]): boolean {
  return values.some((value, column) => {
    const sum = sums[column]!;
    const tolerance = Math.max(Math.abs(sum) * TOLERANCE, 0.01);
    return typeof value === 'number' && value !== 0 && Math.abs(value - sum) <= tolerance;
  });
}
