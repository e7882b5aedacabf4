import {
  type ApiClient,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
/** An embedding model that can be told never to answer: it holds a parse where it is. */
let modelId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  modelId = (await buildModel(server.admin, provider, { model_name: 'slow', type: 'embedding' })).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 400; look++) {
    if (await isSo()) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`It never came to be: ${what}`);
}

async function readDocument(id: string) {
  const [row] = await server.query('select status, stage from documents where id = $1', [id]);
  return row;
}

const jobsOf = async (companyId: string) =>
  (
    await server.platform.database.pool.query(
      `select state from pgboss.job
       where name like 'document.parse%' and group_id = $1 and state in ('created', 'retry', 'active')`,
      [companyId],
    )
  ).rows.map((row) => row.state);

/** A company with a parse that hangs in the middle. */
async function buildStuckParse(): Promise<{ person: ApiClient; companyId: string; documentId: string }> {
  const person = await server.signUp();
  const { company } = (await person.call('GET', '/me')).body;
  provider.failNext({ kind: 'timeout' }, { times: 5, call: 'embeddings' });
  const base = await buildKnowledgeBase(person, { embedding_model_id: modelId });
  const { body } = await person.call('POST', `/knowledge-bases/${base.id}/documents/text`, {
    name: 'a.md',
    text: 'The rose blooms in June.',
  });
  await until('embedding', async () => (await readDocument(body.id))?.stage === 'embedding');
  return { person, companyId: company.id, documentId: body.id };
}

test('a parse of a disabled company lets go, waits, and goes on when the company is enabled', async () => {
  const { companyId, documentId } = await buildStuckParse();
  await server.admin.call('POST', `/admin/companies/${companyId}/disable`);
  // The worker is free for others, and the document has not failed.
  await until('waiting', async () => (await jobsOf(companyId)).join() === 'created');
  provider.reset();
  expect(await readDocument(documentId)).toMatchObject({ status: 'parsing' });
  await server.admin.call('POST', `/admin/companies/${companyId}/enable`);
  await until('parsed', async () => (await readDocument(documentId))?.status === 'success');
  expect(await server.query('select 1 from chunks where document_id = $1', [documentId])).toHaveLength(1);
});

test('a parse that was queued is not begun while the company is disabled', async () => {
  const person = await server.signUp();
  const { company } = (await person.call('GET', '/me')).body;
  const base = await buildKnowledgeBase(person);
  const { body } = await person.call('POST', `/knowledge-bases/${base.id}/documents/text`, {
    name: 'a.md',
    text: 'The rose blooms in June.',
    parse: false,
  });
  await server.admin.call('POST', `/admin/companies/${company.id}/disable`);
  const { database, jobs } = server.platform;
  await database.withCompany(company.id, async (tx) => {
    await tx.$client.query("update documents set status = 'parsing', parse_version = 1 where id = $1", [
      body.id,
    ]);
    await jobs.enqueue(tx, 'document.parse', { companyId: company.id, documentId: body.id, version: 1 });
  });
  const started = async () =>
    (
      await database.pool.query(
        `select 1 from pgboss.job where name like 'document.parse%' and group_id = $1 and state = 'completed'`,
        [company.id],
      )
    ).rows.length > 0;
  // Looked at once and put off.
  await until('put off', started);
  expect(await jobsOf(company.id)).toEqual(['created']);
  expect(await readDocument(body.id)).toEqual({ status: 'parsing', stage: null });
  await server.admin.call('POST', `/admin/companies/${company.id}/enable`);
  await until('parsed', async () => (await readDocument(body.id))?.status === 'success');
});

test('a company that is deleted while it parses leaves no index behind', async () => {
  const { person, companyId, documentId } = await buildStuckParse();
  const { knowledge_base_id: baseId } = (await person.call('GET', `/documents/${documentId}`)).body;
  const [{ name } = { name: '' }] = await server.query('select name from companies where id = $1', [
    companyId,
  ]);
  await server.admin.call('POST', `/admin/companies/${companyId}/disable`);
  const { status } = await server.admin.call('DELETE', `/admin/companies/${companyId}`, { name });
  expect(status).toBe(202);
  await until(
    'cleared',
    async () => (await server.query('select 1 from companies where id = $1', [companyId])).length === 0,
  );
  provider.reset();
  expect(await readDocument(documentId)).toBeUndefined();
  expect(await server.platform.index.findState(baseId)).toBeUndefined();
});
