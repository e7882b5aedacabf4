import { createManualClock, type RecordedCall, recordFetch } from '@lectern/testing';
import { describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  type ChatRequest,
  createModelRuntime,
  openChatModel,
  openEmbeddingModel,
  openSpeechModel,
  testConnection,
} from '../../index.ts';
import { createSigner } from './sign.ts';

const credentials = { secretId: 'AKIDexample0123456789', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' };

function listen(answer: (call: RecordedCall, n: number) => Response) {
  const recorded = recordFetch((call) => answer(call, recorded.calls.length));
  const clock = createManualClock(Date.UTC(2026, 0, 2));
  return {
    calls: recorded.calls,
    clock,
    runtime: createModelRuntime({ fetch: recorded.fetch, clock, retry: { attempts: 1 } }),
  };
}

const entry = (type: 'chat' | 'embedding' | 'speech_to_text', name: string) => ({
  providerId: 'tencent-cloud',
  credentials,
  model: { name, type },
  guardKey: `${Math.random()}`,
});

const chunk = (value: object) =>
  `data: ${JSON.stringify({ Note: '以上内容为AI生成', Id: '1', Created: 1, ...value })}\n\n`;
const piece = (Delta: object, FinishReason = '') =>
  chunk({
    Choices: [{ Delta: { Role: 'assistant', Content: '', ...Delta }, FinishReason, Index: 0 }],
    Usage: { PromptTokens: 7, CompletionTokens: 3, TotalTokens: 10 },
  });
const stream = (...chunks: string[]) =>
  new Response(chunks.join(''), { headers: { 'content-type': 'text/event-stream' } });
const refusal = (Code: string, Message: string) =>
  Response.json({ Response: { Error: { Code, Message }, RequestId: 'a7f1' } });

async function converse(server: ReturnType<typeof listen>, request: Partial<ChatRequest> = {}) {
  const events: ChatEvent[] = [];
  const asked = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {}, ...request };
  for await (const event of openChatModel(entry('chat', 'hunyuan-turbos-latest'), server.runtime).stream(
    asked,
  ))
    events.push(event);
  return events;
}

