import {
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  createKillableServer,
  type FakeProvider,
  type KillableServer,
  nothingLeft,
  startFakeProvider,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerGraph } from './testing/answer-graph.ts';
import { waitForGraph } from './testing/wait-for-graph.ts';

let provider: FakeProvider;
let server: KillableServer;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await createKillableServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const text = Array.from(
  { length: 40 },
  (_, n) =>
    `# Part ${n}\n\nCaptain${n} sails Vessel${n % 6} with the crew. ${'More is said of it. '.repeat(12)}`,
).join('\n\n');

/** What a graph holds, without what differs by nature: ids and times. */
async function readContents(baseId: string) {
  const rows = await server.query(
    `select e.name, e.type, e.rank, e.community, e.degree,
            (select count(*)::int from graph_mentions m where m.entity_id = e.id) as mentions
     from graph_entities e where e.knowledge_base_id = $1 order by e.name`,
    [baseId],
  );
  const relations = await server.query(
    `select a.name as source, b.name as target, r.weight,
            (select count(*)::int from graph_statements s where s.relation_id = r.id) as statements
     from graph_relations r join graph_entities a on a.id = r.source_id join graph_entities b on b.id = r.target_id
     where r.knowledge_base_id = $1 order by a.name, b.name`,
    [baseId],
  );
  const communities = await server.query(
    `select number, size, title, report from graph_communities where knowledge_base_id = $1 order by number`,
    [baseId],
  );
  return { rows, relations, communities };
}

test('killed while it reads, reports and stores, a build ends as an undisturbed one and pays each answer once', async () => {
  provider.setChat({ tokens: (messages) => answerGraph(messages) });
  const client = await server.start();
  const model = await buildModel(client, provider);
  const bases: string[] = [];
  for (let n = 0; n < 2; n++) {
    const base = await buildKnowledgeBase(client, {
      chunk_options: { chunk_token_number: 80 },
      enrichment_options: {
        chat_model_id: model.id,
        graph: { enabled: false, entity_types: ['person', 'ship'] },
      },
    });
    await buildDocument(client, { knowledge_base_id: base.id, text });
    bases.push(base.id);
  }
  const [calm, disturbed] = bases as [string, string];
  await client.call('POST', `/knowledge-bases/${calm}/graph`, {});
  const undisturbed = await waitForGraph(client, calm);
  expect(undisturbed.state).toBe('ready');

  provider.setChat({ tokens: (messages) => answerGraph(messages), firstTokenDelay: 150 });
  await client.call('POST', `/knowledge-bases/${disturbed}/graph`, {});
  const isThere = async (from: string) => (await server.count(from, [disturbed])) > 0;
  await server.killAt({
    reading: () => isThere('graph_extractions where knowledge_base_id = $1'),
    reporting: () => isThere('graph_communities where knowledge_base_id = $1 and number = -1'),
    storing: () => isThere('graph_entities where knowledge_base_id = $1'),
  });
  const graph = await waitForGraph(server.client, disturbed);
  expect(graph.state).toBe('ready');
  expect(await readContents(disturbed)).toEqual(await readContents(calm));
  expect(await server.count('graph_extractions where knowledge_base_id = $1', [disturbed])).toBe(
    await server.count('graph_extractions where knowledge_base_id = $1', [calm]),
  );
  expect(await server.count('usage_records where operation_id like $1', [`graph:${disturbed}:%`])).toBe(
    undisturbed.usage.calls,
  );
  expect(graph.usage.calls).toBe(undisturbed.usage.calls);
  await server.kill();
  await server.inspect(async (_, findLeft) => expect(await findLeft()).toEqual(nothingLeft));
}, 600_000);
