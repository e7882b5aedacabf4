import { expect, it } from 'vitest';
import { chooseStyle, findCurrency, readNumber, type StyleEvidence, weighStyle } from './number-text.ts';

function readColumn(texts: string[], language?: string): (number | undefined)[] {
  const evidence: StyleEvidence = { commaDecimal: 0, dotDecimal: 0 };
  for (const text of texts) weighStyle(text, evidence);
  const style = chooseStyle(evidence, language);
  return texts.map((text) => readNumber(text, style));
}

it.each([
  ['1 234,5', 1234.5],
  ['1 234 567', 1234567],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ["1'234.50", 1234.5],
  ['-3', -3],
  ['−3.5', -3.5],
  ['(1,234)', -1234],
  ['▲12', -12],
  ['12 %', 12],
  ['€ 4.50', 4.5],
  ['4,50 €', 4.5],
  ['-$1,200', -1200],
  ['CHF 12', 12],
  ['99元', 99],
  ['111.4**', 111.4],
  ['.5', 0.5],
  ['0', 0],
])('reads %s', (text, value) => {
  expect(readNumber(text, { comma: 'group', dot: 'decimal' })).toBe(value);
});

it.each([
  '',
  'n.a.',
  '007',
  '01 23 45 67 89',
  '12 rue',
  '1.2.3',
  '12-14',
  '2025-01-31',
  '12345678901234567',
  '5 kg',
  '3:1',
  '1,23,4',
])('takes %s for no number', (text) => {
  expect(readNumber(text, { comma: 'group', dot: 'decimal' })).toBeUndefined();
});

it('learns from the column what commas and dots mean', () => {
  expect(readColumn(['12,5', '1,234'])).toEqual([12.5, 1.234]);
  expect(readColumn(['12.5', '1,234'])).toEqual([12.5, 1234]);
  expect(readColumn(['1.234', '5,5'])).toEqual([1234, 5.5]);
  expect(readColumn(['1,234', '5,678'])).toEqual([1234, 5678]);
  expect(readColumn(['1,234', '5,678'], 'fr')).toEqual([1.234, 5.678]);
  expect(readColumn(['1.234.567', '1.500'])).toEqual([1234567, 1500]);
});

it('finds the currency of an amount', () => {
  expect(['12 €', '$5', 'EUR 7', '3 %', '4'].map(findCurrency)).toEqual(['€', '$', 'EUR', '', '']);
});
