import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeTurns } from '../../platform/jobs/take-turns.ts';

let server: TestServer;
const companies = new Map<string, { client: ApiClient; baseId: string; companyId: string }>();

beforeAll(async () => {
  // Nobody works the queue: the tests look at the order in which it would be.
  server = await startTestServer({ LECTERN_ROLES: 'web' });
  for (const name of ['large', 'small', 'late']) {
    const client = await server.signUp();
    const baseId = (await buildKnowledgeBase(client)).id;
    companies.set(name, { client, baseId, companyId: (await client.call('GET', '/me')).body.company.id });
  }
});
afterAll(() => server.close());

async function queue(name: string, count: number): Promise<void> {
  const { client, baseId } = companies.get(name) as NonNullable<ReturnType<typeof companies.get>>;
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push(
      (await buildDocument(client, { knowledge_base_id: baseId, text: `${name} ${n}`, parse: false })).id,
    );
  const { status } = await client.call('POST', `/knowledge-bases/${baseId}/documents/bulk`, {
    action: 'parse',
    document_ids: ids,
  });
  expect(status).toBe(200);
}

/** The queue takes the highest priority first, among equals the oldest. */
async function takeNext(count: number): Promise<string[]> {
  const taken: string[] = [];
  for (let n = 0; n < count; n++) {
    const [job] = await server.query(
      `update pgboss.job set state = 'completed' where id = (
         select id from pgboss.job where name like 'document.parse%' and state in ('created', 'retry')
         order by priority desc, created_on, id limit 1) returning group_id`,
    );
    const found = [...companies].find(([, { companyId }]) => companyId === job?.group_id);
    taken.push(found?.[0] ?? 'nobody');
  }
  return taken;
}

const countOf = (taken: string[], name: string) => taken.filter((one) => one === name).length;

test('companies take turns, whoever came first and however much it queued', async () => {
  await queue('large', 30);
  await queue('small', 4);
  const first = await takeNext(8);
  expect(countOf(first, 'small')).toBe(4);
  expect(countOf(first, 'large')).toBe(4);

  // Who comes later takes turns from then on: neither last, nor alone until it has caught up.
  await takeNext(6);
  await queue('late', 6);
  const then = await takeNext(12);
  expect(countOf(then, 'late')).toBe(6);
  expect(countOf(then.slice(0, 6), 'late')).toBe(3);

  // Single documents are in the same line.
  const { client, baseId } = companies.get('small') as NonNullable<ReturnType<typeof companies.get>>;
  for (let n = 0; n < 2; n++)
    await client.call('POST', `/knowledge-bases/${baseId}/documents/text`, {
      name: `one ${n}`,
      text: 'one',
      parse: true,
    });
  expect(countOf(await takeNext(4), 'small')).toBe(2);
  expect(countOf(await takeNext(10), 'large')).toBe(10);
});

test('people of one company take turns, and so do the knowledge bases of one person', async () => {
  const owner = await server.signUp();
  const { company } = (await owner.call('GET', '/me')).body;
  const colleague = await server.addMember(owner, 'COMPANY');
  const makeBase = async (client: ApiClient) => (await buildKnowledgeBase(client)).id as string;
  const bases = {
    many: await makeBase(owner),
    other: await makeBase(owner),
    late: await makeBase(colleague),
  };
  const add = async (client: ApiClient, baseId: string, count: number) => {
    for (let n = 0; n < count; n++)
      await client.call('POST', `/knowledge-bases/${baseId}/documents/text`, {
        name: `${n}`,
        text: 'one',
        parse: true,
      });
  };
  await add(owner, bases.many, 12);
  await add(owner, bases.other, 2);
  await add(colleague, bases.late, 2);
  const served = new Map<string, number>();
  const order: string[] = [];
  const documents = new Set<string>();
  for (let n = 0; n < 16; n++) {
    const [job] = await server.query(
      `update pgboss.job set state = 'active' where id = (
         select id from pgboss.job where name like 'document.parse%' and group_id = $1 and state < 'active'
         order by priority desc, created_on, id limit 1) returning id, name, group_id as "groupId", data`,
      [company.id],
    );
    const taken = job as { id: string; name: string; groupId: string; data: Record<string, string> };
    const [data] = await takeTurns(server.platform.database, taken.name, [taken], served);
    const { knowledgeBaseId, documentId } = data as { knowledgeBaseId: string; documentId: string };
    documents.add(documentId);
    order.push(Object.entries(bases).find(([, id]) => id === knowledgeBaseId)?.[0] ?? 'nobody');
  }
  expect(documents.size).toBe(16);
  expect(order.slice(0, 6)).toEqual(['many', 'late', 'other', 'late', 'many', 'other']);
});
