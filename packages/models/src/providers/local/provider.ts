import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';
import { checkVectors } from '../vectors.ts';
import { createLocalChatModel } from './chat.ts';
import { asModelError } from './model-error.ts';

/** Models whose files were put on this machine. They need no key and no network. */
export const local = defineProvider({
  id: 'local',
  name: 'This server',
  hosted: false,
  modelTypes: ['embedding', 'rerank', 'chat'],
  credentials: { schema: z.object({}), fields: [] },
  create: ({ local: models }) => ({
    chat: (model) => createLocalChatModel(models, model),
    embedding: ({ name, contextTokens = 512, dimensions }) => ({
      id: name,
      maxInputTokens: contextTokens,
      embed: async (texts, { kind, signal }) => {
        const { vectors, tokens } = await asModelError(models.embed(name, texts, { kind, signal }));
        return {
          vectors: checkVectors(vectors, { count: texts.length, dimensions, kind }),
          usage: { promptTokens: tokens, completionTokens: 0 },
        };
      },
    }),
    rerank: ({ name }) => ({
      id: name,
      rerank: async (query, texts, { signal }) => {
        const { scores, tokens } = await asModelError(models.rerank(name, query, texts, { signal }));
        return { scores, usage: { promptTokens: tokens, completionTokens: 0 } };
      },
    }),
  }),
});
