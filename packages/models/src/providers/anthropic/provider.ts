import { z } from 'zod';
import { defineProvider, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { listOpenAiModels } from '../openai-compatible/model-list.ts';
import { createChatModel } from './chat.ts';

type Credentials = { baseUrl: string; apiKey: string };

/** Claude by its own Messages API: only that shows the thinking and takes system prompts and tools as they are. */
export const anthropic = defineProvider<Credentials>({
  id: 'anthropic',
  name: 'Anthropic',
  hosted: true,
  modelTypes: ['chat', 'image_to_text'],
  keysUrl: 'https://platform.claude.com/settings/keys',
  credentials: {
    schema: z.object({
      baseUrl: z.url({ protocol: /^https?$/ }).transform(normaliseBaseUrl),
      apiKey: z.string().trim().min(1).max(4096),
    }),
    fields: [
      { name: 'baseUrl', widget: 'text', required: true, default: 'https://api.anthropic.com' },
      { name: 'apiKey', widget: 'password', required: true },
    ],
  },
  create: (context) => {
    const client = connect(context);
    return { chat: (model) => createChatModel(client, model, context.getRefusedFields(model)) };
  },
  listModels: (context, signal) => listOpenAiModels(connect(context), signal, '/v1/models?limit=1000'),
});

function connect({ credentials, fetch, clock }: ProviderContext<Credentials>) {
  const { baseUrl, apiKey } = credentials;
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  return createJsonClient({ baseUrl, apiKey, headers, fetch, clock });
}

/** `https://host`, also from addresses that end in `/v1` or in that of one call. */
function normaliseBaseUrl(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1(\/(messages|models))?$/, '');
  return `${url.protocol}//${url.host}${path}`;
}
