import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildTone,
  type FakeProvider,
  type SentFile,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let boss: ApiClient;
let reader: ApiClient;
let assistantId: string;
let speechModelId: string;

const answer =
  '# Roses\n\nThe rose blooms in **June**.\n\n```sh\nnpm ci\n```\n\n' +
  'Prune it in March with care. '.repeat(20);

beforeAll(async () => {
  provider = await startFakeProvider({ chat: { tokens: [answer] } });
  server = await startTestServer({ LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  boss = await server.addMember(await server.signUp(), 'COMPANY');
  reader = await server.addMember(boss, 'USER');
  const chatModelId = await addModel('chat');
  assistantId = (await buildAssistant(boss, { chat_model_id: chatModelId })).id;
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function addModel(type: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await boss.call('POST', '/company/models', {
    ...{ provider_id: 'openai-compatible', model_name: type, type, base_url: provider.baseUrl },
    ...fields,
  });
  return body.id;
}

async function ask(person: ApiClient): Promise<string> {
  const { id } = await buildConversation(person, assistantId);
  for await (const _ of person.stream('POST', `/conversations/${id}/messages`, { content: 'When?' }));
  const { messages } = (await person.call('GET', `/conversations/${id}`)).body;
  return `/conversations/${id}/messages/${messages.at(-1).id}/speech`;
}

const say = (person: ApiClient, bytes: Uint8Array | string, name = 'question.wav') =>
  person.upload(`/assistants/${assistantId}/transcriptions`, [{ name, bytes }]);

const ledger = (kind: string) =>
  server.query(
    `select r.*, a.username from usage_records r join accounts a on a.id = r.account_id
     where kind = $1 order by r.created_at`,
    [kind],
  );

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

test('without models nothing hears or speaks', async () => {
  expect(codeOf(await say(reader, buildTone(1)))).toEqual([409, 'voice.no_speech_to_text']);
  const path = await ask(reader);
  expect(codeOf(await reader.call('POST', path, {}))).toEqual([409, 'voice.no_text_to_speech']);
  expect((await reader.call('GET', path)).body.parts[0]).toBe(
    'Roses. The rose blooms in June. See the code on screen. Prune it in March with care. ' +
      'Prune it in March with care. Prune it in March with care.',
  );
});

test('a spoken question is written down, booked and kept nowhere', async () => {
  speechModelId = await addModel('speech_to_text', { input_price: 2, output_price: 4 });
  provider.setSpeech({
    segments: [
      { start: 0, end: 1, text: ' When does the rose ' },
      { start: 1, end: 2, text: 'bloom?' },
    ],
    usage: { inputTokens: 30, outputTokens: 6 },
  });
  const kept = () =>
    server.query(
      "select (select count(*) from files) + (select count(*) from usage_records where kind = 'request') as n",
    );
  const before = await kept();
  const tone = buildTone(2);
  const { status, body } = await say(reader, tone, 'x.exe');
  expect([status, body]).toEqual([200, { text: 'When does the rose bloom?' }]);
  const file = provider.requests[0]?.body.file as SentFile;
  expect([file.name, file.mediaType]).toEqual(['question.wav', 'audio/wav']);
  expect(Buffer.from(file.bytes).equals(tone)).toBe(true);
  expect(await ledger('speech')).toMatchObject([
    {
      assistant_id: assistantId,
      model_id: speechModelId,
      prompt_tokens: 30,
      completion_tokens: 6,
      source: 'app',
      outcome: 'ok',
    },
  ]);
  expect(Number((await ledger('speech'))[0]?.cost)).toBeCloseTo((30 * 2 + 6 * 4) / 1e6, 9);
  expect(await kept()).toEqual(before);
});

test('what is no recording, too long or too large never leaves the server', async () => {
  for (const [bytes, expected] of [
    ['<html>', [415, 'voice.not_audio']],
    ['', [415, 'voice.not_audio']],
    [Uint8Array.of(0xff, 0xf1, 0x50, 0x80), [415, 'voice.not_audio']],
    // By its length, and by its bytes.
    [Buffer.concat([buildTone(1), Buffer.alloc(3_000_000)]), [413, 'voice.too_long']],
    [Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(9_000_000)]), [413, 'voice.too_long']],
  ] as const)
    expect(codeOf(await say(reader, bytes))).toEqual(expected);
  const path = `/assistants/${assistantId}/transcriptions`;
  expect(codeOf(await reader.upload(path, []))).toEqual([422, 'document.no_file']);
  expect(codeOf(await reader.call('POST', path, { file: 'x' }))).toEqual([
    415,
    'request.unsupported_media_type',
  ]);
  expect(provider.requests).toEqual([]);
});

test('silence is told, and was paid for', async () => {
  const { length } = await ledger('speech');
  for (const segments of [[], [{ start: 0, end: 1, text: ' … ' }]]) {
    provider.setSpeech({ segments });
    expect(codeOf(await say(reader, buildTone(1)))).toEqual([422, 'voice.nothing_heard']);
  }
  expect(await ledger('speech')).toHaveLength(length + 2);
});

test('Chinese sentences are joined without a space', async () => {
  provider.setSpeech({
    segments: ['玫瑰什么时候开花？', '请回答。'].map((text) => ({ start: 0, end: 1, text })),
  });
  expect((await say(reader, buildTone(1))).body.text).toBe('玫瑰什么时候开花？请回答。');
});

test('an answer is read aloud part by part, and booked by its characters', async () => {
  const modelId = await addModel('text_to_speech', { voice: 'nova', input_price: 15 });
  const path = await ask(reader);
  const { parts } = (await reader.call('GET', path)).body;
  expect(parts).toHaveLength(2);
  provider.reset();
  for (const part of [0, 1]) {
    const { status, headers } = await reader.call('POST', path, { part });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'audio/wav',
      'no-store',
    ]);
  }
  expect(provider.requests.map(({ body }) => [body.input, body.voice])).toEqual([
    [parts[0], 'nova'],
    [parts[1], 'nova'],
  ]);
  const rows = await ledger('voice');
  expect(rows).toMatchObject([
    { characters: parts[0].length, prompt_tokens: 0, model_id: modelId, assistant_id: assistantId },
    { characters: parts[1].length },
  ]);
  expect(Number(rows[1]?.cost)).toBeCloseTo((15 * parts[1].length) / 1e6, 9);
  expect(codeOf(await reader.call('POST', path, { part: 2 }))).toEqual([404, 'voice.part_not_found']);
  for (const part of [-1, 1.5, 'first', 1e9])
    expect((await reader.call('POST', path, { part })).status).toBe(422);
});

