import { describe, expect, it } from 'vitest';
import { finishText, joinLines } from './text-joining.ts';

const vocabulary = new Set(['information', 'long-term', '보험금']);

describe('joinLines', () => {
  it.each([
    ['the infor-', 'mation given', 'the information given'],
    ['a soft\u00ad', 'ened tone', 'a softened tone'],
    ['on long-', 'term debt', 'on long-term debt'],
    ['the COVID-', '19 years', 'the COVID-19 years'],
    ['pages 12-', '14 of it', 'pages 12-14 of it'],
    ['two', 'words', 'two words'],
    ['pages 737–', '9 of it', 'pages 737–9 of it'],
    ['see https://', 'www.example.org', 'see https://www.example.org'],
    ['see https://www.example.org/reports/', 'annual', 'see https://www.example.org/reports/annual'],
    ['at www.example.org.', 'Then', 'at www.example.org. Then'],
    ['THE INFOR-', 'MATION ACT', 'THE INFORMATION ACT'],
    ['NON-', 'PROFIT', 'NON-PROFIT'],
    ['関連する', '事項', '関連する事項'],
    ['年度 2015', '年', '年度 2015 年'],
    ['재해보험', '금을 지급', '재해보험금을 지급'],
    ['지급하는 보험', '금', '지급하는 보험금'],
  ])('%s + %s', (text, next, joined) => {
    const words = new Set([...vocabulary, '재해보험금을']);
    expect(joinLines(text, next, words)).toBe(joined);
  });

  it('shows a hyphen that nothing followed', () => {
    expect(finishText('never ended\u00ad')).toBe('never ended-');
  });
});
