import {
  buildAssistant,
  buildConversation,
  buildModel,
  createKillableServer,
  type FakeProvider,
  type KillableServer,
  startFakeProvider,
} from '@lectern/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let provider: FakeProvider;
let server: KillableServer;

beforeEach(async () => {
  provider = await startFakeProvider();
  server = await createKillableServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    // What settles answers in the background does so only where the test has it.
    LECTERN_ROLES: 'web',
  });
});
afterEach(async () => {
  await server.close();
  await provider.close();
});

const readLedger = () =>
  server.query(
    `select kind, source, model_name, prompt_tokens, completion_tokens, estimated, outcome
     from usage_records order by created_at, kind`,
  );
const silence = () =>
  server.query("update messages set alive_at = alive_at - interval '1 minute' where status = 'streaming'");

test('answers whose process is killed are booked once, by what was kept, whoever finds them first', async () => {
  const client = await server.start();
  const model = await buildModel(client, provider, {
    model_name: 'm',
    name: 'Priced',
    input_price: 1_000_000,
    output_price: 1_000_000,
  });
  const assistant = await buildAssistant(client, { chat_model_id: model.id });
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await buildConversation(client, assistant.id)).id);

  provider.setChat({ tokens: Array.from({ length: 2_000 }, (_, n) => `word${n} `), tokenDelay: 10 });
  const questions = ids.map((id) =>
    client.call('POST', `/conversations/${id}/messages`, { content: 'When?' }).catch(() => undefined),
  );
  const kept = () => server.count("messages where status = 'streaming' and length(content) > 40");
  for (let look = 0; look < 2_000 && (await kept()) < ids.length; look++)
    await new Promise((next) => setTimeout(next, 20));
  expect(await kept()).toBe(3);
  await server.kill();
  await Promise.all(questions);
  // Only the questions are there: nobody knows yet how they end.
  expect((await readLedger()).map(({ kind }) => kind)).toEqual(['request', 'request', 'request']);

  const [one, two] = await Promise.all([server.start(), server.start()]);
  await silence();
  const finders = Array.from({ length: 12 }, (_, n) => [n % 2 ? one : two, ids[n % 3]] as const);
  const found = await Promise.all(finders.map(([finder, id]) => finder.call('GET', `/conversations/${id}`)));
  expect(found.map(({ body }) => body.messages.at(-1).status)).toEqual(Array(12).fill('interrupted'));
  const rows = await readLedger();
  expect(rows.map(({ kind }) => kind).sort()).toEqual([
    ...Array(3).fill('answer'),
    ...Array(3).fill('chat'),
    ...Array(3).fill('request'),
  ]);
  for (const row of rows.filter(({ kind }) => kind === 'chat')) {
    expect(row).toMatchObject({
      source: 'app',
      model_name: 'Priced',
      estimated: true,
      outcome: 'interrupted',
    });
    expect(row.prompt_tokens).toBeGreaterThan(0);
    expect(row.completion_tokens).toBeGreaterThan(10);
  }
  for (const row of rows.filter(({ kind }) => kind === 'answer')) expect(row.outcome).toBe('interrupted');
  const { body: report } = await one.call('GET', '/company/requests');
  const spent = report.totals.prompt_tokens + report.totals.completion_tokens;
  expect(report.totals).toMatchObject({ requests: 3, failed: 3, model_calls: 3, cost: spent });
}, 300_000);

test('a process killed amid questions leaves the count of the month as the ledger has it', async () => {
  const client = await server.start();
  const assistant = await buildAssistant(client);
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push((await buildConversation(client, assistant.id)).id);
  const count = () => server.count("usage_records where kind = 'request'");
  const questions = ids.map((id) =>
    client.call('POST', `/conversations/${id}/messages`, { content: 'When?' }).catch(() => undefined),
  );
  for (let look = 0; look < 5_000 && (await count()) < 5; look++)
    await new Promise((next) => setTimeout(next, 2));
  await server.kill();
  await Promise.all(questions);
  const again = await server.start();
  await again.call('POST', `/conversations/${(await buildConversation(again, assistant.id)).id}/messages`, {
    content: 'And now?',
  });
  const asked = await count();
  expect(asked).toBeGreaterThan(5);
  expect(await server.query('select sum(requests)::int as counted from request_counters')).toEqual([
    { counted: asked },
  ]);
  // Every question that was counted has its answer to come, and none besides.
  expect(await server.count("messages where role = 'assistant'")).toBe(asked);
}, 300_000);
