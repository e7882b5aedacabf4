import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForGraph } from './testing/wait-for-graph.ts';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const harbour = `# Safety

Anna Berg founded the Harbour Safety Institute in Port Laney. Peter Holm works for the Harbour Safety Institute.

# Money

Peter Holm met Lucy Carter in Port Laney. Lucy Carter leads the Nordlys Group.`;
const ships = 'Lucy Carter of the Nordlys Group sold three ships to Thomas Wells in Eastmoor.';

async function buildBase(enrichment?: Record<string, unknown>) {
  return buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 32 },
    ...(enrichment ? { enrichment_options: enrichment } : {}),
  });
}

const graphPath = (baseId: string, rest = '') => `/knowledge-bases/${baseId}/graph${rest}`;
const build = (baseId: string, fields = {}) => person.call('POST', graphPath(baseId), fields);
const names = async (baseId: string) =>
  (await person.call('GET', graphPath(baseId, '/entities?page_size=200'))).body.items
    .map(({ name }: { name: string }) => name)
    .sort();
const countRows = async (baseId: string) => {
  const [row] = await server.query(
    `select (select count(*)::int from graph_entities where knowledge_base_id = $1) as entities,
            (select count(*)::int from graph_relations where knowledge_base_id = $1) as relations,
            (select count(*)::int from graph_communities where knowledge_base_id = $1) as communities,
            (select count(*)::int from graph_extractions where knowledge_base_id = $1) as extractions,
            (select count(*)::int from graph_mentions m join graph_entities e on e.id = m.entity_id
             where e.knowledge_base_id = $1) as mentions`,
    [baseId],
  );
  return row as Record<'entities' | 'relations' | 'communities' | 'extractions' | 'mentions', number>;
};

test('a graph is built by the built-in method, and leads from entities to passages', async () => {
  const base = await buildBase();
  const document = await buildDocument(person, { knowledge_base_id: base.id, text: harbour });
  expect((await person.call('GET', graphPath(base.id))).body).toMatchObject({
    state: 'none',
    automatic: false,
    entity_count: 0,
  });
  expect((await build(base.id)).body.state).toBe('queued');
  const graph = await waitForGraph(person, base.id);
  expect(graph).toMatchObject({ state: 'ready', percent: 100, model_name: null, usage: { calls: 0 } });
  expect(graph.chunk_count).toBeGreaterThan(1);
  expect(graph.types.map(({ type }: { type: string }) => type)).toContain('person');
  expect(await names(base.id)).toEqual([
    'Anna Berg',
    'Harbour Safety Institute',
    'Lucy Carter',
    'Nordlys Group',
    'Peter Holm',
    'Port Laney',
  ]);
  const network = (await person.call('GET', graphPath(base.id, '/network'))).body;
  expect(network.nodes).toHaveLength(6);
  expect(network.total).toBe(6);
  expect(network.edges.length).toBeGreaterThanOrEqual(4);
  for (const { source, target } of network.edges) {
    expect(network.nodes[source]).toBeDefined();
    expect(network.nodes[target]).toBeDefined();
  }
  const found = await person.call('GET', graphPath(base.id, '/entities?search=holm&type=person'));
  expect(found.body).toMatchObject({ total: 1, items: [{ name: 'Peter Holm' }] });
  const { body: entity } = await person.call(
    'GET',
    graphPath(base.id, `/entities/${found.body.items[0].id}`),
  );
  expect(entity.neighbours.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Harbour Safety Institute', 'Lucy Carter']),
  );
  expect(entity.descriptions[0]).toContain('Peter Holm');
  for (const source of entity.sources) {
    expect(source).toMatchObject({ document_id: document.id, document_name: document.name });
    expect(source.text).toContain('Peter Holm');
    expect(source.char_range.end).toBeGreaterThan(source.char_range.start);
  }
});

test('it follows documents that come, change and go, and leaves no ghost', async () => {
  const base = await buildBase({ graph: { enabled: true, entity_types: ['person', 'organization'] } });
  const first = await buildDocument(person, { knowledge_base_id: base.id, text: harbour });
  expect((await waitForGraph(person, base.id)).automatic).toBe(true);
  expect(await names(base.id)).not.toContain('Thomas Wells');
  const second = await buildDocument(person, { knowledge_base_id: base.id, text: ships });
  await waitForGraph(person, base.id);
  expect(await names(base.id)).toContain('Thomas Wells');
  const before = await countRows(base.id);

  await person.call('POST', `/documents/${first.id}/parse`);
  await waitForGraph(person, base.id, { after: true });
  expect(await countRows(base.id)).toEqual(before);

  await person.call('DELETE', `/documents/${first.id}`);
  // At once: nothing of it is shown, though the build that removes it is still to come.
  expect(await names(base.id)).not.toContain('Anna Berg');
  const network = (await person.call('GET', graphPath(base.id, '/network'))).body;
  expect(network.nodes.map(({ name }: { name: string }) => name)).not.toContain('Anna Berg');
  await waitForGraph(person, base.id, { after: true });
  const after = await countRows(base.id);
  expect(await names(base.id)).toEqual(['Lucy Carter', 'Nordlys Group', 'Thomas Wells']);
  expect(after.entities).toBe(3);
  expect(after.extractions).toBe(1);

  await person.call('DELETE', `/documents/${second.id}`);
  await waitForGraph(person, base.id, { after: true });
  expect(await countRows(base.id)).toEqual({
    entities: 0,
    relations: 0,
    communities: 0,
    extractions: 0,
    mentions: 0,
  });
});

