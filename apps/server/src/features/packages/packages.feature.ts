import { defineFeature } from '../../platform/feature.ts';
import { packageRoutes } from './package.routes.ts';

export const packagesFeature = defineFeature({
  routes: packageRoutes,
});
