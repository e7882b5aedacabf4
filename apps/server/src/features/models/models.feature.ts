import { defineFeature } from '../../platform/feature.ts';
import { companyModelRoutes, modelRoutes } from './model.routes.ts';

export const modelsFeature = defineFeature({
  routes: (platform) => [...modelRoutes(platform), ...companyModelRoutes(platform)],
});
