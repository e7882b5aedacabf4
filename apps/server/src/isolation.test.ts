import { randomUUID } from 'node:crypto';
import {
  apiScopes,
  type Endpoint,
  endpoints,
  hasPermission,
  type Level,
  type LevelName,
  levels,
  permissions,
} from '@lectern/contract';
import {
  type ApiClient,
  addCompanyModels,
  buildIds,
  type Company,
  type ExampleCall,
  exampleCalls,
  foreignCalls,
  foreignOutcomes,
  type IdName,
  type Ids,
  idNames,
  signInAgain,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from './features.ts';
import type { ForeignApi, ForeignEndpoint } from './platform/http/foreign-api.ts';
import { generateToken, hashToken } from './platform/token.ts';

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
    if (permission === 'visitor') {
      const answer = await makeCall(members[level], endpoint, foreignIds, bodies[0]);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'auth.required']);
      return;
    }
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

const foreignApis = features.flatMap((feature) => feature.foreignApis ?? []);
const foreignEndpoints = foreignApis.flatMap((api) =>
  api.endpoints.map((endpoint) => [endpoint.id, api, endpoint] as const),
);

/** Made here: not every level may make one itself. */
async function makeToken(
  person: ApiClient,
  scopes: readonly string[],
): Promise<{ id: string; token: string }> {
  const me = (await person.call('GET', '/me')).body;
  const [id, token] = [randomUUID(), generateToken('lat')];
  await server.query(
    `insert into api_tokens (id, company_id, account_id, name, token_hash, hint, scopes)
     values ($1, $2, $3, $4, $4, '', $5)`,
    [id, me.company.id, me.id, hashToken(token), scopes],
  );
  return { id, token };
}

async function makeForeignCall(
  api: ForeignApi,
  endpoint: ForeignEndpoint,
  token: string | undefined,
  { ids, body }: { ids: Ids; body?: ((ids: Ids) => unknown) | undefined },
): Promise<{ status: number; body: unknown }> {
  const row = foreignCalls[endpoint.id];
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => row?.path?.[name]?.(ids) ?? '');
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('file', new Blob(['a']), 'a.txt');
  const sent = row?.upload ? form : body && JSON.stringify(body(ids));
  if (typeof sent === 'string') headers['content-type'] = 'application/json';
  const answer = await fetch(server.url + api.prefix + path, {
    method: endpoint.method,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  const read = isJson ? JSON.parse(text) : text;
  return { status: foreignOutcomes[api.name]?.(answer.status, read) ?? 0, body: read };
}

test('every call of a foreign API has a row, a scope and, where it changes something, a call that it acts as', () => {
  expect(Object.keys(foreignCalls).sort()).toEqual(foreignEndpoints.map(([id]) => id).sort());
  for (const [id, , endpoint] of foreignEndpoints) {
    expect(endpoint.scope, id).toBeTruthy();
    for (const [, name] of endpoint.path.matchAll(/:(\w+)/g))
      expect(foreignCalls[id]?.path?.[name as string], `${id} ${name}`).toBeTruthy();
    const { access } = endpoint;
    const audited = access !== 'signed_in' && levels[permissions[access]] >= levels.COMPANY;
    if (endpoint.method !== 'GET' && audited)
      expect(
        endpoints.map((own) => own.id),
        id,
      ).toContain(endpoint.actsAs);
  }
});

describe.each(foreignEndpoints)('%s', (_, api, endpoint) => {
  const row = foreignCalls[endpoint.id] ?? {};
  const bodies = row.bodies ?? [undefined];

  function namesInCall(body: ((ids: Ids) => unknown) | undefined): Set<IdName> {
    const names = new Set<IdName>();
    const ids = new Proxy({} as Ids, { get: (_, name) => names.add(name as IdName) && 'x' });
    body?.(ids);
    for (const read of Object.values(row.path ?? {})) read(ids);
    return names;
  }

  test('without a token, with a session, and with a token of every other scope', async () => {
    const [body] = bodies;
    const call = { ids: foreignIds, body };
    for (const token of [undefined, members.COMPANY.token])
      expect((await makeForeignCall(api, endpoint, token, call)).status).toBe(401);
    if (endpoint.scope === 'any') return;
    const { token } = await makeToken(
      members.COMPANY,
      apiScopes.filter((scope) => scope !== endpoint.scope),
    );
    expect((await makeForeignCall(api, endpoint, token, call)).status).toBe(403);
  });

  test.each(levelNames)('%s', async (level) => {
    const client = members[level];
    const { id: tokenId, token } = await makeToken(client, apiScopes);
    // A token never acts as an administrator.
    const acting = Math.min(levels[level], levels.COMPANY) as Level;
    const allowed = endpoint.access === 'signed_in' || hasPermission(acting, endpoint.access);
    for (const body of bodies) {
      if (!allowed) {
        const refused = await makeForeignCall(api, endpoint, token, { ids: foreignIds, body });
        expect(refused.status).toBe(403);
        continue;
      }
      const names = namesInCall(body);
      const ids = await buildIds(server, own, client, names);
      // A token has the conversations that it began.
      if (ids.conversationId)
        await server.query('update conversations set origin = $1 where id = $2', [
          `token:${tokenId}`,
          ids.conversationId,
        ]);
      for (const name of [...names].filter(isForeignable)) {
        const mixed = { ...ids, [name]: foreignIds[name] };
        const answer = await makeForeignCall(api, endpoint, token, { ids: mixed, body });
        expect(answer.status, `foreign ${name}: ${JSON.stringify(answer.body)}`).toBe(404);
      }
      const answer = await makeForeignCall(api, endpoint, token, { ids, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(row.admitted ?? endpoint.status);
      for (const [name, id] of Object.entries(foreignIds))
        if (isForeignable(name as IdName))
          expect(JSON.stringify(answer.body).includes(id), `tells ${name}`).toBe(false);
    }
  });
});
