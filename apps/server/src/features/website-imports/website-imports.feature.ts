import { defineFeature } from '../../platform/feature.ts';
import { noteImportEnd } from '../../platform/runs/import-ended.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { clearWebsiteImportJob } from './clear-website-import.job.ts';
import { maintainWebsiteImports } from './maintenance.service.ts';
import { websiteImportJob } from './run/website-import.job.ts';
import { websiteImportRoutes } from './website-import.routes.ts';
import { websiteImports } from './website-import.table.ts';

export const websiteImportsFeature = defineFeature({
  routes: websiteImportRoutes,
  jobs: { 'website.import': websiteImportJob, 'website-import.clear': clearWebsiteImportJob },
  runs: [
    runKindOf(websiteImports, {
      name: 'website imports',
      jobs: ['website.import'],
      key: { importId: websiteImports.id, run: websiteImports.run },
      error: 'website_import.failed',
      onFailed: (tx, { companyId, importId }) =>
        noteImportEnd(
          tx,
          { companyId, source: 'website', importId: importId as string },
          { state: 'failed', errorCode: 'website_import.failed' },
        ),
    }),
  ],
  maintenance: [{ name: 'website imports', run: (platform) => maintainWebsiteImports(platform) }],
});
