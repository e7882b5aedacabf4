import { defineFeature } from '../../platform/feature.ts';
import { clearFileJob } from './clear-file.job.ts';
import { fileRoutes } from './file.routes.ts';

export const filesFeature = defineFeature({
  routes: fileRoutes,
  jobs: { 'file.clear': clearFileJob },
});
