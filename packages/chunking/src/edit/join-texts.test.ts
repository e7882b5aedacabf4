import { expect, test } from 'vitest';
import { joinTexts, splitText } from './join-texts.ts';

test('neighbours are joined as paragraphs, or as one where a sentence runs on', () => {
  expect(joinTexts('Roses bloom.\n', '\nApples ripen.')).toBe('Roses bloom.\n\nApples ripen.');
  expect(joinTexts('Roses bloom in', 'early June.')).toBe('Roses bloom in early June.');
});

test('what the second repeats of the first is there once', () => {
  const overlap = 'The last sentence of the first.';
  expect(joinTexts(`Roses bloom. ${overlap}`, `${overlap} Apples ripen.`)).toBe(
    `Roses bloom. ${overlap}\n\nApples ripen.`,
  );
  expect(joinTexts('It ends with the', 'the beginning')).toBe('It ends with the the beginning');
});

test('a text is split where both sides have words', () => {
  expect(splitText('Roses. Apples.', 6)).toEqual(['Roses.', 'Apples.']);
  expect(splitText('  Roses', 2)).toBeUndefined();
  expect(splitText('Roses', 99)).toBeUndefined();
});
