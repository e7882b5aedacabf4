import { defineFeature } from '../../platform/feature.ts';
import type { ForeignApi } from '../../platform/http/foreign-api.ts';
import { chatEndpoints, chatRoutes } from './chat/chat.routes.ts';
import { embeddingEndpoints, embeddingRoutes } from './embeddings/embedding.routes.ts';
import { fileEndpoints, fileRoutes } from './files/file.routes.ts';
import { modelEndpoints, modelRoutes } from './models/model.routes.ts';
import { formatError, formatStreamError, rateHeaders } from './openai-errors.ts';
import { responseEndpoints, responseRoutes } from './responses/response.routes.ts';
import { vectorStoreEndpoints } from './vector-stores/vector-store.endpoints.ts';
import { vectorStoreRoutes } from './vector-stores/vector-store.routes.ts';

const openAiApi: ForeignApi = {
  name: 'OpenAI',
  prefix: '/v1',
  endpoints: [
    ...modelEndpoints,
    ...chatEndpoints,
    ...embeddingEndpoints,
    ...responseEndpoints,
    ...fileEndpoints,
    ...vectorStoreEndpoints,
  ],
  formatError,
  formatStreamError,
  headers: rateHeaders,
  routes: (platform) => [
    ...modelRoutes(platform),
    ...chatRoutes(platform),
    ...embeddingRoutes(platform),
    ...responseRoutes(platform),
    ...fileRoutes(platform),
    ...vectorStoreRoutes(platform),
  ],
};

export const openAiApiFeature = defineFeature({ foreignApis: [openAiApi] });
