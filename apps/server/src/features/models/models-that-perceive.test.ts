import {
  type ApiClient,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpeech, openVision, openVoice } from './model.service.ts';

let server: TestServer;
let provider: FakeProvider;
let boss: ApiClient;
let companyId: string;
let serial = 0;

beforeAll(async () => {
  provider = await startFakeProvider();
  const allowed = `127.0.0.1:${provider.port}`;
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: allowed,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: allowed,
  });
  boss = await server.addMember(await server.signUp(), 'COMPANY');
  const [row] = await server.query('select company_id from memberships order by created_at desc limit 1');
  companyId = row?.company_id as string;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const input = (changes: Record<string, unknown>) => ({
  provider_id: 'openai-compatible',
  model_name: `model-${++serial}`,
  name: `model ${serial}`,
  base_url: provider.baseUrl,
  ...changes,
});
const addToCompany = async (changes: Record<string, unknown>): Promise<string> =>
  (await boss.call('POST', '/company/models', input(changes))).body.id;
const addToPlatform = async (changes: Record<string, unknown>): Promise<string> =>
  (await server.admin.call('POST', '/models', input(changes))).body.id;

const opened = (open: typeof openVision | typeof openSpeech | typeof openVoice) =>
  server.platform.database.withCompany(companyId, async (tx) => (await open(server.platform, tx))?.id);

test('nothing sees, hears or speaks until a model that does was added', async () => {
  await addToCompany({ type: 'chat' });
  expect(await Promise.all([openVision, openSpeech, openVoice].map(opened))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a chat model that sees reads pictures until there is a model for that, and the default goes first', async () => {
  const platforms = await addToPlatform({ type: 'chat', vision: true });
  expect(await opened(openVision)).toBe(platforms);
  const own = await addToCompany({ type: 'chat', vision: true });
  expect(await opened(openVision)).toBe(own);
  await server.admin.call('PATCH', '/system-models', { chat: platforms });
  expect(await opened(openVision)).toBe(platforms);
  const reader = await addToCompany({ type: 'image_to_text' });
  expect(await opened(openVision)).toBe(platforms);
  expect((await boss.call('PATCH', '/company/default-models', { image_to_text: reader })).status).toBe(200);
  expect(await opened(openVision)).toBe(reader);
});

test('a recording is written down by the company’s default, else by any speech model', async () => {
  const platforms = await addToPlatform({ type: 'speech_to_text' });
  expect(await opened(openSpeech)).toBe(platforms);
  const own = await addToCompany({ type: 'speech_to_text' });
  expect(await opened(openSpeech)).toBe(own);
  await boss.call('PATCH', '/company/default-models', { speech_to_text: platforms });
  expect(await opened(openSpeech)).toBe(platforms);
  const speech = await server.platform.database.withCompany(companyId, (tx) =>
    openSpeech(server.platform, tx),
  );
  const recording = { bytes: new Uint8Array(64), name: 'a.wav', mediaType: 'audio/wav' };
  expect((await speech?.model.transcribe(recording, {}))?.segments).toHaveLength(1);
});

test('texts are read aloud by the company’s default, in the voice that was chosen', async () => {
  const platforms = await addToPlatform({ type: 'text_to_speech', voice: 'ff_siwis' });
  const own = await addToCompany({ type: 'text_to_speech', input_price: 15 });
  expect(await opened(openVoice)).toBe(own);
  expect((await boss.call('PATCH', '/company/default-models', { text_to_speech: platforms })).status).toBe(
    200,
  );
  expect((await boss.call('GET', '/default-models')).body.text_to_speech).toBe(platforms);
  const voice = await server.platform.database.withCompany(companyId, (tx) => openVoice(server.platform, tx));
  provider.reset();
  expect((await voice?.model.speak('Bonjour.', {}))?.mediaType).toBe('audio/wav');
  expect(provider.requests[0]?.body).toMatchObject({ voice: 'ff_siwis', input: 'Bonjour.' });
  const changed = await boss.call('PATCH', `/company/models/${own}`, { voice: 'nova' });
  expect(changed.body).toMatchObject({ voice: 'nova', type: 'text_to_speech' });
  for (const voice of ['', 'a'.repeat(129), 7])
    expect((await boss.call('PATCH', `/company/models/${own}`, { voice })).status).toBe(422);
});

test.each(['image_to_text', 'speech_to_text', 'text_to_speech'])(
  'a model of %s is tried before it is saved',
  async (type) => {
    provider.reset();
    expect((await boss.call('POST', '/company/models/test', input({ type }))).body).toMatchObject({
      ok: true,
    });
    expect(provider.requests).toHaveLength(1);
    provider.failNext({ kind: 'status', status: 400, message: 'no such input' });
    const answer = await boss.call('POST', '/company/models/test', input({ type }));
    expect(answer.body).toMatchObject({ ok: false, message: expect.stringContaining('no such input') });
  },
);
