import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';
import { extractiveChatModel, hashedEmbeddingModel } from './index.ts';

/** What a fresh installation has: no key, no weights, no network. */
export const builtIn = defineProvider({
  id: 'built-in',
  name: 'Built-in',
  hosted: false,
  modelTypes: ['chat', 'embedding'],
  credentials: { schema: z.object({}), fields: [] },
  includedModels: [
    { name: extractiveChatModel.id, type: 'chat', contextTokens: extractiveChatModel.contextTokens },
    { name: hashedEmbeddingModel.id, type: 'embedding', contextTokens: hashedEmbeddingModel.maxInputTokens },
  ],
  create: () => ({
    chat: () => extractiveChatModel,
    embedding: () => hashedEmbeddingModel,
  }),
});
