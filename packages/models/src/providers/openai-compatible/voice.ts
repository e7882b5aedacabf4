import { recogniseAudio } from '../../audio-type.ts';
import { longestSpokenText, ModelError, type VoiceModel } from '../../ports.ts';
import type { ModelSpecification } from '../define-provider.ts';
import type { JsonClient } from '../json-client.ts';
import { createAdaptiveBody, sendAdapting } from './adaptive-body.ts';

/** OpenAI's first voice, whose name most compatible servers accept. */
const usualVoice = 'alloy';
/** The longest text that may be sent, as uncompressed sound, is shorter. */
const mostBytes = 16 * 1024 * 1024;

/** The `/audio/speech` call of OpenAI and of servers such as Kokoro, Speaches and LocalAI. */
export function createVoiceModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
): VoiceModel {
  const adaptive = createAdaptiveBody(refusedFields);
  return {
    id: model.name,
    speak: async (text, { signal }) => {
      if (text.length > longestSpokenText) throw new ModelError('context_too_long');
      const bytes = await sendAdapting(
        adaptive,
        // MP3 plays in every browser. A server without it gives what it has, which is recognised below.
        { model: model.name, input: text, voice: model.voice ?? usualVoice, response_format: 'mp3' },
        (fields) =>
          client.postForBytes('/audio/speech', fields, { most: mostBytes, ...(signal && { signal }) }),
      );
      const mediaType = recogniseAudio(bytes);
      if (mediaType === undefined) throw new ModelError('bad_response', { detail: 'the answer is no sound' });
      return { bytes, mediaType };
    },
  };
}
