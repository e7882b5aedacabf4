import { expect, test } from 'vitest';
import { deriveFilter, type FilterVocabulary } from './derive-filter.ts';

const field = (key: string, name: string, type: 'text' | 'number' | 'date' | 'yes_no' | 'choice') => ({
  key,
  name,
  type,
  choices: type === 'choice' ? ['Contract', 'Invoice'] : [],
});
const vocabulary: FilterVocabulary = {
  tags: ['Trees', 'Parks and gardens', '合同'],
  fields: [
    field('kind', 'Kind', 'choice'),
    field('signed', 'Signed on', 'date'),
    field('place', 'Place', 'text'),
  ],
  textValues: [{ key: 'place', value: 'Lyon' }],
};
const noModel = async () => undefined;

test('without a model, the tags and values that occur in the question', async () => {
  const derive = async (question: string) =>
    (await deriveFilter(question, vocabulary, noModel))?.filter.conditions;
  expect(await derive('Which invoices came from Lyon?')).toEqual([
    { property: 'field', field: 'kind', operator: 'is', values: ['Invoice'] },
    { property: 'field', field: 'place', operator: 'is', values: ['Lyon'] },
  ]);
  expect(await derive('How old are the trees?')).toEqual([
    { property: 'tag', operator: 'is', values: ['Trees'] },
  ]);
  expect(await derive('What was agreed in 2024 and 2025?')).toEqual([
    { property: 'field', field: 'signed', operator: 'at_least', values: ['2024-01-01'] },
    { property: 'field', field: 'signed', operator: 'at_most', values: ['2025-12-31'] },
  ]);
  expect(await derive('Who walks in the park?')).toBeUndefined();
  expect(await derive('这份合同什么时候到期？')).toEqual([
    { property: 'tag', operator: 'is', values: ['合同'] },
  ]);
});

test('a year is held against a field of years where there is no date', async () => {
  const years = { ...vocabulary, fields: [field('year', 'Année', 'number')] };
  expect((await deriveFilter('Le budget de 2023', years, noModel))?.filter.conditions).toEqual([
    { property: 'field', field: 'year', operator: 'is', values: ['2023'] },
  ]);
});

test('what a model answers is held against the tags and fields there are', async () => {
  const answer = (text: string) => deriveFilter('Which contracts?', vocabulary, async () => text);
  expect(
    await answer(
      'Here: [{"property":"field","field":"kind","operator":"is","values":["Contract"]},{"property":"tag","operator":"is","values":["made up"]},{"property":"field","field":"signed","operator":"at_least","values":["soon"]}]',
    ),
  ).toEqual({
    by: 'model',
    filter: {
      match: 'all',
      conditions: [{ property: 'field', field: 'kind', operator: 'is', values: ['Contract'] }],
    },
  });
  expect(await answer('[]')).toBeUndefined();
  // What cannot be read is no answer: the words decide.
  expect(await answer('I think contracts.')).toMatchObject({ by: 'words' });
});
