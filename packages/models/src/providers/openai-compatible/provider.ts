import { z } from 'zod';
import { defineProvider, type Provider, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from './chat.ts';
import { createEmbeddingModel } from './embedding.ts';
import { type Gateway, gateways } from './gateways.ts';
import { listOpenAiModels } from './model-list.ts';
import { createRerankModel } from './rerank.ts';
import { createSpeechModel } from './speech.ts';
import { createVoiceModel } from './voice.ts';

export type GatewayCredentials = { baseUrl: string; apiKey?: string | undefined };

/** Whatever speaks OpenAI's protocol: hosted providers that are not listed, llama.cpp, LiteLLM. */
export const openaiCompatible = defineGateway({
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  baseUrl: 'https://api.openai.com/v1',
  modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text', 'speech_to_text', 'text_to_speech'],
  selfHosted: true,
});

/** The same for those whose address and habits are known. */
export const gatewayProviders = gateways.map(defineGateway);

export function defineGateway(gateway: Gateway): Provider<GatewayCredentials> {
  const { id, name, baseUrl, modelTypes, modelTerm, keysUrl, selfHosted } = gateway;
  const apiKey = z.string().trim().max(4096);
  const connect = ({ credentials, fetch, clock }: ProviderContext<GatewayCredentials>, url?: string) =>
    createJsonClient({ ...credentials, baseUrl: url ?? credentials.baseUrl, fetch, clock });
  return defineProvider<GatewayCredentials>({
    id,
    name,
    hosted: true,
    modelTypes,
    ...(keysUrl === undefined ? {} : { keysUrl }),
    ...(modelTerm === undefined ? {} : { modelTerm }),
    credentials: {
      schema: z.object({
        baseUrl: z.url({ protocol: /^https?$/ }).transform(normaliseBaseUrl),
        apiKey: selfHosted ? apiKey.optional() : apiKey.min(1),
      }),
      fields: [
        { name: 'baseUrl', widget: 'text', required: true, default: baseUrl },
        { name: 'apiKey', widget: 'password', required: !selfHosted },
      ],
    },
    create: (context) => {
      const client = connect(context);
      const { getRefusedFields } = context;
      return {
        chat: (model) => createChatModel(client, model, getRefusedFields(model), gateway.chat),
        embedding: (model) => createEmbeddingModel(client, model, getRefusedFields(model), gateway.embedding),
        rerank: (model) =>
          createRerankModel(
            connect(context, findRerankUrl(gateway, context.credentials.baseUrl)),
            model,
            getRefusedFields(model),
          ),
        speech: (model) => createSpeechModel(client, model, getRefusedFields(model)),
        voice: (model) => createVoiceModel(client, model, getRefusedFields(model)),
      };
    },
    listModels: (context, signal) => listOpenAiModels(connect(context), signal),
  });
}

/** A key goes to the address that it was given for, and to the provider's own hosts where that is theirs. */
function findRerankUrl({ baseUrl, rerankUrl = '' }: Gateway, address: string): string {
  const isElsewhere = /^https?:/.test(rerankUrl) && address !== normaliseBaseUrl(baseUrl);
  return rerankUrl === '' || isElsewhere ? `${address}/rerank` : new URL(rerankUrl, address).href;
}

/** People paste the address of one call, or leave out `/v1`: both are understood. */
export function normaliseBaseUrl(address: string): string {
  const url = new URL(address);
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|embeddings|rerank|models|audio\/(transcriptions|speech))$/, '');
  return `${url.protocol}//${url.host}${path === '' ? '/v1' : path}`;
}
