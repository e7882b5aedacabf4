import { defineFeature } from '../../platform/feature.ts';
import { chunkRoutes } from './chunk.routes.ts';

export const chunksFeature = defineFeature({
  routes: chunkRoutes,
});
