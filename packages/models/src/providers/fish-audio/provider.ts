import { z } from 'zod';
import { recogniseAudio } from '../../audio-type.ts';
import { longestSpokenText, ModelError, type SpeechModel, type VoiceModel } from '../../ports.ts';
import { defineProvider, type ModelSpecification, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { readTranscription, type Transcription } from '../openai-compatible/speech.ts';

type Credentials = { apiKey: string };

/** The longest text that may be sent, as sound, is shorter. */
const mostBytes = 16 * 1024 * 1024;

/** Voices of its library, each with an id, by its own API: the model is named in a header. */
export const fishAudio = defineProvider<Credentials>({
  id: 'fish-audio',
  name: 'Fish Audio',
  hosted: true,
  modelTypes: ['text_to_speech', 'speech_to_text'],
  voiceTerm: 'reference',
  keysUrl: 'https://fish.audio/app/api-keys/',
  credentials: {
    schema: z.object({ apiKey: z.string().trim().min(1).max(4096) }),
    fields: [{ name: 'apiKey', widget: 'password', required: true }],
  },
  create: (context) => ({
    voice: (model) => createVoiceModel(context, model),
    speech: (model) => createSpeechModel(context, model),
  }),
});

function connect(
  { credentials: { apiKey }, fetch, clock }: ProviderContext<Credentials>,
  headers: Record<string, string> = {},
) {
  return createJsonClient({
    baseUrl: 'https://api.fish.audio',
    apiKey,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    fetch,
    clock,
  });
}

function createVoiceModel(context: ProviderContext<Credentials>, model: ModelSpecification): VoiceModel {
  const client = connect(context, { model: model.name });
  return {
    id: model.name,
    speak: async (text, { signal }) => {
      if (text.length > longestSpokenText) throw new ModelError('context_too_long');
      const body = { text, format: 'mp3', ...(model.voice && { reference_id: model.voice }) };
      const bytes = await client.postForBytes('/v1/tts', body, {
        most: mostBytes,
        ...(signal && { signal }),
      });
      const mediaType = recogniseAudio(bytes);
      if (mediaType === undefined) throw new ModelError('bad_response', { detail: 'the answer is no sound' });
      return { bytes, mediaType };
    },
  };
}

function createSpeechModel(context: ProviderContext<Credentials>, model: ModelSpecification): SpeechModel {
  const client = connect(context);
  return {
    id: model.name,
    transcribe: async ({ bytes, name, mediaType }, { language, signal }) => {
      const form = new FormData();
      form.set('audio', new File([Uint8Array.from(bytes)], name, { type: mediaType }));
      if (language !== undefined) form.set('language', language.split('-')[0]!);
      // Times are left out unless they are asked for.
      form.set('ignore_timestamps', 'false');
      return readTranscription((await client.postFormForJson('/v1/asr', form, signal)) as Transcription);
    },
  };
}
