import { apiScopes } from '@lectern/contract';
import {
  type ApiClient,
  buildAssistant,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let owner: ApiClient;
let token: string;
let own: Record<'base' | 'document' | 'assistant' | 'flow', string>;
let foreign: typeof own;
const clients: Client[] = [];
let serial = 0;

const graph = {
  nodes: [
    { id: 'begin', component: 'begin', name: 'begin', options: {}, position: { x: 0, y: 0 } },
    {
      id: 'end',
      component: 'answer',
      name: 'end',
      options: { content: 'You said: {{sys.question}}' },
      position: { x: 0, y: 0 },
    },
  ],
  edges: [{ id: 'e', source: 'begin', target: 'end' }],
};

async function makeToken(client: ApiClient, scopes: readonly string[] = apiScopes): Promise<string> {
  const { body } = await client.call('POST', '/company/api-tokens', { name: `token ${++serial}`, scopes });
  return body.token;
}

async function fill(client: ApiClient): Promise<typeof own> {
  const base = (await buildKnowledgeBase(client, { name: 'Garden' })).id;
  const document = (await buildDocument(client, { knowledge_base_id: base, name: 'roses' })).id;
  const assistant = (await buildAssistant(client, { name: 'Gardener', knowledge_base_ids: [base] })).id;
  const flow = (await client.call('POST', '/flows', { name: `Echo ${++serial}`, graph })).body.id;
  await client.call('POST', `/flows/${flow}/versions`, { revision: 1 });
  return { base, document, assistant, flow };
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  const stranger = await server.signUp();
  await server.query('update memberships set level = 2');
  [own, foreign] = await Promise.all([fill(owner), fill(stranger)]);
  token = await makeToken(owner);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

type Mode = 'legacy' | { pin: string };
const revisions: [string, Mode][] = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
];

async function connect(secret = token, mode: Mode = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      authProvider: { token: async () => secret },
    }),
  );
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
async function use(client: Client, name: string, args: Record<string, unknown>): Promise<any> {
  const result = await client.callTool({ name, arguments: args });
  return { ...result, text: (result.content as { text: string }[])[0]?.text };
}

