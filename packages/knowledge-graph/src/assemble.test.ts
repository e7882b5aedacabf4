import { expect, test } from 'vitest';
import { assembleGraph } from './assemble.ts';
import { extractBuiltIn } from './built-in/extract.ts';
import type { ExtractedEntity, Extraction } from './extraction.ts';

const entity = (name: string, type = 'person', more: Partial<ExtractedEntity> = {}): ExtractedEntity => ({
  name,
  type,
  certainty: 2,
  description: `${name} is named.`,
  ...more,
});
const passage = (chunkId: string, entities: ExtractedEntity[], relations: Extraction['relations'] = []) => ({
  chunkId,
  extraction: { entities, relations, skipped: 0 },
});
const relation = (source: string, target: string) => ({
  source,
  target,
  description: `${source}, ${target}.`,
  weight: 5,
});
const assemble = (passages: Parameters<typeof assembleGraph>[0], seed = 1) =>
  assembleGraph(passages, { method: 'model', seed });

test('spellings of one name are one entity; initials, surnames and short forms find theirs', () => {
  const { entities } = assemble([
    passage('1', [entity('Élise Martin'), entity('Office of Tides', 'organization', { aliases: ['OT'] })]),
    passage('2', [
      entity('elise martin'),
      entity('E. Martin'),
      entity('the Office of Tides', 'organization'),
    ]),
    passage('3', [
      entity('Martin'),
      entity('Élise Martin'),
      entity('OT', 'organization'),
      entity('Harbors', 'location'),
    ]),
    passage('4', [entity('Harbor', 'location'), entity('Nordlys Ltd', 'organization')]),
    passage('5', [entity('Nordlys', 'organization')]),
  ]);
  const summary = Object.fromEntries(
    entities.map(({ name, mentions }) => [name, mentions.map(({ chunkId }) => chunkId)]),
  );
  expect(summary['Élise Martin'] ?? summary['elise martin']).toEqual(['1', '2', '3']);
  expect(Object.keys(summary)).toHaveLength(4);
  expect(entities.find(({ type }) => type === 'organization')?.aliases).toEqual(['OT']);
});

test('two persons of one surname, and names that differ by a digit, stay apart', () => {
  const { entities } = assemble([
    passage('1', [entity('Anna Holm'), entity('Axel Holm'), entity('A. Holm'), entity('Holm')]),
    passage('2', [entity('Regulation 2016/679', 'other'), entity('Regulation 2016/678', 'other')]),
  ]);
  expect(entities).toHaveLength(6);
});

test('relations keep the passages that state them; unknown ends are left out', () => {
  const { entities, relations } = assemble([
    passage('1', [entity('Anna'), entity('Bert')], [relation('Anna', 'Bert'), relation('Anna', 'Nobody')]),
    passage('2', [entity('Bert'), entity('anna')], [relation('Bert', 'anna')]),
  ]);
  expect(relations).toHaveLength(1);
  const [only] = relations;
  expect(new Set([entities[only!.source]!.key, entities[only!.target]!.key])).toEqual(
    new Set(['anna', 'bert']),
  );
  expect(only).toMatchObject({ weight: 10, mentions: [{ chunkId: '1' }, { chunkId: '2' }] });
});

test('communities hold what belongs together, and the same seed gives the same', () => {
  const group = (prefix: string) => [1, 2, 3, 4].map((n) => entity(`${prefix} ${n}`));
  const bind = (prefix: string) =>
    [1, 2, 3].flatMap((a) => [a + 1, 4].map((b) => relation(`${prefix} ${a}`, `${prefix} ${b}`)));
  const passages = ['Alpha', 'Beta', 'Gamma'].map((prefix) => passage(prefix, group(prefix), bind(prefix)));
  const graph = assemble(passages);
  expect(graph.communities.map(({ members }) => members.length)).toEqual([4, 4, 4]);
  for (const { number, members } of graph.communities) {
    expect(new Set(members.map((n) => graph.entities[n]!.name.split(' ')[0])).size).toBe(1);
    for (const n of members) expect(graph.entities[n]!.community).toBe(number);
  }
  expect(assemble(passages)).toEqual(graph);
  expect(graph.entities.reduce((sum, { rank }) => sum + rank, 0)).toBeCloseTo(graph.entities.length, 0);
});

test('an empty base gives an empty graph', () => {
  expect(assemble([])).toEqual({ entities: [], relations: [], communities: [] });
  expect(assemble([passage('1', [])])).toEqual({ entities: [], relations: [], communities: [] });
});

test('thousands of passages give a readable graph: few lines an entity, no name met once by chance', () => {
  const names = Array.from(
    { length: 300 },
    (_, n) =>
      `John Person${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10) % 10]}${Math.floor(n / 100)}x`,
  );
  const passages = Array.from({ length: 3_000 }, (_, n) => {
    const text = `${names[n % 300]} met ${names[(n * 7) % 300]} and ${names[(n * 13) % 300]} near Rarename${n}q Street.`;
    return {
      chunkId: `c${n}`,
      extraction: extractBuiltIn({ id: `c${n}`, text, headingPath: [] }, ['person', 'location']),
    };
  });
  const { entities, relations } = assembleGraph(passages, { method: 'built_in', seed: 1 });
  expect(entities.filter(({ type }) => type === 'person')).toHaveLength(300);
  expect(entities.filter(({ name }) => name.startsWith('Rarename'))).toEqual([]);
  expect(relations.length / entities.length).toBeLessThan(8);
  expect(relations.length).toBeGreaterThan(entities.length / 2);
});
