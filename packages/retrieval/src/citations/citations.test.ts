import { describe, expect, test } from 'vitest';
import { citeStatements, findStatement, listMarkers } from './match-statements.ts';
import { resolveCitations } from './resolve-citations.ts';
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

test('every marker with a passage gets a quote, the others are left out', () => {
  const answer = 'Bank transfer within 14 days [1]. Nobody knows [7].';
  const citations = resolveCitations(answer, listMarkers(answer), passages);
  expect(citations).toHaveLength(1);
  expect(citations[0]).toMatchObject({
    number: 1,
    quote: { text: 'Refunds are paid within 14 days by bank transfer.' },
  });
});
