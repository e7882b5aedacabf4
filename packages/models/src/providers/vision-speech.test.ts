import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildTone,
  type FakeProvider,
  type SentFile,
  type SentMessage,
  startFakeProvider,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createModelRuntime,
  type Fetch,
  ModelError,
  type ModelRuntime,
  type ModelSpecification,
  openSpeechModel,
  openVisionModel,
  openVoiceModel,
  providers,
  recogniseAudio,
  testConnection,
} from '../index.ts';
import { samplePicture, sampleRecording } from './connection-samples.ts';
import { gateways } from './openai-compatible/gateways.ts';

let provider: FakeProvider;
let runtime: ModelRuntime;

beforeAll(async () => {
  provider = await startFakeProvider({ apiKey: 'secret-key-1234', models: ['good'] });
  runtime = createModelRuntime({ fetch: fetch as Fetch, retry: { attempts: 1 } });
});
afterEach(() => provider.reset());
afterAll(() => provider.close());

function entry(providerId: string, model: Partial<ModelSpecification>) {
  const baseUrl = providerId === 'ollama' ? provider.ollamaUrl : provider.baseUrl;
  return {
    providerId,
    credentials: { baseUrl, apiKey: 'secret-key-1234' },
    model: { name: 'good', type: 'chat' as const, ...model },
    guardKey: `${Math.random()}`,
  };
}

/** A picture model that answers with the size of what it was shown. */
const describePicture = {
  tokens: (messages: SentMessage[]) => [`${messages[0]!.content} ${messages[0]!.pictures[0]?.bytes.length}`],
};

/** Gateways share one protocol, and are tested as data; providers of a form of their own have tests in their folders. */
const protocols = providers.filter(
  ({ id }) =>
    !gateways.some((gateway) => gateway.id === id) &&
    !existsSync(join(import.meta.dirname, id, 'contract.test.ts')),
);

for (const { id } of protocols.filter((item) => item.modelTypes.includes('image_to_text'))) {
  describe(`${id}: vision`, () => {
    it.each([{ type: 'image_to_text' as const }, { type: 'chat' as const, vision: true }])(
      'reads a picture with a model of $type',
      async (model) => {
        provider.setChat({ ...describePicture, usage: { promptTokens: 900, completionTokens: 3 } });
        const picture = samplePicture();
        const answer = await openVisionModel(entry(id, model), runtime).read(picture, {
          prompt: 'Size?',
          maxTokens: 40,
        });
        expect(answer).toEqual({
          text: `Size? ${picture.bytes.length}`,
          usage: { promptTokens: 900, completionTokens: 3 },
        });
        const { body } = provider.requests[0]!;
        const sent = (body.options ?? body) as Record<string, unknown>;
        expect(sent.max_tokens ?? sent.num_predict).toBe(40);
        expect(sent.temperature).toBe(0);
      },
    );

    it('leaves out what the model only thought', async () => {
      provider.setChat({ tokens: ['<think>a table?</think>', 'A table.'] });
      const answer = openVisionModel(entry(id, { vision: true }), runtime).read(samplePicture(), {
        prompt: 'What?',
      });
      expect((await answer).text).toBe('A table.');
    });

    it('counts the picture too where the provider tells no usage', async () => {
      provider.setChat({ usage: false });
      const { usage } = await openVisionModel(entry(id, { vision: true }), runtime).read(samplePicture(), {
        prompt: 'What?',
      });
      expect(usage.estimated).toBe(true);
      expect(usage.promptTokens).toBeGreaterThan(500);
    });

    it('asks again after an answer that broke off: nobody has seen its beginning', async () => {
      const patient = createModelRuntime({ fetch: fetch as Fetch, retry: { firstPauseMs: 1 } });
      provider.failNext({ kind: 'half_closed', afterTokens: 2 });
      const model = openVisionModel(entry(id, { vision: true }), patient);
      expect((await model.read(samplePicture(), { prompt: 'What?' })).text).toBe('This is the answer [1].');
      expect(provider.requests).toHaveLength(2);
    });

    it.each([
      [{ kind: 'status', status: 429 } as const, 'rate_limited'],
      [{ kind: 'status', status: 400, code: 'content_filter' } as const, 'content_filtered'],
      [{ kind: 'malformed_json' } as const, 'bad_response'],
    ])('explains %o', async (fault, kind) => {
      provider.failNext(fault);
      const reading = openVisionModel(entry(id, { vision: true }), runtime).read(samplePicture(), {
        prompt: 'What?',
      });
      await expect(reading).rejects.toMatchObject({ name: 'ModelError', kind });
    });

    it('is called off at once', async () => {
      provider.setChat({ tokens: Array.from({ length: 1000 }, () => 'word '), tokenDelay: 5 });
      const controller = new AbortController();
      const reading = openVisionModel(entry(id, { vision: true }), runtime).read(samplePicture(), {
        prompt: 'What?',
        signal: controller.signal,
      });
      await expect.poll(() => provider.openStreams).toBe(1);
      controller.abort();
      await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
      await expect.poll(() => provider.openStreams).toBe(0);
    });

    it('is shown a picture when it is tested', async () => {
      const { credentials } = entry(id, {});
      for (const model of [
        { name: 'good', type: 'image_to_text' as const },
        { name: 'good', type: 'chat' as const, vision: true },
      ]) {
        expect((await testConnection(id, credentials, model, runtime)).ok).toBe(true);
        expect(JSON.stringify(provider.requests.at(-1)!.body)).toContain('iVBORw0KGgo');
      }
      provider.failNext({ kind: 'status', status: 400, message: 'image_url is not supported' });
      const blind = await testConnection(id, credentials, { name: 'good', type: 'image_to_text' }, runtime);
      expect(blind).toMatchObject({ ok: false, kind: 'bad_request', detail: 'image_url is not supported' });
    });
  });
}

