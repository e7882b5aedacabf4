import {
  buildDocument,
  buildKnowledgeBase,
  createKillableServer,
  type FakeProvider,
  type KillableServer,
  nothingLeft,
  startFakeProvider,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportBase, importBase, readWhole, sendArchive, setAddress, waitForTask } from './testing/tasks.ts';

let provider: FakeProvider;
let server: KillableServer;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await createKillableServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  setAddress(() => server.url);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

test('killed while it packs, unpacks and embeds, a task ends as an undisturbed one and pays each batch once', async () => {
  let client = await server.start();
  const { body: model } = await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'embedding-1',
    type: 'embedding',
    base_url: provider.baseUrl,
  });
  const base = await buildKnowledgeBase(client, {
    embedding_model_id: model.id,
    chunk_options: { chunk_token_number: 40 },
  });
  const text = Array.from(
    { length: 400 },
    (_, n) => `# Part ${n}\n\n${`Vessel ${n} sails at dawn. `.repeat(6)}`,
  );
  for (const name of ['one', 'two'])
    await buildDocument(client, { knowledge_base_id: base.id, name, text: text.join('\n\n') });
  const whole = await readWhole(client, base.id);

  const { body: exported } = await client.call('POST', `/knowledge-bases/${base.id}/export`, {
    with_vectors: false,
  });
  const isTask = (id: string, condition: string) => async () =>
    (await server.count(`archive_tasks where id = $1 and ${condition}`, [id])) > 0;
  await server.killAt({ packing: isTask(exported.id, "state <> 'queued'") });
  client = server.client;
  expect((await waitForTask(client, exported.id)).state).toBe('finished');
  const archive = await exportBase(client, base.id, { with_vectors: false });
  const calm = await importBase(client, archive);
  expect(calm).toMatchObject({ state: 'finished', with_vectors: false });
  const paid = 'usage_records where operation_id like $1';
  const documentsOf = (id: string) =>
    server.query('select id from documents where knowledge_base_id = $1', [id]);
  const countPaid = async (id: string) => {
    let calls = 0;
    for (const row of await documentsOf(id)) calls += await server.count(paid, [`embedding:${row.id}:%`]);
    return calls;
  };

  const { body: task } = await sendArchive(client, archive);
  const hasChunks = (condition: string) => async () =>
    (await server.count(
      `chunks c join archive_tasks t on t.knowledge_base_id = c.knowledge_base_id where t.id = $1 and ${condition}`,
      [task.id],
    )) > 0;
  await server.killAt({
    checking: isTask(task.id, "state = 'running'"),
    chunks: hasChunks('true'),
    vectors: hasChunks('c.vector is not null'),
    'second document': isTask(task.id, 'documents_done > 0'),
  });
  client = server.client;
  const disturbed = await waitForTask(client, task.id);
  expect(disturbed.state, JSON.stringify(disturbed)).toBe('finished');
  expect(await readWhole(client, disturbed.knowledge_base_id)).toEqual(whole);
  expect(await readWhole(client, calm.knowledge_base_id)).toEqual(whole);
  expect(await countPaid(disturbed.knowledge_base_id)).toBe(await countPaid(calm.knowledge_base_id));
  expect(
    await server.count('chunks where knowledge_base_id = $1 and vector is null', [
      disturbed.knowledge_base_id,
    ]),
  ).toBe(0);
  await server.kill();
  await server.inspect(async (_, findLeft) => {
    // What a killed process had stored and not yet named is all that may be found, and is found once.
    const { objects: _objects, ...others } = await findLeft();
    const { objects: _none, ...nothing } = nothingLeft;
    expect(others).toEqual(nothing);
    expect(await findLeft()).toEqual(nothingLeft);
  });
}, 600_000);
