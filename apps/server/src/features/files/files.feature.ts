import { defineFeature } from '../../platform/feature.ts';
import { onReconcile } from '../../platform/reconcile.ts';
import { clearFileJob, listLeftoverFiles } from './clear-file.job.ts';
import { fileRoutes } from './file.routes.ts';

export const filesFeature = defineFeature({
  routes: fileRoutes,
  jobs: { 'file.clear': clearFileJob },
  connections: [
    onReconcile.on(async ({ database, jobs }, { before }) => {
      const rows = await database.acrossCompanies('deleted files of every company', async (tx) => {
        const leftovers = await listLeftoverFiles(tx, before);
        for (const row of leftovers) await jobs.enqueue(tx, 'file.clear', row);
        return leftovers;
      });
      return { tombstones: rows.length };
    }),
  ],
});
