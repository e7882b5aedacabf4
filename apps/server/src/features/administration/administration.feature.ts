import { defineFeature } from '../../platform/feature.ts';
import { onReconcile } from '../../platform/reconcile.ts';
import { administrationRoutes } from './administration.routes.ts';
import { clearCompanyJob } from './clear-company.job.ts';
import { listLeftoverCompanies } from './clear-company.service.ts';
import { impersonationRoutes } from './impersonation.routes.ts';

export const administrationFeature = defineFeature({
  routes: (platform) => [...administrationRoutes(platform), ...impersonationRoutes(platform)],
  jobs: { 'company.clear': clearCompanyJob },
  connections: [
    onReconcile.on(async ({ database, jobs }, { before }) => {
      const rows = await database.acrossCompanies('deleted companies', async (tx) => {
        const leftovers = await listLeftoverCompanies(tx, before);
        for (const row of leftovers) await jobs.enqueue(tx, 'company.clear', row);
        return leftovers;
      });
      return { tombstones: rows.length };
    }),
  ],
});
