import { z } from 'zod';
import { newId } from '../../../platform/database/database.ts';
import { defineForeignEndpoint, ForeignRefusal, foreignRoute } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openEmbedding } from '../../models/model.service.ts';
import { recordModelCall, sourceOf } from '../../usage/usage.service.ts';
import { findTarget } from '../models/find-model.service.ts';

const mostInputs = 2_048;
const mostBytes = 8 * 1024 * 1024;

const createEmbedding = defineForeignEndpoint({
  id: 'openai.createEmbedding',
  method: 'POST',
  path: '/embeddings',
  access: 'CreateChat',
  scope: 'retrieval',
  rateLimit: 'model',
  maxBodyBytes: mostBytes,
  body: z.object({
    model: z.string().min(1).max(300),
    input: z.union([
      z.string().min(1),
      z.array(z.string().min(1)).min(1).max(mostInputs),
      z.array(z.number()),
      z.array(z.array(z.number())),
    ]),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    dimensions: z.number().int().min(1).nullish(),
    /** Our own field: some models read questions and documents differently. */
    input_type: z.enum(['query', 'document']).nullish(),
  }),
  status: 200,
});

export const embeddingEndpoints = [createEmbedding];

export function embeddingRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(createEmbedding, async ({ actor, body, signal }) => {
      const texts = readTexts(body.input);
      const { target, opened } = await database.withActor(actor, async (tx) => {
        const target = await findTarget(tx, actor, body.model);
        if (target.kind !== 'embedding')
          throw new ForeignRefusal('request.invalid', `The model '${body.model}' makes no embeddings.`, {
            param: 'model',
            reason: 'model_not_supported',
          });
        return { target, opened: await openEmbedding(platform, tx, target.row.id) };
      });
      const begin = performance.now();
      const kind = body.input_type ?? 'document';
      const { vectors, usage } = await opened.model.embed(texts, { kind, signal });
      await database.withActor(actor, (tx) =>
        recordModelCall(tx, 'embedding', {
          operationId: `embedding:${newId()}`,
          companyId: actor.companyId,
          accountId: actor.accountId,
          assistantId: null,
          source: sourceOf(actor),
          modelId: opened.id,
          modelName: opened.name,
          embeddingTokens: usage.promptTokens,
          estimated: usage.estimated ?? false,
          durationMs: Math.round(performance.now() - begin),
        }),
      );
      checkLength(vectors[0]?.length ?? 0, body.dimensions);
      return {
        object: 'list',
        model: target.id,
        data: vectors.map((vector, index) => ({
          object: 'embedding',
          index,
          embedding: body.encoding_format === 'base64' ? asBase64(vector) : [...vector],
        })),
        usage: { prompt_tokens: usage.promptTokens, total_tokens: usage.promptTokens },
      };
    }),
  ];
}

function readTexts(input: string | string[] | number[] | number[][]): string[] {
  if (typeof input === 'string') return [input];
  if (input.every((text) => typeof text === 'string') && input.length > 0) return input;
  throw new ForeignRefusal(
    'request.invalid',
    'Send texts: the models here have vocabularies of their own, so that token numbers mean nothing to them.',
    { param: 'input', reason: 'unsupported_input' },
  );
}

/** A model makes vectors of one length. */
function checkLength(length: number, wanted: number | null | undefined): void {
  if (wanted === null || wanted === undefined || wanted === length) return;
  throw new ForeignRefusal('request.invalid', `The vectors of this model have ${length} dimensions.`, {
    param: 'dimensions',
    reason: 'unsupported_parameter',
  });
}

function asBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
