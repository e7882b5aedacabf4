import { defineFeature } from '../../platform/feature.ts';
import { retrievalRoutes } from './retrieval.routes.ts';

export const retrievalFeature = defineFeature({
  routes: retrievalRoutes,
});
