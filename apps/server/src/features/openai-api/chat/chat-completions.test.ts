import { randomUUID } from 'node:crypto';
import {
  buildOpenApiCompany,
  makeToken,
  type OpenApiCompany,
  type OpenApiServer,
  openClient,
  startOpenApiServer,
} from '@lectern/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: OpenApiServer;
let company: OpenApiCompany;
let model: string;

beforeAll(async () => {
  server = await startOpenApiServer();
  company = await buildOpenApiCompany(server);
  model = `assistant-${company.assistantId}`;
});
afterAll(async () => {
  await server.close();
  await server.provider.close();
});
beforeEach(() => {
  server.provider.reset();
  server.provider.setChat({ tokens: ['The rose ', 'blooms ', 'in June ', '[1]', '.'] });
});

const question = { role: 'user' as const, content: 'When does the rose bloom?' };
// biome-ignore lint/suspicious/noExplicitAny: fields that the official types do not know.
type Loose = any;

/** The messages that the model was asked with last. */
const sentMessages = () =>
  server.provider.requests.findLast(({ call }) => call === 'chat')?.body.messages as {
    role: string;
    content: string;
  }[];

function checkSources(message: Loose) {
  const [annotation] = message.annotations;
  expect(annotation.type).toBe('url_citation');
  const { start_index, end_index, title, url } = annotation.url_citation;
  expect([message.content.slice(start_index, end_index), title]).toEqual([
    '[1]',
    expect.stringContaining('document'),
  ]);
  const address = new URL(url);
  expect(address.pathname).toBe(`/document/${company.documentId}`);
  expect(Number(address.searchParams.get('end'))).toBeGreaterThan(Number(address.searchParams.get('start')));
  expect(message.citations).toMatchObject([{ number: 1, document_id: company.documentId, url }]);
  expect(message.citations[0].quote).toContain('The rose blooms in June');
}

describe('the official client for Node', () => {
  test('lists models and reads one by its id and by its name', async () => {
    const { data } = await company.client.models.list();
    const assistant = data.find(({ id }) => id === model);
    expect(assistant).toMatchObject({ object: 'model', name: company.assistantName, kind: 'assistant' });
    expect(data.map(({ id }) => id)).toContain('built-in/hashed-384');
    expect(data.map(({ id }) => id)).toContain(`model-${server.chatModelId}`);
    for (const name of [model, company.assistantName, company.assistantId])
      expect((await company.client.models.retrieve(name)).id).toBe(model);
    expect((await company.client.models.retrieve('built-in/hashed-384')).id).toBe('built-in/hashed-384');
  });

  test('reads an answer with its citations', async () => {
    const answer = await company.client.chat.completions.create({ model, messages: [question] });
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', refusal: null } }],
    });
    expect(answer.choices[0]?.message.content).toBe('The rose blooms in June [1].');
    expect(answer.usage?.total_tokens).toBeGreaterThan(5);
    checkSources(answer.choices[0]?.message);
  });

  test('streams it, with citations on the last delta and the usage after it', async () => {
    const stream = await company.client.chat.completions.create({
      model,
      messages: [question],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: Loose[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const deltas = chunks.flatMap(({ choices }) => choices);
    const content = deltas.map(({ delta }) => delta.content ?? '').join('');
    expect(content).toBe('The rose blooms in June [1].');
    expect(deltas[0].delta.role).toBe('assistant');
    expect(deltas.at(-1).finish_reason).toBe('stop');
    checkSources({ content, ...deltas.at(-1).delta });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 5 } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test('streams without usage where it is not asked for; the helper puts the answer together', async () => {
    const runner = company.client.chat.completions.stream({ model, messages: [question] });
    const { choices } = await runner.finalChatCompletion();
    expect(choices[0]?.message.content).toBe('The rose blooms in June [1].');
  });

  test('places citations in the words that were streamed where the model marks nothing', async () => {
    server.provider.setChat({ tokens: ['The rose blooms in June. ', 'Ask again.'] });
    const stream = await company.client.chat.completions.create({
      model,
      messages: [question],
      stream: true,
    });
    let content = '';
    let last: Loose;
    for await (const { choices } of stream) {
      content += choices[0]?.delta.content ?? '';
      last = choices[0]?.delta;
    }
    expect(content).toBe('The rose blooms in June. Ask again.');
    const { start_index, end_index } = last.annotations[0].url_citation;
    expect(content.slice(0, start_index).trimEnd()).toBe('The rose blooms in June.');
    expect(start_index).toBe(end_index);
  });

  test('what was said before and what a program wishes reach the model', async () => {
    await company.client.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: 'Answer in capitals.' },
        { role: 'user', content: 'What grows here?' },
        { role: 'assistant', content: [{ type: 'text', text: 'Roses.' }] },
        { role: 'user', content: [{ type: 'text', text: 'When do the roses bloom?' }] },
      ],
    });
    const [system, ...rest] = sentMessages();
    expect(system?.content).toContain('Answer in capitals.');
    expect(system?.content).toContain('The rose blooms in June.');
    expect(rest.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What grows here?'],
      ['assistant', 'Roses.'],
      ['user', expect.stringContaining('When do the roses bloom?')],
    ]);
  });

  test('a limit of tokens shortens an answer; other parameters are those of the assistant', async () => {
    await company.client.chat.completions.create({
      model,
      messages: [question],
      max_completion_tokens: 7,
      temperature: 2,
    });
    const { body } = server.provider.requests.findLast(({ call }) => call === 'chat') as Loose;
    expect(body.max_tokens).toBe(7);
    expect(body.temperature).not.toBe(2);
  });

  test('a bare model is given tools, and what came of them', async () => {
    const bare = `model-${server.chatModelId}`;
    const tools = [
      {
        type: 'function' as const,
        function: {
          name: 'weather',
          parameters: { type: 'object', properties: { town: { type: 'string' } } },
        },
      },
    ];
    server.provider.setChat({
      calls: (messages) =>
        messages.some(({ role }) => role === 'tool')
          ? []
          : [{ name: 'weather', arguments: { town: 'Bern' } }],
      tokens: ['Sunny.'],
    });
    const asked = [{ role: 'user' as const, content: 'How is the weather in Bern?' }];
    const first = await company.client.chat.completions.create({ model: bare, messages: asked, tools });
    const call = first.choices[0]?.message.tool_calls?.[0] as Loose;
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(JSON.parse(call.function.arguments)).toEqual({ town: 'Bern' });
    const second = await company.client.chat.completions
      .stream({
        model: bare,
        tools,
        messages: [
          ...asked,
          { role: 'assistant', tool_calls: [call] },
          { role: 'tool', tool_call_id: call.id, content: '20 degrees' },
        ],
      })
      .finalChatCompletion();
    expect(second.choices[0]?.message.content).toBe('Sunny.');
    expect(sentMessages().at(-1)).toMatchObject({ role: 'tool', content: '20 degrees' });
  });
});

