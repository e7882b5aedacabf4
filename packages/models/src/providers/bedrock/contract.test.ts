import { createManualClock, type RecordedCall, recordFetch } from '@lectern/testing';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { fromUtf8, toUtf8 } from '@smithy/core/serde';
import { describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  type ChatRequest,
  createModelRuntime,
  type ModelErrorKind,
  openChatModel,
  testConnection,
} from '../../index.ts';
import { createSigner } from './sign.ts';

const credentials = {
  accessKey: 'AKIDEXAMPLE00000',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};
const claude = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';

const codec = new EventStreamCodec(toUtf8, fromUtf8);
const text = (value: string) => ({ type: 'string' as const, value });

/** A message as the service encodes it. */
function frame(type: string, payload: object, kind: 'event' | 'exception' = 'event'): Uint8Array {
  return codec.encode({
    headers: {
      [`:${kind}-type`]: text(type),
      ':content-type': text('application/json'),
      ':message-type': text(kind),
    },
    body: Buffer.from(JSON.stringify(payload)),
  });
}

const said = (...frames: Uint8Array[]) => [
  frame('messageStart', { role: 'assistant', p: 'abcd' }),
  ...frames,
];
const delta = (contentBlockIndex: number, value: object) =>
  frame('contentBlockDelta', { contentBlockIndex, delta: value, p: 'abcdefgh' });
const stop = (stopReason: string) => frame('messageStop', { stopReason });
const metadata = frame('metadata', {
  metrics: { latencyMs: 551 },
  usage: { inputTokens: 11, outputTokens: 4, totalTokens: 15, cacheReadInputTokens: 2 },
});

/** In pieces that do not keep to the frames, as networks do. */
function stream(frames: Uint8Array[], { cut = 0, piece = 7 } = {}): Response {
  const whole = Buffer.concat(frames);
  const bytes = whole.subarray(0, whole.length - cut);
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += piece)
          controller.enqueue(new Uint8Array(bytes.subarray(at, at + piece)));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'application/vnd.amazon.eventstream' } },
  );
}

/** An error as the service answers it. */
const refusal = (status: number, type: string, message: string) =>
  Response.json({ message }, { status, headers: { 'x-amzn-errortype': type } });

function listen(answer: (call: RecordedCall) => Response) {
  const { calls, fetch } = recordFetch(answer);
  return { calls, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

const entry = (type: 'chat', name: string) => ({
  providerId: 'bedrock',
  credentials,
  model: { name, type, vision: true },
  guardKey: `${Math.random()}`,
});

async function converse(server: ReturnType<typeof listen>, request: Partial<ChatRequest> = {}) {
  const events: ChatEvent[] = [];
  const asked = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {}, ...request };
  for await (const event of openChatModel(entry('chat', claude), server.runtime).stream(asked))
    events.push(event);
  return events;
}

describe('signatures', () => {
  it('are those of the AWS SDK for Python', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
    const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: credentials.secretKey };
    const model = encodeURIComponent('anthropic.claude-3-haiku-20240307-v1:0');
    // Computed by botocore 1.44.5 for the same request.
    expect(
      await createSigner(
        keys,
        'us-east-1',
        clock,
      )({
        method: 'POST',
        url: `https://bedrock-runtime.us-east-1.amazonaws.com/model/${model}/converse`,
        contentType: 'application/json',
        body: '{"messages":[]}',
      }),
    ).toEqual({
      'content-type': 'application/json',
      'x-amz-date': '20260102T030405Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-1/bedrock/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=663ddd65b03a7249602e254d0d0856b7152231c05065b092f35374d151c4c98f',
    });
  });
});

