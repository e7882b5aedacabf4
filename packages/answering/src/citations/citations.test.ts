import { describe, expect, test } from 'vitest';
import { createMarkerReader } from './markers.ts';
import { citeStatements, findStatement, listMarkers } from './match-statements.ts';
import { createQuoteNumbering } from './number-quotes.ts';
import { findSupportingQuote } from './supporting-quote.ts';

const refunds = `# Refunds

Customers may return goods within 30 days. Refunds are paid within 14 days by bank transfer.
Shipping costs are not refunded unless the goods were damaged.

| city | inhabitants |
|---|---|
| Lyon | 522,250 |
| Paris | 2,102,650 |`;
const loans = '借款人未按照约定的期限返还借款的，应当支付逾期利息。对借款期限没有约定的，可以随时返还。';
const passages = [
  { number: 1, text: refunds },
  { number: 2, text: loans },
];

describe('supporting quote', () => {
  test.each([
    ['The money comes by bank transfer in 14 days', 'Refunds are paid within 14 days by bank transfer.'],
    ['Paris has 2,102,650 inhabitants', '| Paris | 2,102,650 |'],
    [
      'Shipping is refunded only for damaged goods',
      'Shipping costs are not refunded unless the goods were damaged.',
    ],
  ])('%s', (statement, quote) => {
    expect(findSupportingQuote(statement, refunds).text).toBe(quote);
  });

  test('is a piece of the chunk at its offset', () => {
    const quote = findSupportingQuote('逾期的借款人要付利息', loans);
    expect(quote.text).toBe('借款人未按照约定的期限返还借款的，应当支付逾期利息。');
    expect(loans.slice(quote.start, quote.end)).toBe(quote.text);
  });

  test('takes a statement that stands in the chunk as it is, across a line break too', () => {
    const quote = findSupportingQuote(
      'paid within 14 days by bank transfer. Shipping costs are not refunded',
      refunds,
    );
    expect(quote.text).toBe('paid within 14 days by bank transfer.\nShipping costs are not refunded');
    expect(refunds.slice(quote.start, quote.end)).toBe(quote.text);
  });

  test('takes two sentences where the statement needs both', () => {
    const { text } = findSupportingQuote(
      'Goods may be returned within 30 days and are paid by bank transfer in 14',
      refunds,
    );
    expect(text).toContain('30 days');
    expect(text).toContain('bank transfer');
  });

  test('never fails: no overlap, empty chunk, special characters', () => {
    expect(refunds).toContain(findSupportingQuote('zebra', refunds).text);
    expect(findSupportingQuote('anything', '')).toEqual({ text: '', start: 0, end: 0 });
    expect(() => findSupportingQuote('a (b [c] d* +e? f|g $h ^i', refunds)).not.toThrow();
  });
});

test('a numbered heading is quoted whole and without its sign', () => {
  const chunk = '## 4. Rules on dogs\n\nEvery dog must have a licence.';
  expect(findSupportingQuote('The rules on dogs are in part four', chunk).text).toBe('4. Rules on dogs');
});

describe('an answer without markers', () => {
  test('gets one behind each sentence that a passage supports', () => {
    const answer =
      'Refunds are paid in 14 days by bank transfer. Bananas are yellow fruit of the tropics. 逾期应当支付逾期利息。';
    const { text, markers } = citeStatements(answer, passages);
    expect(text).toBe(
      'Refunds are paid in 14 days by bank transfer. [1] Bananas are yellow fruit of the tropics. 逾期应当支付逾期利息。 [2]',
    );
    expect(markers.map(({ start, end }) => text.slice(start, end))).toEqual(['[1]', '[2]']);
  });

  test('keeps code, tables and headings as they are', () => {
    const answer =
      '# Refunds bank transfer days\n\n```\nRefunds are paid within 14 days by bank transfer.\n```\n\n| Paris | 2,102,650 |\n|---|---|';
    expect(citeStatements(answer, passages)).toEqual({ text: answer, markers: [] });
  });
});

test('markers are listed outside of code and links', () => {
  const answer = 'One [1], `x[2]`, [3](http://x)\n```\n[4]\n```\ntwo [5]';
  expect(listMarkers(answer).map(({ number }) => number)).toEqual([1, 5]);
});

test('a marker vouches for the words before it', () => {
  const answer = 'First claim here. Second claim [1] and third part [2]. Fourth claim. [3][4]';
  const statements = listMarkers(answer).map((marker) => findStatement(answer, marker));
  expect(statements[0]).toBe('Second claim');
  expect(statements[1]).toContain('third part');
  expect(statements[2]).toBe('Fourth claim.');
  expect(statements[3]).toBe('Fourth claim.');
});

describe('numbering', () => {
  const number = (answer: string, size = 7) => {
    const numbering = createQuoteNumbering(passages);
    const reader = createMarkerReader(passages.map((passage) => passage.number));
    let text = '';
    for (let at = 0; at < answer.length; at += size)
      text += numbering.push(reader.push(answer.slice(at, at + size))).text;
    text += numbering.push(reader.finish()).text;
    return { text, quotes: numbering.quotes() };
  };

  test.each([1, 7, 1000])('runs 1, 2, 3 in reading order, in deltas of %i', (size) => {
    const { text, quotes } = number(
      '逾期应当支付逾期利息 [2]. Refunds are paid within 14 days by bank transfer [1]. Goods come back within 30 days [1].',
      size,
    );
    expect(text).toBe(
      '逾期应当支付逾期利息 [1]. Refunds are paid within 14 days by bank transfer [2]. Goods come back within 30 days [3].',
    );
    expect(quotes.map(({ passage, quote }) => [passage, quote.text])).toEqual([
      [2, '借款人未按照约定的期限返还借款的，应当支付逾期利息。'],
      [1, 'Refunds are paid within 14 days by bank transfer'],
      [1, 'Customers may return goods within 30 days.'],
    ]);
    for (const { markers } of quotes)
      for (const { number, start, end } of markers) expect(text.slice(start, end)).toBe(`[${number}]`);
  });

  test('statements on the same sentence share a number; unknown passages have none', () => {
    const { text } = number(
      'Paid by bank transfer within 14 days [1]. So it takes 14 days by bank transfer [1]. Nobody knows [7].',
    );
    expect(text).toMatch(/days \[1\]\. So it takes 14 days by bank transfer \[1\]\. Nobody knows\.$/);
  });
});
