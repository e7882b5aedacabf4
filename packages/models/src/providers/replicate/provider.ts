import { z } from 'zod';
import { defineProvider, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from './chat.ts';

type Credentials = { apiKey: string };

/** Language models of its library by its own API, which has a text for a prompt and streams beside the call. */
export const replicate = defineProvider<Credentials>({
  id: 'replicate',
  name: 'Replicate',
  hosted: true,
  modelTypes: ['chat'],
  // A model that is not in use is started first.
  limits: { firstToken: 180_000 },
  keysUrl: 'https://replicate.com/account/api-tokens',
  credentials: {
    schema: z.object({ apiKey: z.string().trim().min(1).max(4096) }),
    fields: [{ name: 'apiKey', widget: 'password', required: true }],
  },
  create: ({ credentials: { apiKey }, fetch, clock }: ProviderContext<Credentials>) => {
    const connect = (baseUrl: string) => createJsonClient({ baseUrl, apiKey, fetch, clock });
    return { chat: (model) => createChatModel(connect('https://api.replicate.com/v1'), connect, model) };
  },
});