describe('chat', () => {
  it('streams thoughts and words, and counts what was cached', async () => {
    const server = listen(() =>
      stream(
        said(
          delta(0, { reasoningContent: { text: 'They greet.' } }),
          delta(0, { reasoningContent: { signature: 'EsEBCkYI' } }),
          frame('contentBlockStop', { contentBlockIndex: 0 }),
          delta(1, { text: 'Hel' }),
          delta(1, { text: 'lo, 世界' }),
          frame('contentBlockStop', { contentBlockIndex: 1 }),
          stop('end_turn'),
          metadata,
        ),
      ),
    );
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hi' },
    ];
    const parameters = { temperature: 0.2, topP: 0.9, maxTokens: 50 };
    expect(await converse(server, { messages, parameters })).toEqual([
      { type: 'reasoning-delta', text: 'They greet.' },
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo, 世界' },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 13, completionTokens: 4 } },
    ]);
    const [call] = server.calls;
    expect(call?.url).toBe(
      'https://bedrock-runtime.eu-central-1.amazonaws.com/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream',
    );
    expect(call?.body).toEqual({
      system: [{ text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { maxTokens: 50, temperature: 0.2, topP: 0.9 },
    });
    expect(call?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE00000\/\d{8}\/eu-/);
    expect(JSON.stringify(server.calls)).not.toContain(credentials.secretKey);
  });

  it('offers tools and gives results back with the thoughts that led to the call', async () => {
    const tools = [
      { name: 'look_up', description: 'Looks a word up', parameters: { type: 'object', properties: {} } },
    ];
    const asks = said(
      delta(0, { reasoningContent: { text: 'Look ' } }),
      delta(0, { reasoningContent: { text: 'it up.' } }),
      delta(0, { reasoningContent: { signature: 'EsEBCkYI' } }),
      delta(1, { text: 'One moment.' }),
      frame('contentBlockStart', {
        contentBlockIndex: 2,
        start: { toolUse: { toolUseId: 'tooluse_1', name: 'look_up' } },
      }),
      delta(2, { toolUse: { input: '{"word":' } }),
      delta(2, { toolUse: { input: '"rose"}' } }),
      frame('contentBlockStop', { contentBlockIndex: 2 }),
      stop('tool_use'),
      metadata,
    );
    const server = listen(() => stream(asks));
    const events = await converse(server, { tools });
    const toolCalls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    expect(toolCalls).toMatchObject([{ id: 'tooluse_1', name: 'look_up', arguments: '{"word":"rose"}' }]);
    expect(server.calls[0]?.body.toolConfig).toEqual({
      tools: [
        {
          toolSpec: {
            name: 'look_up',
            description: 'Looks a word up',
            inputSchema: { json: { type: 'object', properties: {} } },
          },
        },
      ],
    });
    const messages: ChatRequest['messages'] = [
      { role: 'user', content: 'What is a rose?' },
      { role: 'assistant', content: 'One moment.', toolCalls },
      { role: 'tool', content: 'A flower', answers: toolCalls[0]! },
    ];
    await converse(server, { tools, messages });
    expect(server.calls[1]?.body.messages).toEqual([
      { role: 'user', content: [{ text: 'What is a rose?' }] },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Look it up.', signature: 'EsEBCkYI' } } },
          { text: 'One moment.' },
          { toolUse: { toolUseId: 'tooluse_1', name: 'look_up', input: { word: 'rose' } } },
        ],
      },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'tooluse_1', content: [{ text: 'A flower' }] } }],
      },
    ]);
    // Without tools the service refuses calls and results.
    await converse(server, { messages });
    expect(JSON.stringify(server.calls[2]?.body)).not.toMatch(/toolUse|toolResult|toolConfig/);
    expect(JSON.stringify(server.calls[2]?.body)).toContain('Result of look_up: A flower');
    // Thoughts that another provider signed are none of its business.
    const foreign = { ...toolCalls[0]!, thoughts: { provider: 'anthropic', content: '[{"x":1}]' } };
    await converse(server, {
      tools,
      messages: messages.with(1, { ...messages[1]!, toolCalls: [foreign] } as never),
    });
    expect(JSON.stringify(server.calls[3]?.body)).not.toMatch(/reasoningContent|"x"/);
  });

  it('shows pictures, and begins with the person', async () => {
    const server = listen(() => stream(said(delta(0, { text: 'Red' }), stop('end_turn'), metadata)));
    const pictures = [{ bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/png' }];
    await converse(server, {
      messages: [
        { role: 'assistant', content: 'Hello!' },
        { role: 'user', content: 'Colour?', pictures },
      ],
    });
    expect(server.calls[0]?.body.messages).toEqual([
      { role: 'user', content: [{ text: '…' }] },
      { role: 'assistant', content: [{ text: 'Hello!' }] },
      {
        role: 'user',
        content: [{ image: { format: 'png', source: { bytes: 'AQID' } } }, { text: 'Colour?' }],
      },
    ]);
    const tiff = [{ bytes: new Uint8Array([1]), mediaType: 'image/tiff' }];
    await expect(
      converse(server, { messages: [{ role: 'user', content: '', pictures: tiff }] }),
    ).rejects.toMatchObject({ kind: 'bad_request' });
  });

  it.each([
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filtered', 'filtered'],
    ['guardrail_intervened', 'filtered'],
    ['malformed_tool_use', 'other'],
  ])('says why it ended: %s', async (reason, expected) => {
    const server = listen(() => stream(said(delta(0, { text: 'Hi' }), stop(reason), metadata)));
    expect((await converse(server)).at(-1)).toMatchObject({ type: 'finish', reason: expected });
  });

  it('leaves out what a model refuses to have set', async () => {
    const message = 'The model returned the following errors: `temperature` is deprecated for this model.';
    const server = listen(({ body }) =>
      body.inferenceConfig?.temperature === undefined
        ? stream(said(delta(0, { text: 'Hi' }), stop('end_turn'), metadata))
        : refusal(400, 'ValidationException', message),
    );
    await converse(server, { parameters: { temperature: 0.5, maxTokens: 9 } });
    expect(server.calls[1]?.body.inferenceConfig).toEqual({ maxTokens: 9 });
  });
});

