import { cancelReEmbedding, estimateReEmbedding, getReEmbedding, startReEmbedding } from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { begin, cancel, estimateWork, readReEmbedding } from './re-embedding.service.ts';

export function reEmbeddingRoutes(platform: Platform) {
  return [
    route(getReEmbedding, ({ actor, params, language }) =>
      readReEmbedding(platform, actor, params.knowledgeBaseId, language),
    ),
    route(estimateReEmbedding, ({ actor, params, body }) =>
      estimateWork(platform, actor, params.knowledgeBaseId, body),
    ),
    route(startReEmbedding, ({ actor, params, body, language }) =>
      begin(platform, actor, params.knowledgeBaseId, body, language),
    ),
    route(cancelReEmbedding, ({ actor, params, language }) =>
      cancel(platform, actor, params.knowledgeBaseId, language),
    ),
  ];
}
