import { z } from 'zod';
import { ModelError, type ModelErrorKind } from '../../ports.ts';
import { defineProvider } from '../define-provider.ts';
import { checkVectors } from '../vectors.ts';

/** Models whose files were put on this machine. They need no key and no network. */
export const local = defineProvider({
  id: 'local',
  name: 'This server',
  hosted: false,
  modelTypes: ['embedding', 'rerank'],
  credentials: { schema: z.object({}), fields: [] },
  create: ({ local: models }) => ({
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

/** What runs the models knows the kinds of errors, but not their class. */
async function asModelError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { name, kind, detail } = error as { name?: string; kind?: ModelErrorKind; detail?: string };
    if (name !== 'LocalModelError' || kind === undefined) throw error;
    throw new ModelError(kind, { detail, cause: error });
  }
}