describe('failures of a stream', () => {
  const words = [frame('messageStart', { role: 'assistant' }), delta(0, { text: 'Hel' })];

  it.each([
    ['throttlingException', 'Too many requests, please wait before trying again.', 'rate_limited'],
    ['modelStreamErrorException', 'The model failed.', 'server_error'],
    ['validationException', 'Input is too long for requested model.', 'context_too_long'],
    ['serviceUnavailableException', 'Bedrock is unable to process your request.', 'server_error'],
  ])('tell %s', async (type, message, kind) => {
    const server = listen(() => stream([...words, frame(type, { message }, 'exception')]));
    await expect(converse(server)).rejects.toMatchObject({ kind, detail: message });
  });

  it('include an end within a message, and one between messages', async () => {
    await expect(converse(listen(() => stream(words, { cut: 3 })))).rejects.toMatchObject({
      kind: 'bad_response',
      detail: 'the answer broke off',
    });
    await expect(converse(listen(() => stream(words)))).rejects.toMatchObject({ kind: 'bad_response' });
  });

  it('include bytes that are no event stream: changed ones, and a web page', async () => {
    const changed = Buffer.from(words[1]!);
    changed[changed.length - 6]! ^= 1;
    for (const answer of [
      () => stream([changed]),
      () => new Response('<html><body>Sign in</body></html>', { headers: { 'content-type': 'text/html' } }),
    ])
      await expect(converse(listen(answer))).rejects.toMatchObject({
        kind: 'bad_response',
        detail: 'the answer is no event stream',
      });
  });
});

describe('refusals', () => {
  it.each<[number, string, string, ModelErrorKind]>([
    [
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      'bad_credentials',
    ],
    [
      403,
      'AccessDeniedException',
      "You don't have access to the model with the specified model ID.",
      'bad_credentials',
    ],
    [400, 'ValidationException', 'The provided model identifier is invalid.', 'model_not_found'],
    [
      404,
      'ResourceNotFoundException',
      'This model version has reached the end of its life.',
      'model_not_found',
    ],
    [400, 'ValidationException', 'Input is too long for requested model.', 'context_too_long'],
    [429, 'ThrottlingException', 'Too many tokens per day, please wait before trying again.', 'rate_limited'],
    [424, 'ModelErrorException', 'An error occurred while processing the model.', 'server_error'],
    [408, 'ModelTimeoutException', 'The model took too long.', 'timeout'],
    [503, 'ServiceUnavailableException', 'The service is currently unavailable.', 'server_error'],
  ])('are told in words: %i %s', async (status, type, message, kind) => {
    const server = listen(() => refusal(status, type, message));
    await expect(converse(server)).rejects.toMatchObject({ kind, detail: message });
  });

  it('never show the secret key', async () => {
    const server = listen(() => refusal(403, 'X', `The canonical string was ${credentials.secretKey}`));
    const outcome = await testConnection('bedrock', credentials, entry('chat', claude).model, server.runtime);
    expect(outcome).toMatchObject({ ok: false, kind: 'bad_credentials' });
    expect(JSON.stringify(outcome)).not.toContain(credentials.secretKey);
  });

  it('come before the network where a region or key cannot be right', async () => {
    const server = listen(() => refusal(500, 'X', ''));
    for (const wrong of [
      { region: 'mars-1' },
      { region: 'evil.example/' },
      { accessKey: 'no key' },
      { secretKey: '' },
    ]) {
      const given = { ...credentials, ...wrong };
      expect(
        await testConnection('bedrock', given, entry('chat', claude).model, server.runtime),
      ).toMatchObject({
        ok: false,
        kind: 'bad_credentials',
      });
    }
    expect(server.calls).toEqual([]);
  });
});
