import { createManualClock } from '@lectern/testing';
import { describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  type ChatRequest,
  createModelRuntime,
  type Fetch,
  listModelNames,
  openChatModel,
  openVisionModel,
  testConnection,
} from '../../index.ts';
import { samplePicture } from '../connection-samples.ts';

const key = 'sk-ant-0123456789';
const credentials = { baseUrl: 'https://api.anthropic.com', apiKey: key };

type Sent = { url: string; method: string; headers: Record<string, string>; body: Record<string, unknown> };

/** A server that gives these answers in turn, the last one for good, and remembers what it was sent. */
function listen(...answers: (() => Response)[]) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { method = 'GET', headers = {}, body } = {}) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!;
    sent.push({ url, method, headers, body: typeof body === 'string' ? JSON.parse(body) : {} });
    return answer();
  };
  const clock = createManualClock(Date.parse('2026-01-01T00:00:00Z'));
  return { sent, runtime: createModelRuntime({ fetch, clock, retry: { attempts: 1 } }) };
}

/** Events as the API writes them: each with its name, and again in its data. */
const stream = (events: { type: string }[]) => () =>
  new Response(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  });

const refuse =
  (status: number, type: string, message: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' },
      { status, headers },
    );

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'claude-opus-4-6',
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 25, cache_creation_input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 1 },
  },
};
const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const end = (reason: string, output = 15) => [
  {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: output },
  },
  { type: 'message_stop' },
];
const text = (...pieces: string[]) => [
  block(0, { type: 'text', text: '' }),
  { type: 'ping' },
  ...pieces.map((piece) => delta(0, { type: 'text_delta', text: piece })),
  stop(0),
];
const hello = stream([start, ...text('Hello', '!'), ...end('end_turn')]);

const entry = (model: object = {}) => ({
  providerId: 'anthropic',
  credentials,
  model: { name: 'claude-opus-4-6', type: 'chat' as const, ...model },
  guardKey: `${Math.random()}`,
});
const ask: ChatRequest = { messages: [{ role: 'user', content: 'Hi' }], parameters: {} };

async function collect(server: ReturnType<typeof listen>, request: Partial<ChatRequest> = {}) {
  const events: ChatEvent[] = [];
  for await (const event of openChatModel(entry(), server.runtime).stream({ ...ask, ...request }))
    events.push(event);
  return events;
}

