import { expect, test } from 'vitest';
import { asksModels, inBatches, type ParseEstimate } from './estimate.ts';

function estimateOf(...works: Partial<ParseEstimate['works'][number]>[]): ParseEstimate {
  return {
    documents: 1,
    currency: 'EUR',
    exact: true,
    works: works.map((work) => ({
      work: 'embedding',
      modelName: 'm',
      builtIn: false,
      calls: 1,
      promptTokens: 10,
      completionTokens: 0,
      cost: null,
      ...work,
    })),
  };
}

test('vectors alone are not asked about unless they cost something', () => {
  expect(asksModels(estimateOf({}))).toBe(false);
  expect(asksModels(estimateOf({ cost: 0.001 }))).toBe(false);
  expect(asksModels(estimateOf({ cost: 0.2 }))).toBe(true);
});

test('work of a model is asked about; that of the product, of nobody, or none at all is not', () => {
  expect(asksModels(estimateOf({ work: 'questions' }))).toBe(true);
  expect(asksModels(estimateOf({ work: 'keywords', builtIn: true }))).toBe(false);
  expect(asksModels(estimateOf({ work: 'questions', modelName: null }))).toBe(false);
  expect(asksModels(estimateOf({ work: 'figures', calls: 0 }))).toBe(false);
});

test('many documents go in batches', () => {
  expect(inBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inBatches([])).toEqual([]);
});
