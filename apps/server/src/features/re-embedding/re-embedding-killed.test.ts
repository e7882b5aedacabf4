import {
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  createKillableServer,
  type KillableServer,
  nothingLeft,
  startFakeProvider,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SlowProvider, startSlowProvider, waitForReEmbedding } from './testing/slow-provider.ts';

let provider: SlowProvider;
let server: KillableServer;

beforeAll(async () => {
  provider = await startSlowProvider(await startFakeProvider({ dimensions: 48 }));
  server = await createKillableServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const text = (about: string, sections: number) =>
  Array.from(
    { length: sections },
    (_, n) => `# ${about} ${n}\n\nThe ${about} number ${n}. ${'More is said of it. '.repeat(12)}`,
  ).join('\n\n');

async function buildBase(): Promise<string> {
  const { id } = await buildKnowledgeBase(server.client, { chunk_options: { chunk_token_number: 80 } });
  for (let n = 0; n < 6; n++)
    await buildDocument(server.client, {
      knowledge_base_id: id,
      name: `part ${n}`,
      text: text(`part ${n}`, 60),
    });
  return id;
}

/** What a base holds, without what differs by nature. */
function readContents(baseId: string) {
  return server.query(
    `select b.generation, b.embedding_model_id, d.name, count(c.id)::int as chunks,
            md5(string_agg(encode(c.vector, 'hex'), '|' order by c.ordinal)) as vectors
     from knowledge_bases b join documents d on d.knowledge_base_id = b.id join chunks c on c.document_id = d.id
     where b.id = $1 group by b.id, d.id order by d.name`,
    [baseId],
  );
}

test('killed while it embeds, indexes and swaps, it ends as an undisturbed one and pays once', async () => {
  const client = await server.start();
  const model = await buildModel(client, provider, { model_name: 'embed-48', type: 'embedding' });
  const calm = await buildBase();
  const disturbed = await buildBase();
  const body = { embedding_model_id: model.id };
  await client.call('POST', `/knowledge-bases/${calm}/re-embedding`, body);
  expect((await waitForReEmbedding(client, calm, ['done', 'failed'])).state).toBe('done');

  provider.state.delayMs = 150;
  await client.call('POST', `/knowledge-bases/${disturbed}/re-embedding`, body);
  const counts = (table: string, condition = 'true') =>
    server.count(`${table} where knowledge_base_id = $1 and ${condition}`, [disturbed]);
  await server.killAt({
    embedding: async () => (await counts('re_embedded_chunks')) > 0,
    indexing: async () => (await counts('re_embedded_documents')) > 2,
    swapping: async () =>
      (await counts('re_embeddings', "(stage in ('catching_up', 'swapping') or state = 'finished')")) > 0,
    done: async () => (await counts('re_embeddings', "state = 'finished'")) > 0,
  });
  const booked = (baseId: string) =>
    server.count('usage_records where operation_id like $1', [`re-embedding:${baseId}:%`]);
  expect(await booked(disturbed)).toBe(await booked(calm));
  const contents = await readContents(disturbed);
  expect(contents).toHaveLength(6);
  expect(contents).toEqual(await readContents(calm));
  await server.kill();
  await server.inspect(async ({ index }, findLeft) => {
    const indexed = async (baseId: string) =>
      [...(await index.countByDocument(`${baseId}_1`)).values()].sort((a, b) => a - b);
    expect(await indexed(disturbed)).toEqual(await indexed(calm));
    expect((await index.listTables()).filter((name) => name.endsWith('_2'))).toEqual([]);
    // The old tables serve for two minutes more; hours later nobody may ask any that is still there.
    expect(await findLeft()).toEqual({ ...nothingLeft, indexes: expect.toBeOneOf([0, 1, 2]) });
    expect((await index.listTables()).filter((name) => !name.endsWith('_1'))).toEqual([]);
    expect(await findLeft()).toEqual(nothingLeft);
  });
}, 600_000);
