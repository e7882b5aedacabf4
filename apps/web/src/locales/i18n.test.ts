// @vitest-environment happy-dom
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { changeLanguage, loadTexts, startLanguages } from './i18n.ts';

beforeAll(async () => {
  await startLanguages();
  await loadTexts(['evaluation']);
});

it('takes for each count of a sentence the form that fits', async () => {
  const facts = (questions: string, documents: string) =>
    i18next.t('evaluation:runs.facts', { at: 'now', owner: 'Ann', questions, documents, chunks: '1,200' });
  expect(facts('1', '0')).toBe('now · Ann · 1 question · 0 documents, 1,200 chunks');
  expect(facts('2', '1')).toBe('now · Ann · 2 questions · 1 document, 1,200 chunks');
  await changeLanguage('fr');
  await loadTexts(['evaluation']);
  expect(facts('1', '0')).toBe('now · Ann · 1 question · 0 document, 1,200 fragments');
});
