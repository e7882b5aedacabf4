import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  createApiClient,
  createTestDatabase,
  type FakeProvider,
  startFakeProvider,
  type TestDatabase,
} from '@lectern/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../platform/database/migrate.ts';
import { exportBase, importBase, readWhole, sendArchive, setAddress, waitForTask } from './testing/tasks.ts';

const mainScript = fileURLToPath(new URL('../../main.ts', import.meta.url));
const admin = { email: 'admin@example.org', password: 'correct horse battery' };

let database: TestDatabase;
let provider: FakeProvider;
let dataDirectory: string;
let watcher: pg.Client;
let running: ChildProcess | undefined;
let client: ApiClient;

beforeAll(async () => {
  provider = await startFakeProvider();
  database = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
  dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-archive-killed-'));
  watcher = new pg.Client({ connectionString: database.connectionString });
  await watcher.connect();
  await watcher.query("select set_config('lectern.across_companies', 'on', false)");
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await watcher.end();
  await database.drop();
  await provider.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const child = spawn(process.execPath, [mainScript], {
    env: {
      PATH: process.env.PATH ?? '',
      LECTERN_PORT: '0',
      LECTERN_DATA_DIR: dataDirectory,
      LECTERN_DATABASE_URL: database.connectionString,
      LECTERN_ADMIN_EMAIL: admin.email,
      LECTERN_ADMIN_PASSWORD: admin.password,
      LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
      LECTERN_RATE_LIMIT: '0',
      LECTERN_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /Lectern is ready: (\S+)/.exec(line)?.[1];
    if (url) break;
  }
  if (!url) throw new Error('The server ended before it was ready');
  child.stdout.resume();
  const { body } = await createApiClient(url).call('POST', '/sessions', {
    login: admin.email,
    password: admin.password,
  });
  client = createApiClient(url, body.token);
  const address = url;
  setAddress(() => address);
}

async function kill(): Promise<void> {
  const child = running as ChildProcess;
  running = undefined;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 20_000; look++) {
    if (await isTrue()) return;
    await new Promise((next) => setTimeout(next, 3));
  }
  throw new Error(`Waited in vain: ${what}`);
}

const count = async (text: string, values: unknown[]): Promise<number> =>
  (await watcher.query(`select count(*)::int as count from ${text}`, values)).rows[0].count;

test('killed while it packs, unpacks and embeds, a task ends as an undisturbed one and pays each batch once', async () => {
  await start();
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
  await waitUntil(
    'packing',
    async () => (await count("archive_tasks where id = $1 and state <> 'queued'", [exported.id])) > 0,
  );
  await kill();
  await start();
  expect((await waitForTask(client, exported.id)).state).toBe('finished');
  const archive = await exportBase(client, base.id, { with_vectors: false });
  const calm = await importBase(client, archive);
  expect(calm).toMatchObject({ state: 'finished', with_vectors: false });
  const paid = 'usage_records where operation_id like $1';
  const documentsOf = async (id: string) =>
    (await watcher.query('select id from documents where knowledge_base_id = $1', [id])).rows;
  const countPaid = async (id: string) => {
    let calls = 0;
    for (const row of await documentsOf(id)) calls += await count(paid, [`embedding:${row.id}:%`]);
    return calls;
  };

  const { body: task } = await sendArchive(client, archive);
  const stops: [string, () => Promise<boolean>][] = [
    [
      'checking',
      async () => (await count("archive_tasks where id = $1 and state = 'running'", [task.id])) > 0,
    ],
    [
      'chunks',
      async () =>
        (await count(
          'chunks c join archive_tasks t on t.knowledge_base_id = c.knowledge_base_id where t.id = $1',
          [task.id],
        )) > 0,
    ],
    [
      'vectors',
      async () =>
        (await count(
          'chunks c join archive_tasks t on t.knowledge_base_id = c.knowledge_base_id where t.id = $1 and c.vector is not null',
          [task.id],
        )) > 0,
    ],
    [
      'second document',
      async () => (await count('archive_tasks where id = $1 and documents_done > 0', [task.id])) > 0,
    ],
  ];
  for (const [what, isThere] of stops) {
    await waitUntil(what, isThere);
    await kill();
    await start();
  }
  const disturbed = await waitForTask(client, task.id);
  expect(disturbed.state, JSON.stringify(disturbed)).toBe('finished');
  expect(await readWhole(client, disturbed.knowledge_base_id)).toEqual(whole);
  expect(await readWhole(client, calm.knowledge_base_id)).toEqual(whole);
  expect(await countPaid(disturbed.knowledge_base_id)).toBe(await countPaid(calm.knowledge_base_id));
  expect(
    await count('chunks where knowledge_base_id = $1 and vector is null', [disturbed.knowledge_base_id]),
  ).toBe(0);
}, 300_000);