describe('a published flow', () => {
  const publish = async (person: OpenApiCompany['owner']) => {
    const template = { name: `Flow ${randomUUID()}`, graph: flowGraph };
    const { id, revision } = (await person.call('POST', '/flows', template)).body;
    expect((await person.call('POST', `/flows/${id}/versions`, { revision })).status).toBe(201);
    return id as string;
  };
  /** Says what it was asked. */
  const flowGraph = {
    format: 1,
    nodes: [
      { id: 'begin', component: 'begin', name: 'Begin', position: { x: 0, y: 0 } },
      {
        id: 'answer',
        component: 'answer',
        name: 'Answer',
        position: { x: 300, y: 0 },
        options: { content: 'You asked: {{begin.question}}' },
      },
    ],
    edges: [{ id: 'a', source: 'begin', target: 'answer' }],
    variables: [],
    bounds: {},
  };

  test('answers as a model, booked as the API', async () => {
    const id = await publish(company.owner);
    const named = `flow-${id}`;
    expect((await company.client.models.list()).data.map((one) => one.id)).toContain(named);
    const answer = await company.client.chat.completions.create({ model: named, messages: [question] });
    expect(answer.choices[0]?.message.content).toContain(question.content);
    const rows = await server.query('select source, state, assistant_id from flow_runs where flow_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ source: 'api', state: 'finished', assistant_id: null }]);
    const booked = await server.query(
      "select distinct source from usage_records where flow_id = $1 and kind in ('request', 'answer')",
      [id],
    );
    expect(booked).toEqual([{ source: 'api' }]);
  });

  test('is there only for a token that may start flows', async () => {
    const id = await publish(company.owner);
    const chatting = await openClient(server, await makeToken(company.owner, ['chat']));
    const asking = chatting.chat.completions.create({ model: `flow-${id}`, messages: [question] });
    await expect(asking).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

describe('what is refused is refused in its form', () => {
  const bad: [string, Record<string, unknown>, string | null][] = [
    ['no messages', { messages: [] }, 'messages'],
    ['an empty question', { messages: [{ role: 'user', content: ' ' }] }, 'messages'],
    ['an answer last', { messages: [question, { role: 'assistant', content: 'In June.' }] }, 'messages'],
    ['several answers', { n: 2 }, 'n'],
    ['a role that is none', { messages: [{ role: 'robot', content: 'Hello' }] }, 'messages.0.role'],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'messages.0.content.0',
    ],
    ['tools of an assistant', { tools: [{ type: 'function', function: { name: 'a' } }] }, 'tools'],
    ['JSON', { response_format: { type: 'json_object' } }, 'response_format'],
    ['sound', { modalities: ['text', 'audio'] }, 'modalities'],
    ['a temperature that is a text', { temperature: 'hot' }, 'temperature'],
    [
      'a question of a megabyte',
      { messages: [{ role: 'user', content: 'a'.repeat(1_000_000) }] },
      'messages',
    ],
    ['a NUL', { messages: [{ role: 'user', content: 'a\u0000b' }] }, null],
    ['no model', { model: undefined }, 'model'],
    ['a model for embeddings', { model: 'built-in/hashed-384' }, 'model'],
  ];
  test.each(bad)('%s', async (_, fields, param) => {
    const asked = { model, messages: [question], ...fields } as Loose;
    const error = await company.client.chat.completions.create(asked).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param });
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.requestID).toMatch(/^[\w-]{8,}$/);
    expect(server.provider.requests).toEqual([]);
  });

  test('a body that is none, a body that is too long, a path that is none', async () => {
    const send = (path: string, body: string, type = 'application/json') =>
      fetch(`${server.url}/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${company.token}`, 'content-type': type },
        body,
      });
    const cases: [Response, number, string][] = [
      [await send('/chat/completions', '{"model":'), 400, 'request.bad'],
      [await send('/chat/completions', 'model=a', 'text/plain'), 400, 'request.unsupported_media_type'],
      [await send('/chat/completions', `"${'a'.repeat(3_000_000)}"`), 413, 'request.too_large'],
      [await send('/nothing', '{}'), 404, 'unknown_url'],
      [await send('/models', '{}'), 405, 'route.method_not_allowed'],
    ];
    for (const [answer, status, code] of cases) {
      expect(answer.status).toBe(status);
      const { error } = (await answer.json()) as Loose;
      expect(error).toEqual({
        message: expect.any(String),
        type: 'invalid_request_error',
        param: null,
        code,
      });
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
  });

  test('a model that is not there, and one of another company, are the same', async () => {
    const other = await buildOpenApiCompany(server);
    for (const name of [
      'nothing',
      `assistant-${other.assistantId}`,
      other.assistantId,
      `flow-${other.baseId}`,
    ]) {
      const error = await company.client.chat.completions
        .create({ model: name, messages: [question] })
        .catch((thrown) => thrown);
      expect(error).toBeInstanceOf(OpenAI.NotFoundError);
      expect(error).toMatchObject({ code: 'model_not_found', param: 'model' });
    }
  });

  test('no token, a wrong one, a session, and one without the scope', async () => {
    const wrong = `lat_${'a'.repeat(43)}`;
    for (const key of [wrong, 'sk-something', company.owner.token as string]) {
      const error = await (await openClient(server, key)).models.list().then(undefined, (thrown) => thrown);
      expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
      expect(error.code).toBe('invalid_api_key');
    }
    const reader = await openClient(server, await makeToken(company.owner, ['knowledge.read']));
    const error = await reader.chat.completions
      .create({ model, messages: [question] })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
    expect(error.code).toBe('missing_scope');
  });

  test("the provider's fault before the first word is a status, after it an event", async () => {
    server.provider.failNext({ kind: 'status', status: 401, message: 'bad key' }, { call: 'chat' });
    const before = await company.client.chat.completions
      .create({ model, messages: [question], stream: true })
      .catch((thrown) => thrown);
    expect(before).toMatchObject({ status: 502, code: 'model.bad_credentials', type: 'server_error' });
    server.provider.failNext({ kind: 'error_in_stream', afterTokens: 2 }, { call: 'chat' });
    server.provider.setChat({ tokens: ['One ', 'two ', 'three'], tokenDelay: 30 });
    const stream = await company.client.chat.completions.create({
      model,
      messages: [question],
      stream: true,
    });
    let content = '';
    const reading = (async () => {
      for await (const { choices } of stream) content += choices[0]?.delta.content ?? '';
    })();
    await expect(reading).rejects.toBeInstanceOf(OpenAI.APIError);
    expect(content).toContain('One');
  });
});