it('refuses as a reader of pictures what does not see', () => {
  const blind = [
    entry('openai-compatible', {}),
    { ...entry('built-in', { type: 'chat', vision: true }), credentials: {} },
    entry('ollama', { type: 'embedding' }),
  ];
  for (const model of blind) expect(() => openVisionModel(model, runtime)).toThrow(ModelError);
});

const speaking = { type: 'speech_to_text' as const };

for (const { id } of protocols.filter((item) => item.modelTypes.includes('speech_to_text'))) {
  describe(`${id}: speech`, () => {
    const segments = [
      { start: 0, end: 3.5, text: 'Bonjour à tous.' },
      { start: 3.5, end: 8, text: '今天开会。' },
    ];

    it('writes down a recording with its times', async () => {
      provider.setSpeech({ segments, usage: { inputTokens: 80, outputTokens: 9 } });
      const recording = { ...sampleRecording(), name: 'réunion "1".wav' };
      const answer = await openSpeechModel(entry(id, speaking), runtime).transcribe(recording, {
        language: 'zh-traditional',
      });
      expect(answer).toEqual({ segments, usage: { promptTokens: 80, completionTokens: 9 } });
      const { body } = provider.requests[0]!;
      expect(body).toMatchObject({ model: 'good', language: 'zh', response_format: 'verbose_json' });
      const file = body.file as SentFile;
      expect([file.name, file.mediaType]).toEqual(['réunion "1".wav', 'audio/wav']);
      expect(Buffer.from(file.bytes).equals(Buffer.from(recording.bytes))).toBe(true);
    });

    it('estimates by the length where the provider tells no tokens', async () => {
      provider.setSpeech({ segments });
      const { usage } = await openSpeechModel(entry(id, speaking), runtime).transcribe(sampleRecording(), {});
      expect(usage).toMatchObject({ promptTokens: 80, estimated: true });
      expect(usage.completionTokens).toBeGreaterThan(0);
    });

    it('takes the text alone from servers that know no segments, and asks them so from then on', async () => {
      const other = await startFakeProvider({ refusedFields: ['response_format'], speech: { segments } });
      const model = { ...entry(id, speaking), credentials: { baseUrl: other.baseUrl } };
      for (let count = 0; count < 2; count++) {
        const answer = await openSpeechModel(model, runtime).transcribe(sampleRecording(), {});
        expect(answer.segments).toEqual([{ start: 0, end: 0, text: 'Bonjour à tous. 今天开会。' }]);
      }
      expect(other.requests).toHaveLength(3);
      await other.close();
    });

    it('hears nothing in silence', async () => {
      provider.setSpeech({ segments: [] });
      const answer = await openSpeechModel(entry(id, speaking), runtime).transcribe(sampleRecording(), {});
      expect(answer.segments).toEqual([]);
    });

    it.each([
      [{ kind: 'status', status: 500 } as const, 'server_error'],
      [{ kind: 'status', status: 429, code: 'insufficient_quota' } as const, 'quota_exhausted'],
      [{ kind: 'malformed_json' } as const, 'bad_response'],
      [{ kind: 'half_closed' } as const, 'unreachable'],
    ])('explains %o', async (fault, kind) => {
      provider.failNext(fault);
      const writing = openSpeechModel(entry(id, speaking), runtime).transcribe(sampleRecording(), {});
      await expect(writing).rejects.toMatchObject({ name: 'ModelError', kind });
    });

    it('is played a second of sound when it is tested', async () => {
      const { credentials } = entry(id, {});
      const model = { name: 'good', ...speaking };
      expect((await testConnection(id, credentials, model, runtime)).ok).toBe(true);
      const wrong = { ...credentials, apiKey: 'wrong-key-9876' };
      expect(await testConnection(id, wrong, model, runtime)).toMatchObject({ kind: 'bad_credentials' });
    });
  });
}

