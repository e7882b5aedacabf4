import { type RecordedCall, recordFetch } from '@lectern/testing';
import { describe, expect, it } from 'vitest';
import { createModelRuntime, openSpeechModel, openVoiceModel, testConnection } from '../../index.ts';

const mp3 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0]);
const sound = () => new Response(mp3, { headers: { 'content-type': 'audio/mpeg' } });

function listen(answer: (call: RecordedCall) => Response) {
  const { calls, fetch } = recordFetch(answer);
  return { calls, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

const entry = (type: 'text_to_speech' | 'speech_to_text', voice?: string) => ({
  providerId: 'fish-audio',
  credentials: { apiKey: 'fish-key-0123456789' },
  model: { name: 's1', type, ...(voice && { voice }) },
  guardKey: `${Math.random()}`,
});

describe('speaking', () => {
  it('names the model in a header and the voice by its id', async () => {
    const server = listen(sound);
    const spoken = await openVoiceModel(
      entry('text_to_speech', '802e3bc2b27e49c2995d23ef70e6ac89'),
      server.runtime,
    ).speak('Hello', {});
    expect(spoken).toEqual({ bytes: mp3, mediaType: 'audio/mpeg' });
    await openVoiceModel(entry('text_to_speech'), server.runtime).speak('Hello', {});
    expect(
      server.calls.map(({ url, headers, body }) => [url, headers.model, headers.authorization, body]),
    ).toEqual([
      [
        'https://api.fish.audio/v1/tts',
        's1',
        'Bearer fish-key-0123456789',
        { text: 'Hello', format: 'mp3', reference_id: '802e3bc2b27e49c2995d23ef70e6ac89' },
      ],
      ['https://api.fish.audio/v1/tts', 's1', 'Bearer fish-key-0123456789', { text: 'Hello', format: 'mp3' }],
    ]);
  });

  it.each([
    [401, 'No permission -- see authorization schemes', 'bad_credentials'],
    [402, 'No payment -- see charging schemes', 'quota_exhausted'],
    [429, 'Too many requests', 'rate_limited'],
  ])('tells a refusal with status %i in words', async (status, message, kind) => {
    const server = listen(() => Response.json({ status, message }, { status }));
    const { credentials, model } = entry('text_to_speech');
    expect(await testConnection('fish-audio', credentials, model, server.runtime)).toMatchObject({
      ok: false,
      kind,
      detail: message,
    });
  });

  it('refuses what is no sound', async () => {
    const server = listen(() => new Response('<html></html>'));
    await expect(
      openVoiceModel(entry('text_to_speech'), server.runtime).speak('Hello', {}),
    ).rejects.toMatchObject({ kind: 'bad_response' });
  });
});

it('writes down speech with its times', async () => {
  const server = listen(() =>
    Response.json({
      text: 'One. Two.',
      duration: 3.5,
      segments: [
        { text: 'One.', start: 0, end: 1.5 },
        { text: 'Two.', start: 1.5, end: 3.5 },
      ],
    }),
  );
  const recording = { bytes: new Uint8Array([1, 2, 3]), name: 'a.wav', mediaType: 'audio/wav' };
  const { segments, usage } = await openSpeechModel(entry('speech_to_text'), server.runtime).transcribe(
    recording,
    {
      language: 'fr-CA',
    },
  );
  expect(segments.map(({ start, text }) => [start, text])).toEqual([
    [0, 'One.'],
    [1.5, 'Two.'],
  ]);
  expect(usage).toMatchObject({ promptTokens: 35, estimated: true });
  const [call] = server.calls;
  expect(call?.url).toBe('https://api.fish.audio/v1/asr');
  expect(call?.headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(call?.body).toMatch(/name="ignore_timestamps"\s+false/);
  expect(call?.body).toMatch(/name="language"\s+fr\s/);
  expect(call?.body).toMatch(/name="audio"; filename="a.wav"/);
});
