import {
  buildOpenApiCompany,
  type OpenApiCompany,
  type OpenApiServer,
  startOpenApiServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** The form of the API; its official SDK is run by `npm run check:clients`. */

let server: OpenApiServer;
let company: OpenApiCompany;
let chat: string;

beforeAll(async () => {
  server = await startOpenApiServer();
  company = await buildOpenApiCompany(server);
  chat = `/api/v1/chats/${company.assistantId}`;
});
afterAll(async () => {
  await server.close();
  await server.provider.close();
});
beforeEach(() => {
  server.provider.reset();
  server.provider.setChat({ tokens: ['The rose ', 'blooms ', 'in June ', '[1]', '.'] });
});

function send(method: string, path: string, body?: unknown, token = company.token): Promise<Response> {
  return fetch(`${server.url}/ragflow${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
async function call(...args: Parameters<typeof send>): Promise<any> {
  const answer = await send(...args);
  expect(answer.status).toBe(200);
  return answer.json();
}

const question = 'When does the rose bloom?';

describe('every answer has the status 200 and says by its code how it ended', () => {
  const path = () => `/api/v1/datasets/${company.baseId}`;
  const cases: [string, () => Promise<{ code: number; message: string }>, number][] = [
    ['a wrong key', () => call('GET', '/api/v1/datasets', undefined, 'ragflow-key'), 109],
    ['an address that is none', () => call('GET', '/api/v1/nothing'), 404],
    ['an id that is none', () => call('PUT', '/api/v1/datasets/nothing', { name: 'a' }), 404],
    ['a body that is none', () => call('POST', '/api/v1/datasets', { name: 1 }), 101],
    [
      'a name that is taken',
      async () => {
        const { data } = await call('GET', '/api/v1/datasets');
        return call('POST', '/api/v1/datasets', { name: data[0].name });
      },
      102,
    ],
    ['deleting everything', () => call('DELETE', '/api/v1/datasets', { ids: null }), 101],
    ['a rank of pages', () => call('PUT', path(), { pagerank: 3 }), 101],
    [
      'a graph by its parser',
      () => call('PUT', path(), { parser_config: { graphrag: { use_graphrag: true } } }),
      101,
    ],
    ['a model that is not there', () => call('PUT', path(), { embedding_model: 'bge@Builtin' }), 102],
    [
      'a condition',
      () =>
        call('POST', '/api/v1/retrieval', {
          question,
          dataset_ids: [company.baseId],
          metadata_condition: {},
        }),
      101,
    ],
    ['a DSL', () => call('POST', '/api/v1/agents', { title: 'Agent', dsl: {} }), 101],
  ];
  test.each(cases)('%s', async (_, refused, code) => {
    const body = await refused();
    expect(body).toEqual({ code, message: expect.any(String) });
    expect(body.message.length).toBeGreaterThan(5);
  });
});

test('ids without hyphens, as it writes them, are taken', async () => {
  const id = company.baseId.replaceAll('-', '');
  expect((await call('GET', `/api/v1/datasets?id=${id}`)).data[0].id).toBe(company.baseId);
});

describe('a chat', () => {
  test('answers in a session, with what it refers to', async () => {
    const { data: begun } = await call('POST', `${chat}/completions`, { stream: false });
    const asked = { question, session_id: begun.session_id, stream: false };
    const { code, data } = await call('POST', `${chat}/completions`, asked);
    expect([code, data.answer]).toEqual([0, 'The rose blooms in June [ID:0].']);
    expect(data.reference.chunks).toMatchObject([
      {
        document_id: company.documentId,
        dataset_id: company.baseId,
        url: expect.stringContaining('/document/'),
      },
    ]);
    expect(data.reference.doc_aggs).toMatchObject([{ doc_id: company.documentId, count: 1 }]);
  });

  test('streams the whole answer so far, and then that it is over', async () => {
    const { data } = await call('POST', `${chat}/sessions`, { name: 'Streamed' });
    const answer = await send('POST', `${chat}/completions`, { question, session_id: data.id });
    const frames = (await answer.text())
      .split('\n\n')
      .filter((frame) => frame.startsWith('data:'))
      .map((frame) => JSON.parse(frame.slice(5)));
    expect(frames.at(-1)).toEqual({ code: 0, data: true });
    expect(frames.at(-2).data).toMatchObject({
      answer: 'The rose blooms in June [ID:0].',
      session_id: data.id,
    });
    for (const [n, frame] of frames.slice(1, -2).entries())
      expect(frame.data.answer.startsWith(frames[n].data.answer)).toBe(true);
  });

  test('has no session of another chat', async () => {
    const { body: other } = await company.owner.call('POST', '/assistants', { name: 'Another' });
    const { data } = await call('POST', `${chat}/sessions`, {});
    const elsewhere = `/api/v1/chats/${other.id}`;
    expect((await call('PUT', `${elsewhere}/sessions/${data.id}`, { name: 'Mine' })).code).toBe(102);
    const asked = { question, session_id: data.id };
    expect((await call('POST', `${elsewhere}/completions`, asked)).code).toBe(102);
  });

  test('answers in the form of OpenAI as well', async () => {
    const messages = [{ role: 'user', content: question }];
    const path = `/api/v1/chats_openai/${company.assistantId}/chat/completions`;
    const { choices } = await call('POST', path, { model: 'any', messages, stream: false });
    expect(choices[0].message.content).toBe('The rose blooms in June [1].');
    expect(choices[0].message.annotations).toHaveLength(1);
  });
});

test('a document of another dataset is not there', async () => {
  const { data } = await call('POST', '/api/v1/datasets', { name: 'Empty' });
  const path = `/api/v1/datasets/${data.id}/documents/${company.documentId}`;
  expect((await call('GET', path)).code).toBe(102);
  expect((await call('GET', `${path}/chunks`)).code).toBe(102);
  expect(
    (await call('DELETE', `/api/v1/datasets/${data.id}/documents`, { ids: [company.documentId] })).code,
  ).toBe(102);
});