test('a graph that is not kept up to date only loses what is gone', async () => {
  const base = await buildBase();
  const first = await buildDocument(person, { knowledge_base_id: base.id, text: harbour });
  await build(base.id);
  await waitForGraph(person, base.id);
  await buildDocument(person, { knowledge_base_id: base.id, text: ships });
  await waitForGraph(person, base.id, { after: true });
  expect(await names(base.id)).not.toContain('Thomas Wells');
  expect(await names(base.id)).toContain('Anna Berg');
  const { body: estimate } = await person.call('GET', graphPath(base.id, '/estimate'));
  expect(estimate).toMatchObject({ new_chunks: 1, work: { built_in: true, calls: 0 } });
  await person.call('DELETE', `/documents/${first.id}`);
  await waitForGraph(person, base.id, { after: true });
  expect((await countRows(base.id)).entities).toBe(0);
  await build(base.id);
  await waitForGraph(person, base.id);
  expect(await names(base.id)).toContain('Thomas Wells');
});

test('a build is cancelled, and a graph deleted with all its rows', async () => {
  const base = await buildBase();
  await buildDocument(person, { knowledge_base_id: base.id, text: harbour });
  expect((await person.call('POST', graphPath(base.id, '/cancel'))).body.error.code).toBe(
    'knowledge_graph.not_building',
  );
  await build(base.id);
  const cancelled = await person.call('POST', graphPath(base.id, '/cancel'));
  if (cancelled.status === 202) expect(cancelled.body.state).toBe('cancelled');
  await build(base.id, { afresh: true });
  expect((await waitForGraph(person, base.id)).state).toBe('ready');
  expect((await person.call('DELETE', graphPath(base.id))).status).toBe(204);
  expect((await person.call('GET', graphPath(base.id))).body.state).toBe('none');
  expect(Object.values(await countRows(base.id))).toEqual([0, 0, 0, 0, 0]);
  expect((await person.call('GET', graphPath(base.id, '/network'))).body.nodes).toEqual([]);
});

test('another company sees none of it, and an entity is only found in its own base', async () => {
  const base = await buildBase();
  const other = await buildBase();
  await buildDocument(person, { knowledge_base_id: base.id, text: harbour });
  await build(base.id);
  await waitForGraph(person, base.id);
  const { body } = await person.call('GET', graphPath(base.id, '/entities'));
  const entity = `/entities/${body.items[0].id}`;
  const stranger = await server.signUp();
  for (const rest of ['', '/estimate', '/network', '/entities', entity])
    expect((await stranger.call('GET', graphPath(base.id, rest))).body.error.code).toBe(
      'knowledge_base.not_found',
    );
  expect((await stranger.call('POST', graphPath(base.id), {})).status).toBe(404);
  expect((await stranger.call('DELETE', graphPath(base.id))).status).toBe(404);
  expect((await person.call('GET', graphPath(other.id, entity))).body.error.code).toBe(
    'knowledge_graph.entity_not_found',
  );
});

test('a document is drawn as a map of its headings and names', async () => {
  const document = await buildDocument(person, { text: harbour, title: 'Harbours' });
  const { body } = await person.call('GET', `/documents/${document.id}/mind-map`);
  expect(body.nodes[0]).toMatchObject({ parent: null, label: 'Harbours', kind: 'document' });
  const labels = body.nodes.map(({ label }: { label: string }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Safety', 'Money', 'Anna Berg', 'Nordlys Group']));
  body.nodes.forEach(({ parent }: { parent: number | null }, n: number) => {
    if (n > 0) expect(parent).toBeLessThan(n);
  });
  const stranger = await server.signUp();
  expect((await stranger.call('GET', `/documents/${document.id}/mind-map`)).status).toBe(404);
  const unparsed = await buildDocument(person, { parse: false });
  expect((await person.call('GET', `/documents/${unparsed.id}/mind-map`)).body.error.code).toBe(
    'document.not_parsed',
  );
});
