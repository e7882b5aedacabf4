import { expect, it } from 'vitest';
import { chooseOrder, readDate, weighOrder } from './date-text.ts';

it.each([
  ['2025-12-31', '2025-12-31'],
  ['2025/1/5', '2025-01-05'],
  ['31/12/2025', '2025-12-31'],
  ['31.12.2025', '2025-12-31'],
  ['5-1-25', '2025-01-05'],
  ['1/2/98', '1998-02-01'],
  ['1er janvier 2025', '2025-01-01'],
  ['31 déc. 2025', '2025-12-31'],
  ['mardi 3 août 2025', '2025-08-03'],
  ['December 31, 2025', '2025-12-31'],
  ['Dec 31st, 2025', '2025-12-31'],
  ['31-Dec-2025', '2025-12-31'],
  ['2025年12月31日', '2025-12-31'],
  ['2025-12-31 14:30', '2025-12-31T14:30:00'],
  ['2025-12-31T14:30:05Z', '2025-12-31T14:30:05Z'],
  ['31/12/2025 2:05 PM', '2025-12-31T14:05:00'],
  ['2025年3月1日 9:05', '2025-03-01T09:05:00'],
])('reads %s', (text, value) => {
  expect(readDate(text, 'dmy')).toBe(value);
});

it.each([
  '',
  '2025',
  '2025-13-01',
  '31/02/2025',
  '12 rue 2025',
  'Version 1.2.3',
  '10:30',
  '99/99/9999',
  '2025-12-31 25:00',
])('takes %s for no date', (text) => {
  expect(readDate(text, 'dmy')).toBeUndefined();
});

it('learns from the column which number is the day', () => {
  const order = (texts: string[], isWorkbook = false) => {
    const evidence = { dmy: 0, mdy: 0, shortYears: 0, dates: 0 };
    for (const text of texts) weighOrder(text, evidence);
    return chooseOrder(evidence, isWorkbook);
  };
  expect(order(['1/2/2025', '3/31/2025'])).toBe('mdy');
  expect(order(['1/2/2025', '31/3/2025'])).toBe('dmy');
  expect(order(['1/2/2025'])).toBe('dmy');
  expect(order(['1/2/25'], true)).toBe('mdy');
  expect(order(['1.2.25'], true)).toBe('dmy');
});
