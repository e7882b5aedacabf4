import { type RecordedCall, recordFetch } from '@lectern/testing';
import { expect, it } from 'vitest';
import { createModelRuntime, openChatModel, openVoiceModel, testConnection } from '../../index.ts';

/** The protocol of its chat is tested with `openai-compatible`. */

const credentials = { baseUrl: 'https://api.minimax.io/v1', apiKey: 'minimax-key-0123' };

function listen(answer: (call: RecordedCall) => Response) {
  const { calls, fetch } = recordFetch(answer);
  return { calls, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

const entry = (type: 'chat' | 'text_to_speech', more: object = {}) => ({
  providerId: 'minimax',
  credentials: { ...credentials, ...more },
  model: { name: type === 'chat' ? 'MiniMax-M2' : 'speech-2.8-hd', type },
  guardKey: `${Math.random()}`,
});

const spoken = (audio: string) =>
  Response.json({
    data: { audio, status: 2 },
    extra_info: { audio_length: 9900, audio_format: 'mp3', usage_characters: 26 },
    trace_id: '01b8bf9bb7433cc75c18eee6cfa8fe21',
    base_resp: { status_code: 0, status_msg: 'success' },
  });
const refused = (status_code: number, status_msg: string) =>
  Response.json({ base_resp: { status_code, status_msg } });

it('chats in OpenAI’s protocol', async () => {
  const server = listen(() =>
    Response.json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }),
  );
  const request = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {} };
  for await (const _ of openChatModel(entry('chat'), server.runtime).stream(request));
  expect(server.calls[0]?.url).toBe('https://api.minimax.io/v1/chat/completions');
});

it('speaks, and names the group where the key needs it', async () => {
  const server = listen(() => spoken('494433040000'));
  const { bytes, mediaType } = await openVoiceModel(entry('text_to_speech'), server.runtime).speak(
    'Hello',
    {},
  );
  expect([[...bytes], mediaType]).toEqual([[0x49, 0x44, 0x33, 4, 0, 0], 'audio/mpeg']);
  await openVoiceModel(entry('text_to_speech', { groupId: '1234567890' }), server.runtime).speak('Hello', {});
  expect(server.calls.map(({ url }) => url)).toEqual([
    'https://api.minimax.io/v1/t2a_v2',
    'https://api.minimax.io/v1/t2a_v2?GroupId=1234567890',
  ]);
  expect(server.calls[0]?.body).toEqual({
    model: 'speech-2.8-hd',
    text: 'Hello',
    stream: false,
    language_boost: 'auto',
    output_format: 'hex',
    voice_setting: { voice_id: 'English_expressive_narrator' },
    audio_setting: { format: 'mp3' },
  });
});

it.each([
  [1004, 'login fail: Please carry the API secret key', 'bad_credentials'],
  [1002, 'rate limit', 'rate_limited'],
  [1008, 'insufficient balance', 'quota_exhausted'],
  [2013, 'invalid params, voice_id is empty', 'bad_request'],
  [1000, 'unknown error', 'server_error'],
])('tells error %i, which comes with status 200, in words', async (code, message, kind) => {
  const server = listen(() => refused(code, message));
  const { model } = entry('text_to_speech');
  const outcome = await testConnection('minimax', credentials, model, server.runtime);
  expect(outcome).toMatchObject({ ok: false, kind, detail: message });
});

it.each([() => spoken(''), () => spoken('zz'), () => Response.json(null), () => new Response('<html>')])(
  'refuses what is no sound',
  async (answer) => {
    const { runtime } = listen(answer);
    await expect(openVoiceModel(entry('text_to_speech'), runtime).speak('Hello', {})).rejects.toMatchObject({
      kind: 'bad_response',
    });
  },
);
