import { entityKey } from '@lectern/knowledge-graph';
import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect } from 'vitest';
import { waitForGraph } from './testing/wait-for-graph.ts';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

async function drawGraph(name: string) {
  const base = await buildKnowledgeBase(person);
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [readRealDocument(name)]);
  await waitUntilParsed(person, body.documents[0].id);
  await person.call('POST', `/knowledge-bases/${base.id}/graph`, {});
  expect((await waitForGraph(person, base.id)).state).toBe('ready');
  const { items } = (await person.call('GET', `/knowledge-bases/${base.id}/graph/entities?page_size=200`))
    .body;
  return {
    baseId: base.id as string,
    items: items as { id: string; name: string; type: string; degree: number }[],
  };
}

testOnRealDocuments.each([
  [
    's01-dpr-paper-2-columns.pdf',
    { BM25: 'other', 'Natural Questions': 'other', 'Princeton University': 'organization' },
  ],
  ['s03-plan-transport-actif-fr.pdf', { Chelsea: 'location', Gatineau: 'location', PDTA: 'other' }],
] as const)(
  'the built-in method finds what %s speaks of, in passages that name it',
  async (name, expected) => {
    const { baseId, items } = await drawGraph(name);
    const types = Object.fromEntries(items.map((item) => [item.name, item.type]));
    expect(types).toMatchObject(expected);
    // Readable: neither a handful nor everything with a capital.
    expect(items.length).toBeGreaterThan(20);
    expect(items.length).toBeLessThan(150);
    for (const { id } of items.slice(0, 12)) {
      const { body: entity } = await person.call('GET', `/knowledge-bases/${baseId}/graph/entities/${id}`);
      expect(entity.sources.length).toBeGreaterThan(0);
      const names = [entity.name, ...entity.aliases].map(entityKey);
      for (const source of entity.sources) {
        const words = entityKey([...source.heading_path, source.text].join(' '));
        expect(
          names.some((wanted) => words.includes(wanted)),
          `${names} in ${words}`,
        ).toBe(true);
      }
    }
  },
);
