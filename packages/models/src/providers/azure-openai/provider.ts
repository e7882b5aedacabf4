import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from '../openai-compatible/chat.ts';
import { createEmbeddingModel } from '../openai-compatible/embedding.ts';

/** OpenAI's models in a resource of Azure: each is called by its deployment, in a version of the API that one chooses. */
export const azureOpenai = defineProvider({
  id: 'azure-openai',
  name: 'Azure OpenAI',
  hosted: true,
  modelTypes: ['chat', 'embedding', 'image_to_text'],
  modelTerm: 'deployment',
  credentials: {
    schema: z.object({
      baseUrl: z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin),
      apiKey: z.string().trim().min(1).max(4096),
      apiVersion: z.string().regex(/^\d{4}-\d{2}-\d{2}(-preview)?$/),
    }),
    fields: [
      { name: 'baseUrl', widget: 'text', required: true },
      { name: 'apiKey', widget: 'password', required: true },
      { name: 'apiVersion', widget: 'text', required: true, default: '2024-10-21' },
    ],
  },
  create: ({ credentials: { baseUrl, apiKey, apiVersion }, fetch, clock, getRefusedFields }) => {
    const connect = (deployment: string) =>
      createJsonClient({
        baseUrl: `${baseUrl}/openai/deployments/${encodeURIComponent(deployment)}`,
        query: `?api-version=${apiVersion}`,
        apiKey,
        headers: { 'api-key': apiKey },
        fetch,
        clock,
      });
    return {
      chat: (model) => createChatModel(connect(model.name), model, getRefusedFields(model)),
      embedding: (model) => createEmbeddingModel(connect(model.name), model, getRefusedFields(model)),
    };
  },
});
