import { estimateTokens } from '@lectern/models';
import { expect, test } from 'vitest';
import { askForEntities, batchPassagesForModel, estimateExtraction, readEntities } from './extract.ts';

const types = ['organization', 'person'];
const chunk = (id: string, text: string) => ({ id, text, headingPath: ['Staff'] });
const batch = [chunk('a', 'Anna Berg founded Nordlys.'), chunk('b', 'Nordlys is in Oslo.')];
const answer = {
  entities: [
    { name: 'Anna Berg', type: 'Persons', description: 'Founder.', passages: [1] },
    { name: 'Nordlys', type: 'organization', description: 'A firm.', passages: [1, 2] },
    { name: 'Oslo', type: 'planet', passages: [2] },
  ],
  relations: [
    { source: 'anna berg', target: 'Nordlys', description: 'She founded it.', strength: 9, passages: [1] },
  ],
};

test('an answer is given to the passages it names', () => {
  const [first, second] = readEntities(JSON.stringify(answer), batch, types);
  expect(first?.entities.map(({ name, type }) => [name, type])).toEqual([
    ['Anna Berg', 'person'],
    ['Nordlys', 'organization'],
  ]);
  expect(first?.relations).toEqual([
    { source: 'Anna Berg', target: 'Nordlys', description: 'She founded it.', weight: 9 },
  ]);
  expect(second?.entities.map(({ name, type }) => [name, type])).toEqual([
    ['Nordlys', 'organization'],
    ['Oslo', 'other'],
  ]);
  expect(first?.skipped).toBe(0);
});

test('a fence, chatter and a cut end are read over', () => {
  const text = `Sure! Here it is:\n\`\`\`json\n${JSON.stringify(answer).slice(0, -60)}`;
  const [first] = readEntities(text, batch, types);
  expect(first?.entities).toHaveLength(2);
  expect(first?.relations).toEqual([]);
});

test('nonsense is skipped and counted', () => {
  const bad = {
    entities: [{ name: 'Anna Berg', type: 'person' }, { name: '', type: 'person' }, { kind: 3 }],
    relations: [
      { source: 'Anna Berg', target: 'Nobody' },
      { source: 'Anna Berg', target: 'Anna Berg' },
    ],
  };
  const [first] = readEntities(JSON.stringify(bad), batch, types);
  expect(first).toMatchObject({ entities: [{ name: 'Anna Berg' }], relations: [], skipped: 4 });
  for (const text of ['', 'I cannot do that.', '{"entities":', '[1,2,3]', '{{{{', '{"a":1}'])
    expect(
      readEntities(text, batch, types).map(({ entities, skipped }) => [entities.length, skipped]),
    ).toEqual([
      [0, 1],
      [0, 0],
    ]);
});

test('passages that are not of the batch are looked for by name', () => {
  const wrong = { entities: [{ name: 'Oslo', type: 'organization', passages: [7, -1] }] };
  const [first, second] = readEntities(JSON.stringify(wrong), batch, types);
  expect([first?.entities.length, second?.entities.length]).toEqual([0, 1]);
});

test('batches stay within their tokens, and the estimate counts them', () => {
  const chunks = Array.from({ length: 20 }, (_, n) =>
    chunk(String(n), 'word '.repeat(n % 5 === 0 ? 2_000 : 60)),
  );
  const batches = batchPassagesForModel(chunks);
  expect(batches.flat()).toEqual(chunks);
  expect(Math.max(...batches.map((group) => group.length))).toBeLessThanOrEqual(6);
  const tokens = chunks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const estimate = estimateExtraction({ passages: chunks.length, tokens }, types);
  expect(Math.abs(estimate.calls - batches.length)).toBeLessThanOrEqual(batches.length / 2);
  const asked = batches.map((group) => askForEntities(group, types));
  const sent = asked.reduce(
    (sum, { system, prompt }) => sum + estimateTokens(system) + estimateTokens(prompt),
    0,
  );
  expect(Math.abs(estimate.promptTokens - sent)).toBeLessThan(sent / 4);
  expect(askForEntities(batches[0]!, types).system).toContain('organization, person');
});
