import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';
import { hashedEmbeddingModel } from './index.ts';

/** What a fresh installation has: no key, no weights, no network. */
export const builtIn = defineProvider({
  id: 'built-in',
  name: 'Built-in',
  hosted: false,
  modelTypes: ['embedding'],
  credentials: { schema: z.object({}), fields: [] },
  includedModels: [
    { name: hashedEmbeddingModel.id, type: 'embedding', contextTokens: hashedEmbeddingModel.maxInputTokens },
  ],
  create: () => ({
    embedding: () => hashedEmbeddingModel,
  }),
});
