import { type Endpoint, endpoints, hasPermission, type LevelName, levels } from '@lectern/contract';
import {
  type ApiClient,
  addCompanyModels,
  buildIds,
  type Company,
  type ExampleCall,
  exampleCalls,
  type IdName,
  type Ids,
  idNames,
  signInAgain,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const levelNames = Object.keys(levels) as LevelName[];
let server: TestServer;
let own: Company;
let foreign: Company;
let members: Record<LevelName, ApiClient>;
/** Of the other company: made once, since nothing may reach them. */
let foreignIds: Ids;

beforeAll(async () => {
  // The address of the models that are saved here; nothing listens there.
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1:1',
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1:1',
  });
  const [one, two] = [await server.signUp(), await server.signUp()];
  // Both run their company, so that they can make what belongs to its people.
  await server.query(
    "update memberships set level = 2 where account_id in (select id from accounts where username like 'person%')",
  );
  own = { owner: one, models: await addCompanyModels(server, one) };
  foreign = { owner: two, models: await addCompanyModels(server, two) };
  members = {} as typeof members;
  for (const level of levelNames) members[level] = await server.addMember(one, level);
  foreignIds = await buildIds(server, foreign, two, new Set(idNames));
});
afterAll(() => server.close());

const rowOf = (endpoint: Endpoint): ExampleCall => exampleCalls[endpoint.id] as ExampleCall;

/** The ids that a call names, in its path and in this body. */
function namesOf(endpoint: Endpoint, body: ((ids: Ids) => unknown) | undefined): Set<IdName> {
  const names = new Set<IdName>();
  body?.(new Proxy({} as Ids, { get: (_, name) => names.add(name as IdName) && 'x' }));
  for (const [, parameter] of endpoint.path.matchAll(/:(\w+)/g)) {
    const name = rowOf(endpoint).path?.[parameter as string] ?? parameter;
    if (typeof name === 'string') names.add(name as IdName);
  }
  return names;
}

async function makeCall(client: ApiClient, endpoint: Endpoint, ids: Ids, body?: (ids: Ids) => unknown) {
  const row = rowOf(endpoint);
  const path = endpoint.path.replace(/:(\w+)/g, (_, parameter: string) => {
    const name = row.path?.[parameter] ?? parameter;
    return typeof name === 'string' ? ids[name as IdName] : name.value;
  });
  if (row.upload) return client.upload(`${path}?parse=false`, [{ name: 'a.txt', bytes: 'a' }]);
  return client.call(endpoint.method, path, body?.(ids));
}

/** The platform's models belong to no company: they have no foreign side. */
const overEveryCompany = ({ path }: Endpoint) => path.startsWith('/admin/');
const isForeignable = (name: IdName) => name !== 'platformModelId';

test('every call of the contract has a row here, and every row a call', () => {
  expect(Object.keys(exampleCalls).sort()).toEqual(endpoints.map(({ id }) => id).sort());
  for (const endpoint of endpoints)
    for (const [, parameter] of endpoint.path.matchAll(/:(\w+)/g)) {
      const name = rowOf(endpoint)?.path?.[parameter as string] ?? parameter;
      expect(
        typeof name === 'object' || idNames.includes(name as IdName),
        `${endpoint.id} ${parameter}`,
      ).toBe(true);
    }
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  const bodies = exampleCalls[endpoint.id]?.bodies ?? [undefined];

  test('without a token', async () => {
    const answer = await makeCall(server.anonymous, endpoint, foreignIds, bodies[0]);
    const { admitted = endpoint.status } = rowOf(endpoint);
    expect(answer.status).toBe(endpoint.access === 'anonymous' ? admitted : 401);
  });

  if (endpoint.access === 'anonymous') return;

  test.each(levelNames)('%s', async (level) => {
    const permission = endpoint.access;
    if (permission === 'anonymous') return;
    const allowed = permission === 'signed_in' || hasPermission(levels[level], permission);
    let client = members[level];
    for (const body of bodies) {
      const names = namesOf(endpoint, body);
      if (!allowed) {
        const refused = await makeCall(client, endpoint, foreignIds, body);
        expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.level_too_low']);
        continue;
      }
      const ids = await buildIds(server, own, client, names);
      // Each id in turn is another company's: not there, wherever it stands.
      for (const name of overEveryCompany(endpoint) ? [] : [...names].filter(isForeignable)) {
        const answer = await makeCall(client, endpoint, { ...ids, [name]: foreignIds[name] }, body);
        expect(answer.status, `foreign ${name}: ${JSON.stringify(answer.body)}`).toBe(404);
      }
      if (endpoint.id === 'signOut') client = await signInAgain(server, client);
      const answer = await makeCall(client, endpoint, ids, body);
      const { admitted = endpoint.status } = rowOf(endpoint);
      expect(answer.status, JSON.stringify(answer.body)).toBe(admitted);
    }
  });
});

