import { expect, test } from 'vitest';
import { entityKey } from './entity-key.ts';
import { chooseNamed, questionKeys } from './question.ts';
import { spreadToChunks } from './spread.ts';

const entity = (name: string, ...more: string[]) => ({ name, keys: [name, ...more].map(entityKey) });

test('a question names entities in English, French and Chinese, whatever the case, accents and number', () => {
  const known = [
    entity('Harbour Office', 'HO'),
    entity('École des Mines'),
    entity('北京大学'),
    entity('Office'),
    entity('Tides'),
  ];
  const named = (question: string) =>
    chooseNamed(
      question,
      known.filter(({ keys }) => keys.some((key) => questionKeys(question).includes(key))),
    ).map(({ name }) => name);
  expect(named('what does the HARBOUR OFFICE say of tide?')).toEqual(['Harbour Office', 'Tides']);
  expect(named('Who runs the HO?')).toEqual(['Harbour Office']);
  expect(named("Qui dirige l'ecole des mines ?")).toEqual(['École des Mines']);
  expect(named('北京大学在哪里？')).toEqual(['北京大学']);
  expect(named('nothing at all')).toEqual([]);
  expect(questionKeys('')).toEqual([]);
});

test('weight flows from named entities to their neighbours and on to passages', () => {
  const one = (id: string, mentions = 1, rank = 1) => ({ id, mentions, rank });
  const chunks = spreadToChunks({
    named: [one('a')],
    neighbours: [one('b', 1, 2), one('c', 1, 2)],
    relations: [
      { source: 'a', target: 'b', weight: 10 },
      { source: 'c', target: 'a', weight: 1 },
    ],
    mentions: [
      { entityId: 'a', chunkId: 'names a' },
      { entityId: 'a', chunkId: 'states a–b' },
      { entityId: 'b', chunkId: 'states a–b' },
      { entityId: 'b', chunkId: 'names b' },
      { entityId: 'c', chunkId: 'names c' },
    ],
    statements: [{ source: 'a', target: 'b', chunkId: 'states a–b' }],
    chunks: 100,
  });
  expect(chunks.map(({ chunkId }) => chunkId)).toEqual(['states a–b', 'names a', 'names b', 'names c']);
  expect(chunks[0]).toMatchObject({ score: 1, entityIds: ['a', 'b'] });
  expect(
    spreadToChunks({ named: [], neighbours: [], relations: [], mentions: [], statements: [], chunks: 0 }),
  ).toEqual([]);
});
