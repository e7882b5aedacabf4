import { z } from 'zod';
import { ModelError } from '../../ports.ts';
import { defineProvider, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from '../openai-compatible/chat.ts';
import { getAccessToken } from './access-token.ts';
import { createEmbeddingModel } from './embedding.ts';
import { readServiceAccount } from './service-account.ts';

type Credentials = { serviceAccount: string; location: string; projectId?: string | undefined };

/**
 * Models in a project of Google Cloud. Chat goes by its endpoint of OpenAI's form, not by `generateContent`: it also has
 * the open models of the Model Garden, and everything that is tested for that protocol holds.
 */
export const vertex = defineProvider<Credentials>({
  id: 'vertex',
  name: 'Google Vertex AI',
  hosted: true,
  modelTypes: ['chat', 'embedding', 'image_to_text'],
  keysUrl: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  credentials: {
    schema: z.object({
      serviceAccount: z
        .string()
        .max(8_192)
        .refine((given) => readServiceAccount(given) !== undefined),
      // It is part of a host name.
      location: z
        .string()
        .trim()
        .regex(/^[a-z]+(-[a-z]+\d{1,2})?$/),
      projectId: z
        .string()
        .trim()
        .regex(/^[a-z][a-z0-9.:-]{4,62}$/)
        .optional(),
    }),
    fields: [
      { name: 'serviceAccount', widget: 'password', required: true },
      { name: 'location', widget: 'text', required: true, default: 'global' },
      { name: 'projectId', widget: 'text', required: false },
    ],
  },
  create: (context) => ({
    chat: (model) => {
      const name = model.name.includes('/') ? model.name : `google/${model.name}`;
      return createChatModel(
        connect(context, '/endpoints/openapi'),
        { ...model, name },
        context.getRefusedFields(model),
        name.startsWith('google/') ? { signsCalls: true } : {},
      );
    },
    embedding: (model) => createEmbeddingModel(connect(context, ''), model),
  }),
});

function connect({ credentials, fetch, clock }: ProviderContext<Credentials>, path: string) {
  const { location } = credentials;
  const account = readServiceAccount(credentials.serviceAccount);
  const projectId = credentials.projectId ?? account?.projectId;
  if (account === undefined || projectId === undefined)
    throw new ModelError('bad_credentials', { detail: 'no project is named' });
  const host = location === 'global' ? '' : `${location}-`;
  return createJsonClient({
    baseUrl: `https://${host}aiplatform.googleapis.com/v1/projects/${projectId}/locations/${location}${path}`,
    headers: {},
    authorize: async (_, signal) => ({
      authorization: `Bearer ${await getAccessToken(account, { fetch, clock }, signal)}`,
    }),
    fetch,
    clock,
  });
}
