import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  createApiClient,
  createTestDatabase,
  type FakeProvider,
  type FakeS3,
  startFakeProvider,
  startFakeS3,
  type TestDatabase,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, type RunningServer, readConfig, silentLog, startServer } from './index.ts';

/** Two processes for the web and one for jobs, with nothing in common but database, bucket and key. */
let database: TestDatabase;
let bucket: FakeS3;
let provider: FakeProvider;
const processes: { server: RunningServer; folder: string }[] = [];
let first: ApiClient;
let second: ApiClient;

async function startProcess(roles: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-process-'));
  const server = await startServer({
    config: readConfig({
      LECTERN_PORT: '0',
      LECTERN_ROLES: roles,
      LECTERN_DATA_DIR: folder,
      LECTERN_DATABASE_URL: database.connectionString,
      LECTERN_S3_BUCKET: bucket.bucket,
      LECTERN_S3_ENDPOINT: bucket.endpoint,
      LECTERN_S3_ACCESS_KEY_ID: bucket.accessKeyId,
      LECTERN_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      LECTERN_SECRET_KEY: 'the same secret key in every process',
      LECTERN_ADMIN_EMAIL: 'admin@example.org',
      LECTERN_ADMIN_PASSWORD: 'correct horse battery',
      LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    }),
    log: silentLog,
    connectionString: database.connectionString,
    parser: { workerScript: fileURLToPath(new URL('./parse-worker.ts', import.meta.url)) },
    webFolder: undefined,
  });
  processes.push({ server, folder });
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
  bucket = await startFakeS3();
  provider = await startFakeProvider({
    chat: { tokenDelay: 20, tokens: Array.from({ length: 600 }, (_, n) => `word${n} `) },
  });
  const web = [await startProcess('web'), await startProcess('web')];
  await startProcess('worker');
  const { body } = await createApiClient(web[0]?.url ?? '').call('POST', '/sessions', {
    login: 'admin@example.org',
    password: 'correct horse battery',
  });
  [first, second] = web.map((server) => createApiClient(server.url ?? '', body.token)) as [
    ApiClient,
    ApiClient,
  ];
});
afterAll(async () => {
  for (const { server, folder } of processes) {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await provider?.close();
  await bucket?.close();
  await database?.drop();
});

test('what one process takes, another parses, and each finds', async () => {
  const base = await buildKnowledgeBase(first);
  const document = await buildDocument(first, {
    knowledge_base_id: base.id,
    text: '# Harbour\n\nThe lighthouse was lit in 1842.',
  });
  expect(document.status).toBe(3);
  for (const client of [second, first]) {
    const answer = await client.call('POST', '/retrieval', {
      question: 'When was the lighthouse lit?',
      knowledge_base_ids: [base.id],
    });
    expect(answer.body.hits[0].text).toContain('1842');
  }
  // A change through one is seen by the other at once.
  expect((await second.call('DELETE', `/documents/${document.id}`)).status).toBe(204);
  const gone = await first.call('POST', '/retrieval', {
    question: 'When was the lighthouse lit?',
    knowledge_base_ids: [base.id],
  });
  expect(gone.body.hits).toEqual([]);
});

test('an answer begun in one process is resumed and stopped through another', async () => {
  const model = await first.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'scripted',
    type: 'chat',
    base_url: provider.baseUrl,
  });
  const assistant = await buildAssistant(first, { chat_model_id: model.body.id });
  const conversation = await buildConversation(first, assistant.id);
  const begun = first.stream('POST', `/conversations/${conversation.id}/messages`, { content: 'Speak' });
  const opening = await begun.next();
  const messageId = opening.value?.data.answer.id;
  await begun.return(undefined);

  let heard = '';
  let last = '';
  for await (const { data } of second.stream(
    'GET',
    `/conversations/${conversation.id}/messages/${messageId}/events?after=0`,
  )) {
    if (data.type === 'delta') heard += data.text;
    last = data.type;
    if (heard.length > 60) break;
  }
  expect(last).toBe('delta');
  expect(heard.startsWith('word0 word1 ')).toBe(true);
  const stopped = await second.call('POST', `/conversations/${conversation.id}/messages/${messageId}/stop`);
  expect(stopped.status).toBe(200);
  await expect
    .poll(
      async () => (await second.call('GET', `/conversations/${conversation.id}`)).body.messages[1].status,
      { timeout: 10_000 },
    )
    .toBe('stopped');
  const { body } = await first.call('GET', `/conversations/${conversation.id}`);
  expect(body.messages[1].content.length).toBeGreaterThan(0);
});
