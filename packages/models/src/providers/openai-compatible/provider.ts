import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from './chat.ts';
import { createEmbeddingModel } from './embedding.ts';
import { createRerankModel } from './rerank.ts';
import { createSpeechModel } from './speech.ts';
import { createVoiceModel } from './voice.ts';

/** Whatever speaks OpenAI's protocol: OpenAI itself, most hosted providers, vLLM, LM Studio, llama.cpp, LiteLLM. */
export const openaiCompatible = defineProvider({
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  hosted: true,
  modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text', 'speech_to_text', 'text_to_speech'],
  credentials: {
    schema: z.object({
      baseUrl: z.url({ protocol: /^https?$/ }).transform(normaliseBaseUrl),
      apiKey: z.string().trim().max(4096).optional(),
    }),
    fields: [
      { name: 'baseUrl', widget: 'text', required: true, default: 'https://api.openai.com/v1' },
      { name: 'apiKey', widget: 'password', required: false },
    ],
  },
  create: ({ credentials, fetch, clock, getRefusedFields }) => {
    const client = createJsonClient({ ...credentials, fetch, clock });
    return {
      chat: (model) => createChatModel(client, model, getRefusedFields(model)),
      embedding: (model) => createEmbeddingModel(client, model, getRefusedFields(model)),
      rerank: (model) => createRerankModel(client, model, getRefusedFields(model)),
      speech: (model) => createSpeechModel(client, model, getRefusedFields(model)),
      voice: (model) => createVoiceModel(client, model, getRefusedFields(model)),
    };
  },
});

/** People paste the address of one call, or leave out `/v1`: both are understood. */
export function normaliseBaseUrl(address: string): string {
  const url = new URL(address);
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|embeddings|rerank|models|audio\/(transcriptions|speech))$/, '');
  return `${url.protocol}//${url.host}${path === '' ? '/v1' : path}`;
}