it('signs as the documentation of Tencent Cloud does in its example', async () => {
  const keys = { secretId: `AKID${'*'.repeat(32)}`, secretKey: '*'.repeat(32) };
  const called = {
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
  };
  expect(
    await createSigner(
      keys,
      called,
      createManualClock(1_551_113_065_000),
    )({
      method: 'POST',
      url: 'https://cvm.tencentcloudapi.com/',
      contentType: 'application/json; charset=utf-8',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    }),
  ).toEqual({
    authorization: `TC3-HMAC-SHA256 Credential=${keys.secretId}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
    'x-tc-action': 'DescribeInstances',
    'x-tc-version': '2017-03-12',
    'x-tc-timestamp': '1551113065',
    'x-tc-region': 'ap-guangzhou',
  });
});

describe('chat', () => {
  it('streams thoughts and words', async () => {
    const server = listen(() =>
      stream(
        piece({ ReasoningContent: 'They greet.' }),
        piece({ Content: '你' }),
        piece({ Content: '好' }),
        piece({}, 'stop'),
        'data: [DONE]\n\n',
      ),
    );
    expect(await converse(server, { parameters: { temperature: 0.5, topP: 0.9 } })).toEqual([
      { type: 'reasoning-delta', text: 'They greet.' },
      { type: 'text-delta', text: '你' },
      { type: 'text-delta', text: '好' },
      { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: 3 } },
    ]);
    const [call] = server.calls;
    expect([call?.url, call?.headers]).toMatchObject([
      'https://hunyuan.tencentcloudapi.com/',
      { 'x-tc-action': 'ChatCompletions', 'x-tc-version': '2023-09-01' },
    ]);
    expect(call?.body).toEqual({
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: true,
      Temperature: 0.5,
      TopP: 0.9,
    });
    expect(JSON.stringify(server.calls)).not.toContain(credentials.secretKey);
  });

  it('offers tools, takes calls in pieces and gives results back', async () => {
    const called = (Arguments: string, more: object = {}) =>
      piece({
        ToolCalls: [
          {
            Index: 0,
            Type: 'function',
            ...more,
            Function: { Name: more && 'Id' in more ? 'look_up' : '', Arguments },
          },
        ],
      });
    const server = listen(() =>
      stream(called('{"word":', { Id: 'call_1' }), called('"rose"}'), piece({}, 'tool_calls')),
    );
    const tools = [{ name: 'look_up', description: 'Looks a word up', parameters: { type: 'object' } }];
    const events = await converse(server, { tools });
    const toolCalls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
    expect(toolCalls).toEqual([{ id: 'call_1', name: 'look_up', arguments: '{"word":"rose"}' }]);
    expect(server.calls[0]?.body.Tools).toEqual([
      {
        Type: 'function',
        Function: { Name: 'look_up', Description: 'Looks a word up', Parameters: '{"type":"object"}' },
      },
    ]);
    await converse(server, {
      tools,
      messages: [
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', content: 'A flower', answers: toolCalls[0]! },
      ],
    });
    expect(server.calls[1]?.body.Messages).toEqual([
      {
        Role: 'assistant',
        Content: '',
        ToolCalls: [
          { Id: 'call_1', Type: 'function', Function: { Name: 'look_up', Arguments: '{"word":"rose"}' } },
        ],
      },
      { Role: 'tool', Content: 'A flower', ToolCallId: 'call_1' },
    ]);
  });

  it('shows pictures', async () => {
    const server = listen(() => stream(piece({ Content: 'Red' }), piece({}, 'stop')));
    const pictures = [{ bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/png' }];
    await converse(server, { messages: [{ role: 'user', content: 'Colour?', pictures }] });
    expect(server.calls[0]?.body.Messages[0].Contents).toEqual([
      { Type: 'text', Text: 'Colour?' },
      { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,AQID' } },
    ]);
  });

  it('says when an answer was filtered', async () => {
    const server = listen(() => stream(piece({ Content: 'x' }), piece({}, 'sensitive')));
    expect((await converse(server)).at(-1)).toMatchObject({ reason: 'filtered' });
  });

  it.each([
    ['AuthFailure.SignatureFailure', 'The provided credentials could not be validated.', 'bad_credentials'],
    ['AuthFailure.SecretIdNotFound', 'The SecretId is not found.', 'bad_credentials'],
    ['RequestLimitExceeded', 'Your current request times equals to `6` in a second.', 'rate_limited'],
    ['FailedOperation.ResourcePackExhausted', 'The free quota is used up.', 'quota_exhausted'],
    ['InvalidParameterValue.Model', 'The model is not there.', 'model_not_found'],
    ['InvalidParameter', 'Messages must end with a user.', 'bad_request'],
    ['InternalError', 'Internal error.', 'server_error'],
  ])('tells %s in words, with status 200 and in a stream', async (code, message, kind) => {
    await expect(converse(listen(() => refusal(code, message)))).rejects.toMatchObject({
      kind,
      detail: message,
    });
    const inStream = () =>
      stream(`data: ${JSON.stringify({ Response: { Error: { Code: code, Message: message } } })}\n\n`);
    await expect(converse(listen(inStream))).rejects.toMatchObject({ kind, detail: message });
  });

  it.each<[string, () => Response, string]>([
    [
      'an error on its way',
      () => stream(piece({ Content: 'x' }), chunk({ ErrorMsg: { Msg: '引擎错误', Code: 4001 } })),
      'server_error',
    ],
    ['an end too early', () => stream(piece({ Content: 'x' })), 'bad_response'],
    ['what is no JSON', () => stream('data: {"Choices": [\n\n'), 'bad_response'],
    [
      'a web page',
      () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
      'bad_response',
    ],
    [
      'too many calls',
      () => new Response('', { status: 429, headers: { 'retry-after': '3' } }),
      'rate_limited',
    ],
  ])('fails with %s', async (_, answer, kind) => {
    await expect(converse(listen(answer))).rejects.toMatchObject({ kind });
  });

  it('is not asked for with what cannot be a secret', async () => {
    const server = listen(() => refusal('X', ''));
    for (const wrong of [{ secretId: 'a b' }, { secretKey: '' }]) {
      const given = { ...credentials, ...wrong };
      const outcome = await testConnection('tencent-cloud', given, entry('chat', 'x').model, server.runtime);
      expect(outcome).toMatchObject({ kind: 'bad_credentials' });
    }
    expect(server.calls).toEqual([]);
  });
});

describe('embeddings', () => {
  const embed = (server: ReturnType<typeof listen>) =>
    openEmbeddingModel(entry('embedding', 'hunyuan-embedding'), server.runtime).embed(['Hi', 'Ho'], {
      kind: 'query',
    });

  it('come in the order of the texts', async () => {
    const server = listen(() =>
      Response.json({
        Response: {
          Data: [
            { Embedding: [4, 3], Index: 1, Object: 'embedding' },
            { Embedding: [3, 4], Index: 0, Object: 'embedding' },
          ],
          Usage: { PromptTokens: 4, TotalTokens: 4 },
          RequestId: 'a7f1',
        },
      }),
    );
    const { vectors, usage } = await embed(server);
    expect(vectors.map((vector) => Math.round(vector[0]! * 10))).toEqual([6, 8]);
    expect(usage.promptTokens).toBe(4);
    expect(server.calls[0]?.body).toEqual({ InputList: ['Hi', 'Ho'] });
  });

  it.each([{}, { Response: { Data: [{}] } }, { Response: {} }])('refuse %j', async (body) => {
    await expect(embed(listen(() => Response.json(body)))).rejects.toMatchObject({ kind: 'bad_response' });
  });
});

describe('speech', () => {
  const recording = { bytes: new Uint8Array([1, 2, 3]), name: 'a.wav', mediaType: 'audio/wav' };
  const open = (server: ReturnType<typeof listen>) =>
    openSpeechModel(entry('speech_to_text', '16k_zh'), server.runtime);

  it('of a few words is read at once', async () => {
    const server = listen(() =>
      Response.json({ Response: { Result: '腾讯云。', AudioDuration: 2_430, WordSize: 0, WordList: null } }),
    );
    const { segments, usage } = await open(server).transcribe(recording, { short: true });
    expect(segments).toEqual([{ start: 0, end: 2.43, text: '腾讯云。' }]);
    expect(usage).toMatchObject({ promptTokens: 25, estimated: true });
    expect(server.calls[0]?.url).toBe('https://asr.tencentcloudapi.com/');
    expect(server.calls[0]?.headers).toMatchObject({
      'x-tc-action': 'SentenceRecognition',
      'x-tc-version': '2019-06-14',
    });
    expect(server.calls[0]?.body).toEqual({
      EngSerViceType: '16k_zh',
      SourceType: 1,
      VoiceFormat: 'wav',
      Data: 'AQID',
      DataLen: 3,
    });
  });

  it('of a recording is a task that is asked after until it is done', async () => {
    const status = (Status: number, more: object = {}) =>
      Response.json({ Response: { Data: { TaskId: 7, Status, StatusStr: '', ErrorMsg: '', ...more } } });
    const server = listen(({ headers }, n) => {
      if (headers['x-tc-action'] === 'CreateRecTask')
        return Response.json({ Response: { Data: { TaskId: 7 } } });
      return n < 4
        ? status(1)
        : status(2, {
            AudioDuration: 64.5,
            Result: '[0:0.000,0:1.200]  One.\n[1:1.500,1:4.500,0]  Two.\n',
          });
    });
    const result = open(server).transcribe(recording, {});
    // The limit of the whole call is a timer too.
    for (let polls = 0; polls < 2; polls++) {
      await server.clock.waitForTimers(2);
      await server.clock.advance(1_500);
    }
    expect((await result).segments).toEqual([
      { start: 0, end: 1.2, text: 'One.' },
      { start: 61.5, end: 64.5, text: 'Two.' },
    ]);
    expect(server.calls.map(({ headers }) => headers['x-tc-action'])).toEqual([
      'CreateRecTask',
      'DescribeTaskStatus',
      'DescribeTaskStatus',
      'DescribeTaskStatus',
    ]);
    expect(server.calls[0]?.body).toMatchObject({
      EngineModelType: '16k_zh',
      ChannelNum: 1,
      ResTextFormat: 0,
    });
    expect(server.calls[1]?.body).toEqual({ TaskId: 7 });
  });

  it('that cannot be read is told in words', async () => {
    const failing = listen(({ headers }) =>
      Response.json({
        Response: {
          Data:
            headers['x-tc-action'] === 'CreateRecTask'
              ? { TaskId: 7 }
              : { Status: 3, ErrorMsg: 'Failed to decode' },
        },
      }),
    );
    await expect(open(failing).transcribe(recording, {})).rejects.toMatchObject({
      detail: 'Failed to decode',
    });
    const server = listen(() => refusal('X', ''));
    const webm = { ...recording, mediaType: 'audio/webm;codecs=opus' };
    await expect(open(server).transcribe(webm, { short: true })).rejects.toMatchObject({
      kind: 'bad_request',
    });
    const long = { ...recording, bytes: new Uint8Array(6 * 1024 * 1024) };
    await expect(open(server).transcribe(long, {})).rejects.toMatchObject({ detail: 'more than 5 MB' });
    expect(server.calls).toEqual([]);
  });
});
