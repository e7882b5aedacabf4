import { defineFeature } from '../../platform/feature.ts';
import { defineForeignEndpoint, type ForeignApi, foreignRoute } from '../../platform/http/foreign-api.ts';
import { agentEndpoints, agentRoutes } from './agent.routes.ts';
import { chatEndpoints, chatRoutes } from './chat.routes.ts';
import { chunkEndpoints, chunkRoutes } from './chunk.routes.ts';
import { datasetEndpoints, datasetRoutes } from './dataset.routes.ts';
import { documentEndpoints, documentRoutes } from './document.routes.ts';
import { formatError, formatStreamError } from './envelope.ts';
import { sessionEndpoints, sessionRoutes } from './session.routes.ts';

const health = defineForeignEndpoint({
  id: 'ragflow.health',
  method: 'GET',
  path: '/v1/system/healthz',
  access: 'signed_in',
  scope: 'any',
  status: 200,
});

const ragflowApi: ForeignApi = {
  name: 'RAGFlow',
  prefix: '/ragflow',
  endpoints: [
    ...datasetEndpoints,
    ...documentEndpoints,
    ...chunkEndpoints,
    ...chatEndpoints,
    ...sessionEndpoints,
    ...agentEndpoints,
    health,
  ],
  formatError,
  formatStreamError,
  routes: (platform) => [
    ...datasetRoutes(platform),
    ...documentRoutes(platform),
    ...chunkRoutes(platform),
    ...chatRoutes(platform),
    ...sessionRoutes(platform),
    ...agentRoutes(platform),
    // Who gets here has a database that answers.
    foreignRoute(health, async () => ({
      db: 'ok',
      redis: 'ok',
      doc_engine: 'ok',
      storage: 'ok',
      status: 'ok',
    })),
  ],
};

export const ragflowApiFeature = defineFeature({ foreignApis: [ragflowApi] });
