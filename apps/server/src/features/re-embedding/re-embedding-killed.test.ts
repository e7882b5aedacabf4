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
  startFakeProvider,
  type TestDatabase,
} from '@lectern/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { migrateDatabase } from '../../platform/database/migrate.ts';
import { silentLog } from '../../platform/log.ts';
import { startServer } from '../../start-server.ts';
import { reconcile } from '../system/reconcile.service.ts';
import { type SlowProvider, startSlowProvider, waitForReEmbedding } from './testing/slow-provider.ts';

const mainScript = fileURLToPath(new URL('../../main.ts', import.meta.url));
const workerScript = fileURLToPath(new URL('../../parse-worker.ts', import.meta.url));
const admin = { email: 'admin@example.org', password: 'correct horse battery' };

let database: TestDatabase;
let provider: SlowProvider;
let dataDirectory: string;
let environment: Record<string, string>;
let watcher: pg.Client;
let running: ChildProcess | undefined;
let client: ApiClient;

beforeAll(async () => {
  provider = await startSlowProvider(await startFakeProvider({ dimensions: 48 }));
  database = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
  dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-re-embedding-killed-'));
  environment = {
    PATH: process.env.PATH ?? '',
    LECTERN_PORT: '0',
    LECTERN_DATA_DIR: dataDirectory,
    LECTERN_DATABASE_URL: database.connectionString,
    LECTERN_ADMIN_EMAIL: admin.email,
    LECTERN_ADMIN_PASSWORD: admin.password,
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    LECTERN_RATE_LIMIT: '0',
    LECTERN_LOG_LEVEL: 'error',
  };
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
    env: environment,
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
}

async function kill(): Promise<void> {
  const child = running as ChildProcess;
  running = undefined;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 30_000; look++) {
    if (await isTrue()) return;
    await new Promise((next) => setTimeout(next, 2));
  }
  throw new Error(`Waited in vain: ${what}`);
}

const count = async (text: string, values: unknown[]): Promise<number> =>
  (await watcher.query(`select count(*)::int as count from ${text}`, values)).rows[0].count;

const text = (about: string, sections: number) =>
  Array.from(
    { length: sections },
    (_, n) => `# ${about} ${n}\n\nThe ${about} number ${n}. ${'More is said of it. '.repeat(12)}`,
  ).join('\n\n');

async function buildBase(): Promise<string> {
  const { id } = await buildKnowledgeBase(client, { chunk_options: { chunk_token_number: 80 } });
  for (let n = 0; n < 6; n++)
    await buildDocument(client, { knowledge_base_id: id, name: `part ${n}`, text: text(`part ${n}`, 60) });
  return id;
}

/** What a base holds, without what differs by nature. */
async function readContents(baseId: string) {
  const { rows } = await watcher.query(
    `select b.generation, b.embedding_model_id, d.name, count(c.id)::int as chunks,
            md5(string_agg(encode(c.vector, 'hex'), '|' order by c.ordinal)) as vectors
     from knowledge_bases b join documents d on d.knowledge_base_id = b.id join chunks c on c.document_id = d.id
     where b.id = $1 group by b.id, d.id order by d.name`,
    [baseId],
  );
  return rows;
}

test('killed while it embeds, indexes and swaps, it ends as an undisturbed one and pays once', async () => {
  await start();
  const { body: model } = await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'embed-48',
    type: 'embedding',
    base_url: provider.baseUrl,
  });
  const calm = await buildBase();
  const disturbed = await buildBase();
  const body = { embedding_model_id: model.id };
  await client.call('POST', `/knowledge-bases/${calm}/re-embedding`, body);
  expect((await waitForReEmbedding(client, calm, ['done', 'failed'])).state).toBe('done');

  provider.state.delayMs = 150;
  await client.call('POST', `/knowledge-bases/${disturbed}/re-embedding`, body);
  const stops: [string, () => Promise<boolean>][] = [
    [
      'embedding',
      async () => (await count('re_embedded_chunks where knowledge_base_id = $1', [disturbed])) > 0,
    ],
    [
      'indexing',
      async () => (await count('re_embedded_documents where knowledge_base_id = $1', [disturbed])) > 2,
    ],
    [
      'swapping',
      async () =>
        (await count(
          "re_embeddings where knowledge_base_id = $1 and (stage in ('catching_up', 'swapping') or state = 'done')",
          [disturbed],
        )) > 0,
    ],
    [
      'done',
      async () =>
        (await count("re_embeddings where knowledge_base_id = $1 and state = 'done'", [disturbed])) > 0,
    ],
  ];
  for (const [what, isThere] of stops) {
    await waitUntil(what, isThere);
    await kill();
    await start();
  }
  const booked = (baseId: string) =>
    count('usage_records where operation_id like $1', [`re-embedding:${baseId}:%`]);
  expect(await booked(disturbed)).toBe(await booked(calm));
  const contents = await readContents(disturbed);
  expect(contents).toHaveLength(6);
  expect(contents).toEqual(await readContents(calm));
  await kill();

  const server = await startServer({
    config: readConfig({ ...environment, LECTERN_ROLES: 'web' }),
    log: silentLog,
    connectionString: database.connectionString,
    parser: { workerScript },
    webFolder: undefined,
  });
  try {
    const { index } = server.platform;
    const counts = async (baseId: string) =>
      [...(await index.countByDocument(`${baseId}_1`)).values()].sort((a, b) => a - b);
    expect(await counts(disturbed)).toEqual(await counts(calm));
    expect((await index.listTables()).filter((name) => name.endsWith('_2'))).toEqual([]);
    // The old tables serve for two minutes more; an hour later nobody may ask them any more.
    const nothing = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
    const later = Date.now() + 2 * 3600_000;
    expect(await reconcile(server.platform, Date.now())).toEqual(nothing);
    expect(await reconcile(server.platform, later)).toEqual({ ...nothing, indexes: 2 });
    expect(await reconcile(server.platform, later)).toEqual(nothing);
  } finally {
    await server.stop();
  }
}, 300_000);
