import { defineFeature } from '../../platform/feature.ts';
import { clearWebsiteImportJob } from './clear-website-import.job.ts';
import { maintainWebsiteImports } from './import-care.service.ts';
import { websiteImportJob } from './website-import.job.ts';
import { websiteImportRoutes } from './website-import.routes.ts';

export const websiteImportsFeature = defineFeature({
  routes: websiteImportRoutes,
  jobs: { 'website.import': websiteImportJob, 'website-import.clear': clearWebsiteImportJob },
  maintenance: [{ name: 'website imports', run: (platform) => maintainWebsiteImports(platform) }],
});
