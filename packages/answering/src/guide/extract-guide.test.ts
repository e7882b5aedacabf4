import { describe, expect, test } from 'vitest';
import { extractGuide } from './extract-guide.ts';
import { findDates } from './find-dates.ts';
import { findAbbreviations, findDefinition } from './find-definition.ts';

const passage = (text: string, headingPath: string[] = [], questions: string[] = []) => ({
  documentId: 'd',
  chunkId: text.slice(0, 12),
  text,
  headingPath,
  questions,
});

test('every entry of a guide is quoted from its passage', () => {
  const passages = [
    passage(
      '# Roses\n\nThe garden society has grown roses in the city park since 1986. It was founded by Anna Berg.',
      ['Roses'],
    ),
    passage(
      'The term “grafting” means joining parts of two plants so that they grow as one.\n\n| a | b |\n|---|---|',
      ['Roses', 'Care'],
    ),
    passage('Roses are pruned in early spring, before the first leaves of the garden open.', [
      'When to prune?',
    ]),
  ];
  const guide = extractGuide(passages);
  for (const entry of Object.values(guide).flat())
    for (const { chunkId, quote } of entry.sources)
      expect(passages.find((each) => each.chunkId === chunkId)?.text).toContain(quote);
  expect(guide.glossary).toMatchObject([
    { term: 'grafting', definition: 'joining parts of two plants so that they grow as one.' },
  ]);
  expect(guide.timeline).toMatchObject([{ date: '1986' }]);
  expect(guide.questions[0]).toMatchObject({
    question: 'When to prune?',
    answer: 'Roses are pruned in early spring, before the first leaves of the garden open.',
  });
  expect(guide.summary.map(({ text }) => text).join(' ')).not.toContain('|');
});

test('every document of several has its part in the summary', () => {
  const sentences = (word: string, count: number) =>
    Array.from({ length: count }, (_, n) => `The ${word} of garden number ${n} opens its gates every day.`);
  const long = sentences('keeper', 30).map((text) => passage(text));
  const short = { ...passage('The library lends out books to everyone who lives in town.'), documentId: 'e' };
  const { summary } = extractGuide([...long, short]);
  expect(summary.map(({ text }) => text)).toContain(short.text);
});

test('a text without sentences gives an empty guide', () => {
  expect(Object.values(extractGuide([passage('| 1 | 2 |'), passage('')])).flat()).toEqual([]);
});

describe('dates', () => {
  test.each([
    ['It opened on 3 May 1998 and closed in 2004.', ['1998-05-03', '2004']],
    ['Since March 2011, nothing has changed.', ['2011-03']],
    ['Le 1er février 2020, le conseil s’est réuni.', ['2020-02-01']],
    ['公司于2019年8月3日成立。', ['2019-08-03']],
    ['Due 2013-02-15 at the latest.', ['2013-02-15']],
    ['Section 2013 lists 1998 items.', []],
  ])('%s', (text, dates) => expect(findDates(text)).toEqual(dates));
});

describe('definitions', () => {
  test.each([
    ['“Legal holiday” means any holiday in the District.', 'Legal holiday'],
    ['The deposit period refers to the period of a liability.', 'deposit period'],
    ['« Pavage » désigne la pose de pavés.', 'Pavage'],
    ['On entend par sentier une voie réservée aux piétons.', 'sentier'],
    ['The IRS refers to rounding differences as fractions.', undefined],
    ['This means that nobody came.', undefined],
  ])('%s', (text, term) => expect(findDefinition(text)?.term).toBe(term));

  test('abbreviations are those whose letters begin the words before them', () => {
    expect(findAbbreviations('Le Plan directeur de transport actif (PDTA) est adopté.')).toEqual([
      { term: 'PDTA', definition: 'Plan directeur de transport actif' },
    ]);
    expect(findAbbreviations('The work of many people (WHO) was named.')).toEqual([]);
  });
});