describe('what is sent', () => {
  it('goes to the Messages API with its own headers, never with a bearer token', async () => {
    const server = listen(hello);
    await collect(server);
    const { url, method, headers, body } = server.sent[0]!;
    expect([method, url]).toEqual(['POST', 'https://api.anthropic.com/v1/messages']);
    expect(headers).toMatchObject({ 'x-api-key': key, 'anthropic-version': '2023-06-01' });
    expect(headers).not.toHaveProperty('authorization');
    expect(body).toEqual({
      model: 'claude-opus-4-6',
      max_tokens: 16_384,
      stream: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });

  it.each(['', '/', '/v1', '/v1/messages'])('understands an address that ends in "%s"', async (suffix) => {
    const server = listen(hello);
    const address = { ...credentials, baseUrl: `https://claude.example.com/proxy${suffix}` };
    const outcome = await testConnection('anthropic', address, entry().model, server.runtime);
    expect(outcome.ok).toBe(true);
    expect(server.sent[0]!.url).toBe('https://claude.example.com/proxy/v1/messages');
  });

  it('keeps instructions apart, joins turns, begins with the person and sends nothing empty', async () => {
    const server = listen(hello);
    await collect(server, {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'How can I help?' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: ' ' },
        { role: 'user', content: 'Anyone?' },
        { role: 'system', content: 'Speak French.' },
      ],
      parameters: { temperature: 1.4, maxTokens: 100, presencePenalty: 1, frequencyPenalty: 1 },
    });
    const { body } = server.sent[0]!;
    expect(body).toMatchObject({ system: 'Be brief.\n\nSpeak French.', temperature: 1, max_tokens: 100 });
    expect(body).not.toHaveProperty('presence_penalty');
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: '…' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'How can I help?' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'text', text: 'Anyone?' },
        ],
      },
    ]);
  });

  it('sends the results of one round of tools as one turn', async () => {
    const server = listen(hello);
    const toolCalls = [
      { id: 'toolu_1', name: 'look_up', arguments: '{"word":"rose"}' },
      { id: 'toolu_2', name: 'look_up', arguments: 'no JSON' },
    ];
    const parameters = { type: 'object', properties: { word: { type: 'string' } } };
    await collect(server, {
      tools: [{ name: 'look_up', description: 'Looks a word up', parameters }],
      messages: [
        { role: 'user', content: 'What?' },
        { role: 'assistant', content: 'I look.', toolCalls },
        ...toolCalls.map((answers) => ({ role: 'tool' as const, content: 'a flower', answers })),
      ],
    });
    const { body } = server.sent[0]!;
    expect(body.tools).toEqual([
      { name: 'look_up', description: 'Looks a word up', input_schema: parameters },
    ]);
    expect((body.messages as unknown[]).slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { word: 'rose' } },
          { type: 'tool_use', id: 'toolu_2', name: 'look_up', input: {} },
        ],
      },
      {
        role: 'user',
        content: ['toolu_1', 'toolu_2'].map((id) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: [{ type: 'text', text: 'a flower' }],
        })),
      },
    ]);
  });

  it('names the tools that were called, and forbids them, where none is offered any more', async () => {
    const server = listen(hello);
    const call = { id: 'toolu_1', name: 'look_up', arguments: '{}' };
    await collect(server, {
      messages: [
        { role: 'user', content: 'What?' },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: 'a flower', answers: call },
      ],
    });
    expect(server.sent[0]!.body).toMatchObject({
      tools: [{ name: 'look_up', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    });
    await collect(server, { messages: [{ role: 'user', content: 'What?' }] });
    expect(server.sent[1]!.body).not.toHaveProperty('tool_choice');
  });

  it('shows pictures', async () => {
    const server = listen(stream([start, ...text('Red'), ...end('end_turn')]));
    const model = openVisionModel(entry({ type: 'image_to_text' }), server.runtime);
    expect((await model.read(samplePicture(), { prompt: 'Which colour?' })).text).toBe('Red');
    const data = Buffer.from(samplePicture().bytes).toString('base64');
    expect(server.sent[0]!.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
          { type: 'text', text: 'Which colour?' },
        ],
      },
    ]);
  });

  it('does without the sampling that newer models refuse, from then on', async () => {
    const deprecated = refuse(400, 'invalid_request_error', '`temperature` is deprecated for this model.');
    const server = listen(deprecated, hello);
    const model = openChatModel(entry(), server.runtime);
    for (let turn = 0; turn < 2; turn++)
      for await (const _ of model.stream({ ...ask, parameters: { temperature: 0.2, topP: 0.9 } }));
    expect(server.sent.map(({ body }) => [body.temperature, body.top_p])).toEqual([
      [0.2, 0.9],
      [undefined, 0.9],
      [undefined, 0.9],
    ]);
  });
});

describe('what comes back', () => {
  it('is text with the whole usage, cached parts included', async () => {
    expect(await collect(listen(hello))).toEqual([
      { type: 'text-delta', text: 'Hello' },
      { type: 'text-delta', text: '!' },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 30, completionTokens: 15 } },
    ]);
  });

  it('keeps thoughts apart, and signatures and hidden thoughts to itself', async () => {
    const events = await collect(
      listen(
        stream([
          start,
          block(0, { type: 'thinking', thinking: '', signature: '' }),
          delta(0, { type: 'thinking_delta', thinking: 'I need the GCD' }),
          delta(0, { type: 'signature_delta', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' }),
          stop(0),
          block(1, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' }),
          stop(1),
          block(2, { type: 'text', text: '' }),
          delta(2, { type: 'text_delta', text: 'It is 21.' }),
          stop(2),
          ...end('end_turn'),
        ]),
      ),
    );
    expect(events.slice(0, -1)).toEqual([
      { type: 'reasoning-delta', text: 'I need the GCD' },
      { type: 'text-delta', text: 'It is 21.' },
    ]);
  });

  it('is calls of tools, put together from their pieces', async () => {
    const events = await collect(
      listen(
        stream([
          start,
          ...text('Okay.'),
          block(1, { type: 'tool_use', id: 'toolu_01T1x', name: 'get_weather', input: {} }),
          delta(1, { type: 'input_json_delta', partial_json: '' }),
          delta(1, { type: 'input_json_delta', partial_json: '{"location": "San' }),
          delta(1, { type: 'input_json_delta', partial_json: ' Francisco, CA"}' }),
          stop(1),
          block(2, { type: 'tool_use', id: 'toolu_02', name: 'get_time', input: {} }),
          stop(2),
          ...end('tool_use', 89),
        ]),
      ),
    );
    expect(events.slice(1)).toEqual([
      {
        type: 'tool-call',
        call: { id: 'toolu_01T1x', name: 'get_weather', arguments: '{"location": "San Francisco, CA"}' },
      },
      { type: 'tool-call', call: { id: 'toolu_02', name: 'get_time', arguments: '{}' } },
      { type: 'finish', reason: 'other', usage: { promptTokens: 30, completionTokens: 89 } },
    ]);
  });

  it.each([
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    ['refusal', 'filtered'],
  ])('ends by %s as %s', async (reason, expected) => {
    const events = await collect(listen(stream([start, ...text('Yes'), ...end(reason)])));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: expected });
  });

  it('tells the models that a key opens', async () => {
    const model = (id: string) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-02-04T00:00:00Z',
    });
    const server = listen(() =>
      Response.json({
        data: [model('claude-opus-4-6'), model('claude-haiku-4-5')],
        first_id: 'claude-opus-4-6',
        last_id: 'claude-haiku-4-5',
        has_more: false,
      }),
    );
    expect(await listModelNames('anthropic', credentials, server.runtime)).toEqual([
      'claude-haiku-4-5',
      'claude-opus-4-6',
    ]);
    const { url, headers } = server.sent[0]!;
    expect([url, headers['x-api-key']]).toEqual(['https://api.anthropic.com/v1/models?limit=1000', key]);
  });
});

