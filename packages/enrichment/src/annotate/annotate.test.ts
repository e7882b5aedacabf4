import { describe, expect, test } from 'vitest';
import { createKeywordFinder } from './keyword-finder.ts';
import { readAnnotation } from './prompts.ts';

describe('answers of a model', () => {
  test('are taken without numbers, marks and doubles', () => {
    expect(readAnnotation('keywords', '1. Harbour dues\n- harbour dues\n* "Winter storage".\n', 5)).toEqual([
      'Harbour dues',
      'Winter storage',
    ]);
    expect(readAnnotation('keywords', 'permis, clôture ; hauteur', 2)).toEqual(['permis', 'clôture']);
    expect(readAnnotation('keywords', '```json\n["许可证", "围栏"]\n```', 5)).toEqual(['许可证', '围栏']);
    expect(
      readAnnotation('questions', 'Q1: Who may moor here?\n2) 谁可以停泊？\nThis text is about boats.', 5),
    ).toEqual(['Who may moor here?', '谁可以停泊？']);
  });

  test('nonsense is nothing', () => {
    for (const nonsense of ['', '   ', '***', 'I am sorry, but I cannot help you with this request today.'])
      expect(readAnnotation('questions', nonsense, 3)).toEqual([]);
    expect(
      readAnnotation('keywords', 'Here is a very long sentence instead of the keywords asked for', 3),
    ).toEqual([]);
    expect(readAnnotation('keywords', 'x'.repeat(5_000), 3)).toEqual([]);
  });
});

describe('keywords without a model', () => {
  const texts = [
    'Winter storage of boats is free. Winter storage ends in March, and the boats leave.',
    'The fuel station sells diesel. Boats wait at the fuel station.',
    'Les clôtures doivent respecter la hauteur permise. La hauteur permise est de deux mètres.',
    '围栏的高度不得超过两米。围栏需要许可证。',
  ];
  const finder = createKeywordFinder();
  for (const text of texts) finder.observe(text);

  test('are what a text has often and its document seldom, as it is written', () => {
    expect(finder.find(texts[0]!, 3)[0]).toBe('Winter storage');
    expect(finder.find(texts[1]!, 3)[0]).toBe('fuel station');
    expect(finder.find(texts[1]!, 9)).not.toContain('the');
    expect(finder.find(texts[2]!, 3)[0]).toBe('hauteur permise');
    expect(finder.find(texts[3]!, 3)).toContain('围栏');
  });

  test('are the same each time, and no more than asked for', () => {
    expect(finder.find(texts[0]!, 2)).toEqual(finder.find(texts[0]!, 2));
    expect(finder.find(texts[0]!, 2)).toHaveLength(2);
    expect(finder.find('', 5)).toEqual([]);
  });
});