const voiced = { type: 'text_to_speech' as const };

for (const { id } of protocols.filter((item) => item.modelTypes.includes('text_to_speech'))) {
  describe(`${id}: voice`, () => {
    const open = (model: Partial<ModelSpecification> = {}) =>
      openVoiceModel(entry(id, { ...voiced, ...model }), runtime);

    it('reads a text aloud in the voice that was chosen', async () => {
      const sound = await open({ voice: 'ff_siwis' }).speak('Bonjour.', {});
      expect(sound.mediaType).toBe('audio/wav');
      expect(Buffer.from(sound.bytes).equals(buildTone(0.08))).toBe(true);
      expect(provider.requests[0]!.body).toEqual({
        model: 'good',
        input: 'Bonjour.',
        voice: 'ff_siwis',
        response_format: 'mp3',
      });
    });

    it('takes a usual voice where none was chosen', async () => {
      await open().speak('Hello.', {});
      expect(provider.requests[0]!.body).toMatchObject({ voice: 'alloy' });
    });

    it('asks for no format where that is refused', async () => {
      const other = await startFakeProvider({ refusedFields: ['response_format'] });
      const model = { ...entry(id, voiced), credentials: { baseUrl: other.baseUrl } };
      await openVoiceModel(model, runtime).speak('Hello.', {});
      expect(other.requests.at(-1)!.body).not.toHaveProperty('response_format');
      await other.close();
    });

    it.each([
      ['a web page', new TextEncoder().encode('<html>Welcome</html>')],
      ['nothing', new Uint8Array()],
      ['more than a text can be', new Uint8Array(17 * 1024 * 1024)],
    ])('refuses %s instead of sound', async (_, bytes) => {
      provider.setVoice({ bytes });
      await expect(open().speak('Hello.', {})).rejects.toMatchObject({ kind: 'bad_response' });
    });

    it.each([
      [{ kind: 'status', status: 401 } as const, 'bad_credentials'],
      [{ kind: 'status', status: 429 } as const, 'rate_limited'],
      [{ kind: 'status', status: 500 } as const, 'server_error'],
      [{ kind: 'half_closed' } as const, 'unreachable'],
    ])('explains %o', async (fault, kind) => {
      provider.failNext(fault);
      await expect(open().speak('Hello.', {})).rejects.toMatchObject({ name: 'ModelError', kind });
    });

    it.each(['timeout', 'stall'] as const)('waits no longer than for any answer: %s', async (kind) => {
      const impatient = createModelRuntime({
        fetch: fetch as Fetch,
        retry: { attempts: 1 },
        limits: { whole: 40 },
      });
      provider.failNext({ kind });
      const speaking = openVoiceModel(entry(id, voiced), impatient).speak('Hello.', {});
      await expect(speaking).rejects.toMatchObject({ kind: 'timeout' });
    });

    it('sends no text that is longer than a call takes', async () => {
      await expect(open().speak('a'.repeat(5_000), {})).rejects.toMatchObject({ kind: 'context_too_long' });
      expect(provider.requests).toEqual([]);
    });

    it('says a word when it is tested', async () => {
      const { credentials } = entry(id, {});
      const model = { name: 'good', ...voiced };
      expect((await testConnection(id, credentials, model, runtime)).ok).toBe(true);
      provider.failNext({ kind: 'malformed_json' });
      expect(await testConnection(id, credentials, model, runtime)).toMatchObject({ kind: 'bad_response' });
    });
  });
}

it('knows a recording by its bytes', () => {
  const mp3 = Uint8Array.of(0xff, 0xfb, 0x90, 0x64);
  const start = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  expect(
    [
      start('\x1aE\xdf\xa3'),
      start('OggS'),
      sampleRecording().bytes,
      start('fLaC'),
      start('\0\0\0 ftypM4A '),
      start('ID3\x04'),
      mp3,
      Uint8Array.of(0xff, 0xf1, 0x50, 0x80),
    ].map(recogniseAudio),
  ).toEqual([
    'audio/webm',
    'audio/ogg',
    'audio/wav',
    'audio/flac',
    'audio/mp4',
    'audio/mpeg',
    'audio/mpeg',
    'audio/aac',
  ]);
  for (const other of ['', 'RIFF....AVI ', '%PDF-1.7', '<html>', '\xff\xd8\xff\xe0'])
    expect(recogniseAudio(start(other))).toBeUndefined();
});