test('lists hold nothing of another company', async () => {
  const lists = endpoints.filter(
    (endpoint) =>
      endpoint.method === 'GET' &&
      !endpoint.path.includes(':') &&
      !endpoint.responseKind &&
      !overEveryCompany(endpoint),
  );
  expect(lists.length).toBeGreaterThan(5);
  const hidden = [...Object.entries(foreignIds)].filter(([name]) => name !== 'platformModelId');
  for (const endpoint of lists)
    for (const level of levelNames) {
      const text = JSON.stringify((await makeCall(members[level], endpoint, foreignIds)).body);
      for (const [name, id] of hidden)
        expect(text.includes(id), `${endpoint.id} as ${level} tells ${name}`).toBe(false);
    }
});

test('what a path names must hang together: a chunk or message under another parent is not there', async () => {
  const client = members.COMPANY;
  const wanted = new Set<string>(['chunkId', 'messageId', 'knowledgeBaseId']);
  const [one, two] = [
    await buildIds(server, own, client, wanted),
    await buildIds(server, own, client, wanted),
  ];
  const calls: [string, string, unknown?][] = [
    ['GET', `/documents/${one.documentId}/chunks/${two.chunkId}`],
    ['PATCH', `/documents/${one.documentId}/chunks/${two.chunkId}`, { text: 'taken over' }],
    ['DELETE', `/documents/${one.documentId}/chunks/${two.chunkId}`],
    [
      'POST',
      `/documents/${one.documentId}/chunks/bulk`,
      { action: 'delete', chunk_ids: [one.chunkId, two.chunkId] },
    ],
    [
      'POST',
      `/knowledge-bases/${one.knowledgeBaseId}/documents/bulk`,
      { action: 'delete', document_ids: [one.documentId, two.documentId] },
    ],
    [
      'POST',
      '/retrieval',
      { question: 'x', knowledge_base_ids: [one.knowledgeBaseId], document_ids: [two.documentId] },
    ],
    ['GET', `/conversations/${one.conversationId}/messages/${two.messageId}/events`],
    ['POST', `/conversations/${one.conversationId}/messages/${two.messageId}/stop`],
    ['POST', `/conversations/${one.conversationId}/messages/${two.messageId}/regenerate`],
    ['DELETE', `/conversations/${one.conversationId}/messages/${two.messageId}`],
  ];
  for (const [method, path, body] of calls)
    expect((await client.call(method, path, body)).status, `${method} ${path}`).toBe(404);
  expect((await client.call('GET', `/documents/${one.documentId}/chunks`)).body.total).toBe(1);
});

test("a conversation is its owner's alone, whoever else runs the company", async () => {
  const ids = await buildIds(server, own, members.USER, new Set(['messageId']));
  for (const level of ['ELEVATED_USER', 'COMPANY', 'ADMIN'] as const) {
    for (const endpoint of endpoints.filter(({ path }) => path.startsWith('/conversations/'))) {
      const answer = await makeCall(members[level], endpoint, ids, rowOf(endpoint).bodies?.[0]);
      expect(answer.status, `${endpoint.id} as ${level}`).toBe(404);
    }
    const { items } = (await members[level].call('GET', `/assistants/${ids.assistantId}/conversations`)).body;
    expect(items).toEqual([]);
  }
});
