import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  buildAssistant,
  buildConversation,
  createApiClient,
  createTestDatabase,
  type FakeProvider,
  startFakeProvider,
  type TestDatabase,
} from '@lectern/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateDatabase } from '../../platform/database/migrate.ts';

const mainScript = fileURLToPath(new URL('../../main.ts', import.meta.url));
const admin = { login: 'admin@example.org', password: 'correct horse battery' };

let database: TestDatabase;
let provider: FakeProvider;
let dataDirectory: string;
let watcher: pg.Client;
const running = new Set<ChildProcess>();

beforeEach(async () => {
  database = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
  provider = await startFakeProvider();
  dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-ledger-'));
  watcher = new pg.Client({ connectionString: database.connectionString });
  await watcher.connect();
  await watcher.query("select set_config('lectern.across_companies', 'on', false)");
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await watcher.end();
  await database.drop();
  await provider.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** The product as it runs: a process of its own, until somebody kills it. */
async function start() {
  const child = spawn(process.execPath, [mainScript], {
    env: {
      PATH: process.env.PATH ?? '',
      LECTERN_PORT: '0',
      LECTERN_DATA_DIR: dataDirectory,
      LECTERN_DATABASE_URL: database.connectionString,
      LECTERN_ADMIN_EMAIL: admin.login,
      LECTERN_ADMIN_PASSWORD: admin.password,
      LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
      LECTERN_RATE_LIMIT: '0',
      LECTERN_LOG_LEVEL: 'error',
      // What settles answers in the background does so only where the test has it.
      LECTERN_ROLES: 'web',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /Lectern is ready: (\S+)/.exec(line)?.[1];
    if (url) break;
  }
  if (!url) throw new Error('The server ended before it was ready');
  child.stdout.resume();
  const { body } = await createApiClient(url).call('POST', '/sessions', admin);
  return { child, client: createApiClient(url, body.token) };
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const readLedger = async () =>
  (
    await watcher.query(
      `select kind, source, model_name, prompt_tokens, completion_tokens, estimated, outcome
       from usage_records order by created_at, kind`,
    )
  ).rows;
const silence = () =>
  watcher.query("update messages set alive_at = alive_at - interval '1 minute' where status = 'streaming'");

test('answers whose process is killed are booked once, by what was kept, whoever finds them first', async () => {
  const { child, client } = await start();
  const { body: model } = await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'm',
    name: 'Priced',
    type: 'chat',
    base_url: provider.baseUrl,
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
  const kept = async () =>
    (
      await watcher.query(
        "select count(*)::int as count from messages where status = 'streaming' and length(content) > 40",
      )
    ).rows[0].count;
  for (let look = 0; look < 2_000 && (await kept()) < ids.length; look++)
    await new Promise((next) => setTimeout(next, 20));
  expect(await kept()).toBe(3);
  await kill(child);
  await Promise.all(questions);
  // Only the questions are there: nobody knows yet how they end.
  expect((await readLedger()).map(({ kind }) => kind)).toEqual(['request', 'request', 'request']);

  const [one, two] = await Promise.all([start(), start()]);
  await silence();
  const finders = Array.from({ length: 12 }, (_, n) => [(n % 2 ? one : two).client, ids[n % 3]] as const);
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
  const { body: report } = await one.client.call('GET', '/company/requests');
  const spent = report.totals.prompt_tokens + report.totals.completion_tokens;
  expect(report.totals).toMatchObject({ requests: 3, failed: 3, model_calls: 3, cost: spent });
});

test('a process killed amid questions leaves the count of the month as the ledger has it', async () => {
  const { child, client } = await start();
  const assistant = await buildAssistant(client);
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push((await buildConversation(client, assistant.id)).id);
  const count = async () =>
    (await watcher.query("select count(*)::int as count from usage_records where kind = 'request'")).rows[0]
      .count;
  const questions = ids.map((id) =>
    client.call('POST', `/conversations/${id}/messages`, { content: 'When?' }).catch(() => undefined),
  );
  for (let look = 0; look < 5_000 && (await count()) < 5; look++)
    await new Promise((next) => setTimeout(next, 2));
  await kill(child);
  await Promise.all(questions);
  const again = await start();
  await again.client.call(
    'POST',
    `/conversations/${(await buildConversation(again.client, assistant.id)).id}/messages`,
    {
      content: 'And now?',
    },
  );
  const asked = await count();
  expect(asked).toBeGreaterThan(5);
  const { rows } = await watcher.query('select sum(requests)::int as counted from request_counters');
  expect(rows).toEqual([{ counted: asked }]);
  // Every question that was counted has its answer to come, and none besides.
  const { rows: answers } = await watcher.query(
    "select count(*)::int as count from messages where role = 'assistant'",
  );
  expect(answers).toEqual([{ count: asked }]);
});