test('nobody hears the answers of others, of the own company or another', async () => {
  const path = await ask(reader);
  const stranger = await server.signUp();
  for (const person of [boss, stranger, server.admin])
    for (const method of ['GET', 'POST'])
      expect(codeOf(await person.call(method, path, method === 'POST' ? {} : undefined))).toEqual([
        404,
        'message.not_found',
      ]);
  expect(codeOf(await say(stranger, buildTone(1)))).toEqual([404, 'assistant.not_found']);
  expect(provider.requests.filter(({ call }) => call !== 'chat')).toEqual([]);
  // Only answers are read.
  const questionId = (await reader.call('GET', path.split('/messages')[0] as string)).body.messages[0].id;
  expect((await reader.call('GET', path.replace(/messages\/[^/]+/, `messages/${questionId}`))).status).toBe(
    404,
  );
});

test('who may no longer ask the assistant may not speak to it either', async () => {
  const rights = `/company/assistant-rights/${assistantId}`;
  expect((await boss.call('PUT', rights, { audience: 'chosen', account_ids: [] })).status).toBe(200);
  expect(codeOf(await say(reader, buildTone(1)))).toEqual([404, 'assistant.not_found']);
  await boss.call('PUT', rights, { audience: 'everyone', account_ids: [] });
  expect((await say(reader, buildTone(1))).status).toBe(200);
});

test('one person has few recordings in work at a time, and others are not held up', async () => {
  provider.failNext({ kind: 'timeout' }, { call: 'transcriptions', times: 4 });
  const leaving = new AbortController();
  const path = `${server.url}/api/v1/assistants/${assistantId}/transcriptions`;
  const waiting = Array.from({ length: 4 }, () => {
    const body = new FormData();
    body.append('file', new Blob([buildTone(1) as never]), 'a.wav');
    const headers = { authorization: `Bearer ${reader.token}` };
    return fetch(path, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => undefined);
  });
  await expect.poll(() => provider.requests.length).toBe(4);
  expect(codeOf(await say(reader, buildTone(1)))).toEqual([429, 'request.rate_limited']);
  expect((await say(boss, buildTone(1))).status).toBe(200);
  // Who has left makes room.
  leaving.abort();
  await Promise.all(waiting);
  await expect.poll(async () => (await say(reader, buildTone(1))).status).toBe(200);
});

test.each([
  [{ kind: 'status', status: 401 } as const, [502, 'model.bad_credentials']],
  [{ kind: 'status', status: 402 } as const, [502, 'model.quota_exhausted']],
  [{ kind: 'status', status: 429, retryAfter: '120' } as const, [503, 'model.rate_limited']],
  [{ kind: 'status', status: 404, message: 'model not found' } as const, [502, 'model.model_not_found']],
  [{ kind: 'malformed_json' } as const, [502, 'model.bad_response']],
])('a provider that fails is named and nothing is booked: %o', async (fault, expected) => {
  const path = await ask(reader);
  const before = [(await ledger('speech')).length, (await ledger('voice')).length];
  provider.failNext(fault, { call: 'transcriptions', times: 3 });
  provider.failNext(fault, { call: 'speech', times: 3 });
  expect(codeOf(await say(reader, buildTone(1)))).toEqual(expected);
  const { status, body } = await reader.call('POST', path, {});
  expect(codeOf({ status, body })).toEqual(expected);
  expect([(await ledger('speech')).length, (await ledger('voice')).length]).toEqual(before);
});
