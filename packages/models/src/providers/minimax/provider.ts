import { z } from 'zod';
import { recogniseAudio } from '../../audio-type.ts';
import { longestSpokenText, ModelError, type ModelErrorKind, type VoiceModel } from '../../ports.ts';
import { defineProvider, type ModelSpecification, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from '../openai-compatible/chat.ts';
import { normaliseBaseUrl } from '../openai-compatible/provider.ts';

type Credentials = { baseUrl: string; apiKey: string; groupId?: string | undefined };

/** Errors come with status 200 and a number of their own. */
const kinds: Record<number, ModelErrorKind> = {
  1001: 'timeout',
  1002: 'rate_limited',
  1004: 'bad_credentials',
  1008: 'quota_exhausted',
  1026: 'content_filtered',
  1027: 'content_filtered',
  1039: 'rate_limited',
  2013: 'bad_request',
  2049: 'bad_credentials',
  2056: 'rate_limited',
};

/** One that speaks every language. */
const usualVoice = 'English_expressive_narrator';

/** Chat in OpenAI's protocol, and speech by its own. */
export const minimax = defineProvider<Credentials>({
  id: 'minimax',
  name: 'MiniMax',
  hosted: true,
  modelTypes: ['chat', 'image_to_text', 'text_to_speech'],
  keysUrl: 'https://platform.minimax.io/user-center/basic-information/interface-key',
  credentials: {
    schema: z.object({
      baseUrl: z.url({ protocol: /^https?$/ }).transform(normaliseBaseUrl),
      apiKey: z.string().trim().min(1).max(4096),
      groupId: z
        .string()
        .trim()
        .regex(/^\w{1,64}$/)
        .optional(),
    }),
    fields: [
      { name: 'baseUrl', widget: 'text', required: true, default: 'https://api.minimax.io/v1' },
      { name: 'apiKey', widget: 'password', required: true },
      { name: 'groupId', widget: 'text', required: false },
    ],
  },
  create: (context) => ({
    chat: (model) => createChatModel(connect(context), model, context.getRefusedFields(model)),
    voice: (model) => createVoiceModel(context, model),
  }),
});

function connect({ credentials, fetch, clock }: ProviderContext<Credentials>) {
  const { baseUrl, apiKey } = credentials;
  return createJsonClient({ baseUrl, apiKey, fetch, clock });
}

/** `t2a_v2`, which writes sound as hexadecimal digits. */
function createVoiceModel(context: ProviderContext<Credentials>, model: ModelSpecification): VoiceModel {
  const client = connect(context);
  const { groupId } = context.credentials;
  const path = groupId === undefined ? '/t2a_v2' : `/t2a_v2?GroupId=${groupId}`;
  return {
    id: model.name,
    speak: async (text, { signal }) => {
      if (text.length > longestSpokenText) throw new ModelError('context_too_long');
      const body = {
        model: model.name,
        text,
        stream: false,
        language_boost: 'auto',
        output_format: 'hex',
        voice_setting: { voice_id: model.voice ?? usualVoice },
        audio_setting: { format: 'mp3' },
      };
      const answer = (await client.postForJson(path, body, signal)) as {
        data?: { audio?: unknown } | null;
        base_resp?: { status_code?: number; status_msg?: string };
      } | null;
      const { status_code: code = 0, status_msg: detail } = answer?.base_resp ?? {};
      if (code !== 0)
        throw new ModelError(kinds[code] ?? 'server_error', {
          detail: (detail ?? `error ${code}`).slice(0, 300),
        });
      const { audio } = answer?.data ?? {};
      const bytes = new Uint8Array(Buffer.from(typeof audio === 'string' ? audio : '', 'hex'));
      const mediaType = recogniseAudio(bytes);
      if (mediaType === undefined) throw new ModelError('bad_response', { detail: 'the answer is no sound' });
      return { bytes, mediaType };
    },
  };
}
