import { defineFeature } from '../../platform/feature.ts';
import { administrationRoutes } from './administration.routes.ts';
import { clearCompanyJob } from './clear-company.job.ts';
import { impersonationRoutes } from './impersonation.routes.ts';

export const administrationFeature = defineFeature({
  routes: (platform) => [...administrationRoutes(platform), ...impersonationRoutes(platform)],
  jobs: { 'company.clear': clearCompanyJob },
});
