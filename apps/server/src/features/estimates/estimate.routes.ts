import { estimateParse, previewChunks } from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { estimateWork } from './estimate-parse.service.ts';
import { previewDocument } from './preview-chunks.service.ts';

export function estimateRoutes(platform: Platform) {
  return [
    route(estimateParse, ({ actor, params, body, signal }) =>
      estimateWork(platform, actor, params.knowledgeBaseId, body, signal),
    ),
    route(previewChunks, ({ actor, params, body, signal, language }) =>
      previewDocument(platform, actor, params.documentId, body, { signal, language }),
    ),
  ];
}