const post = (headers: Record<string, string> = {}, body: object = initialize, query = '') =>
  fetch(`${server.url}/mcp${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

describe.each(revisions)('a client of revision %s', (_, mode) => {
  it('lists knowledge bases, finds passages with links, and reads their document', async () => {
    const client = await connect(token, mode);
    const bases = await use(client, 'list_knowledge_bases', {});
    expect(bases.structuredContent).toEqual({
      knowledge_bases: [{ id: own.base, name: 'Garden', description: '', document_count: 1 }],
      total: 1,
    });
    const found = await use(client, 'retrieve', { query: 'rose', knowledge_base_ids: [own.base] });
    const [passage] = found.structuredContent.passages;
    expect(passage).toMatchObject({ number: 1, document_id: own.document, document_name: 'roses.md' });
    expect(passage.text).toContain('The rose blooms in June');
    expect(passage.url).toMatch(new RegExp(`/document/${own.document}\\?.*start=\\d+&end=\\d+`));
    expect(found.text).toContain(passage.url);
    const read = await use(client, 'read_document', { document_id: own.document });
    expect(read.structuredContent).toMatchObject({ name: 'roses.md', page: 1, page_count: 1 });
    expect(read.structuredContent.text).toContain('The apple tree was planted in 1921');
  });

  it('asks an assistant, goes on with the conversation, and is counted as the API', async () => {
    const client = await connect(token, mode);
    const listed = await use(client, 'list_assistants', {});
    expect(listed.structuredContent.assistants).toContainEqual(
      expect.objectContaining({ id: own.assistant, name: 'Gardener' }),
    );
    const question = { assistant_id: own.assistant, question: 'When does the rose bloom?' };
    const first = await use(client, 'ask_assistant', question);
    expect(first.isError).toBeUndefined();
    const { answer, citations, conversation_id } = first.structuredContent;
    expect(answer).toContain('June');
    expect(citations[0]).toMatchObject({ number: 1, document_id: own.document });
    expect(citations[0].url).toContain(`/document/${own.document}?`);
    const again = await use(client, 'ask_assistant', { ...question, conversation_id });
    expect(again.structuredContent.conversation_id).toBe(conversation_id);
    const rows = await server.query(
      `select source from usage_records where kind = 'request' and assistant_id = $1`,
      [own.assistant],
    );
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['api']));
  });

  it('runs what is published of a flow', async () => {
    const client = await connect(token, mode);
    const listed = await use(client, 'list_flows', {});
    expect(listed.structuredContent.flows.map(({ id }: { id: string }) => id)).toEqual([own.flow]);
    const run = await use(client, 'run_flow', { flow_id: own.flow, message: 'Hello' });
    expect(run.structuredContent).toMatchObject({ state: 'finished', text: 'You said: Hello', error: null });
  });

  it('is told apart from other companies: nothing of them is found by any tool', async () => {
    const client = await connect(token, mode);
    const calls: [string, Record<string, unknown>, string][] = [
      ['retrieve', { query: 'rose', knowledge_base_ids: [foreign.base] }, 'knowledge_base.not_found'],
      [
        'retrieve',
        { query: 'rose', knowledge_base_ids: [own.base, foreign.base] },
        'knowledge_base.not_found',
      ],
      ['read_document', { document_id: foreign.document }, 'document.not_found'],
      ['ask_assistant', { assistant_id: foreign.assistant, question: 'When?' }, 'assistant.not_found'],
      ['run_flow', { flow_id: foreign.flow, message: 'Hello' }, 'flow.not_found'],
    ];
    for (const [name, args, code] of calls) {
      const { isError, text } = await use(client, name, args);
      expect([name, isError, text]).toEqual([name, true, expect.stringContaining(`(${code})`)]);
    }
  });

  it('sees the tools that its token has the scopes of, with what they do to the world', async () => {
    const { tools } = await (await connect(token, mode)).listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'ask_assistant',
      'list_assistants',
      'list_flows',
      'list_knowledge_bases',
      'read_document',
      'retrieve',
      'run_flow',
    ]);
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    expect(writing.sort()).toEqual(['ask_assistant', 'run_flow']);
    for (const tool of tools) expect([tool.name, tool.outputSchema?.type]).toEqual([tool.name, 'object']);
    const narrow = await connect(await makeToken(owner, ['retrieval']), mode);
    expect((await narrow.listTools()).tools.map(({ name }) => name)).toEqual(['retrieve']);
    await expect(
      narrow.callTool({ name: 'read_document', arguments: { document_id: own.document } }),
    ).rejects.toThrow();
  });
});

describe('the address', () => {
  it('asks for a token, and says where to read about it', async () => {
    for (const authorization of ['', 'Bearer nothing', `Bearer lat_${'x'.repeat(43)}`]) {
      const response = await post({ authorization });
      expect(response.status).toBe(401);
      const [, url] =
        /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? [];
      expect(url).toMatch(/\/\.well-known\/oauth-protected-resource\/mcp$/);
      const metadata = await fetch(server.url + new URL(url!).pathname);
      expect(await metadata.json()).toMatchObject({
        resource: expect.stringMatching(/\/mcp$/),
        bearer_methods_supported: ['header'],
        scopes_supported: expect.arrayContaining(['retrieval', 'chat']),
      });
    }
  });

  it('takes no session of a person', async () => {
    const { body } = await server.anonymous.call('POST', '/sessions', {
      login: 'admin@example.org',
      password: 'correct horse battery',
    });
    expect((await post({ authorization: `Bearer ${body.token}` })).status).toBe(401);
  });

  it('refuses pages of other sites', async () => {
    const response = await post({ origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect((await post({ origin: new URL(server.platform.publicUrl()).origin })).status).toBe(200);
  });

  it.each(['?token=x', '?access_token=x', '?api_key=x', `?q=lat_${'x'.repeat(43)}`])(
    'refuses a secret in %s',
    async (query) => {
      expect((await post({}, initialize, query)).status).toBe(400);
    },
  );

  it('answers other methods, versions, formats and sizes as the protocol has it', async () => {
    const get = await fetch(`${server.url}/mcp`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    expect(get.status).toBe(405);
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await post({ 'mcp-protocol-version': '1999-01-01' }, list)).status).toBe(400);
    expect((await post({ 'content-type': 'text/csv' })).status).toBe(415);
    const large = { ...list, params: { text: 'x'.repeat(300_000) } };
    expect((await post({}, large)).status).toBe(413);
    const wrong = await connect();
    const { isError } = await use(wrong, 'retrieve', { query: '', knowledge_base_ids: [] });
    expect(isError).toBe(true);
  });

  it('ends with its token', async () => {
    const secret = await makeToken(owner, ['retrieval']);
    const client = await connect(secret);
    const { items } = (await owner.call('GET', '/company/api-tokens')).body;
    const { id } = items.find(({ hint }: { hint: string }) => secret.endsWith(hint.slice(-4)));
    await owner.call('DELETE', `/company/api-tokens/${id}`);
    await expect(client.listTools()).rejects.toThrow();
  });
});
