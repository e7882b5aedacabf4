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
import { answerGraph } from './testing/answer-graph.ts';
import { waitForGraph } from './testing/wait-for-graph.ts';

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
  dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-graph-killed-'));
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

const text = Array.from(
  { length: 40 },
  (_, n) =>
    `# Part ${n}\n\nCaptain${n} sails Vessel${n % 6} with the crew. ${'More is said of it. '.repeat(12)}`,
).join('\n\n');

/** What a graph holds, without what differs by nature: ids and times. */
async function readContents(baseId: string) {
  const { rows } = await watcher.query(
    `select e.name, e.type, e.rank, e.community, e.degree,
            (select count(*)::int from graph_mentions m where m.entity_id = e.id) as mentions
     from graph_entities e where e.knowledge_base_id = $1 order by e.name`,
    [baseId],
  );
  const { rows: relations } = await watcher.query(
    `select a.name as source, b.name as target, r.weight,
            (select count(*)::int from graph_statements s where s.relation_id = r.id) as statements
     from graph_relations r join graph_entities a on a.id = r.source_id join graph_entities b on b.id = r.target_id
     where r.knowledge_base_id = $1 order by a.name, b.name`,
    [baseId],
  );
  const { rows: communities } = await watcher.query(
    `select number, size, title, report from graph_communities where knowledge_base_id = $1 order by number`,
    [baseId],
  );
  return { rows, relations, communities };
}

test('killed while it reads, reports and stores, a build ends as an undisturbed one and pays each answer once', async () => {
  provider.setChat({ tokens: (messages) => answerGraph(messages) });
  await start();
  const { body: model } = await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'chat-1',
    type: 'chat',
    base_url: provider.baseUrl,
  });
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
  const stops: [string, () => Promise<boolean>][] = [
    ['reading', async () => (await count('graph_extractions where knowledge_base_id = $1', [disturbed])) > 0],
    [
      'reporting',
      async () =>
        (await count('graph_communities where knowledge_base_id = $1 and number = -1', [disturbed])) > 0,
    ],
    ['storing', async () => (await count('graph_entities where knowledge_base_id = $1', [disturbed])) > 0],
  ];
  for (const [what, isThere] of stops) {
    await waitUntil(what, isThere);
    await kill();
    await start();
  }
  const graph = await waitForGraph(client, disturbed);
  expect(graph.state).toBe('ready');
  expect(await readContents(disturbed)).toEqual(await readContents(calm));
  expect(await count('graph_extractions where knowledge_base_id = $1', [disturbed])).toBe(
    await count('graph_extractions where knowledge_base_id = $1', [calm]),
  );
  expect(await count('usage_records where operation_id like $1', [`graph:${disturbed}:%`])).toBe(
    undisturbed.usage.calls,
  );
  expect(graph.usage.calls).toBe(undisturbed.usage.calls);
}, 240_000);