describe('failures', () => {
  it.each([
    [401, 'authentication_error', `invalid x-api-key ${key}`, 'bad_credentials'],
    [402, 'billing_error', 'There is an issue with your billing.', 'quota_exhausted'],
    [403, 'permission_error', 'Your API key does not have permission.', 'bad_credentials'],
    [404, 'not_found_error', 'model: claude-none', 'model_not_found'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'context_too_long'],
    [400, 'invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum', 'context_too_long'],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 16384 > 200000',
      'context_too_long',
    ],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
      'quota_exhausted',
    ],
    [400, 'invalid_request_error', 'max_tokens: 99999 > 64000', 'bad_request'],
    [429, 'rate_limit_error', 'This request would exceed your rate limit', 'rate_limited'],
    [500, 'api_error', 'Internal server error', 'server_error'],
    [529, 'overloaded_error', 'Overloaded', 'server_error'],
  ])('%i %s: %s', async (status, type, message, kind) => {
    const reading = collect(listen(refuse(status, type, message)));
    await expect(reading).rejects.toMatchObject({ name: 'ModelError', kind });
    await expect(reading).rejects.not.toThrow(key);
  });

  it.each([
    ['overloaded_error', 'Overloaded', 'server_error'],
    ['rate_limit_error', 'Too many requests', 'rate_limited'],
    ['invalid_request_error', 'prompt is too long', 'context_too_long'],
  ])('%s inside a stream, after what was written', async (type, message, kind) => {
    const server = listen(
      stream([start, ...text('Hel'), { type: 'error', error: { type, message } } as never]),
    );
    const events: ChatEvent[] = [];
    const reading = (async () => {
      for await (const event of openChatModel(entry(), server.runtime).stream(ask)) events.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ kind, detail: message });
    expect(events).toEqual([{ type: 'text-delta', text: 'Hel' }]);
  });

  it('waits as long as it is told, or until the limit that is used up is full again', async () => {
    const limited = (headers: Record<string, string>) =>
      collect(listen(refuse(429, 'rate_limit_error', 'Too many requests', headers)));
    await expect(limited({ 'retry-after': '7' })).rejects.toMatchObject({ retryAfterMs: 7_000 });
    await expect(
      limited({
        'anthropic-ratelimit-requests-remaining': '12',
        'anthropic-ratelimit-requests-reset': '2026-01-01T01:00:00Z',
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2026-01-01T00:00:40Z',
      }),
    ).rejects.toMatchObject({ retryAfterMs: 40_000 });
  });

  it.each([
    ['breaks off', stream([start, ...text('Hel')])],
    ['is no JSON', () => new Response('event: message_start\ndata: {"type":"mess\n\n')],
    ['is a web page', () => new Response('<html>Welcome</html>')],
  ])('an answer that %s', async (_, answer) => {
    await expect(collect(listen(answer))).rejects.toMatchObject({ kind: 'bad_response' });
  });
});
