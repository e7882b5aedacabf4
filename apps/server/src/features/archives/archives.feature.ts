import { defineFeature } from '../../platform/feature.ts';
import { objectUses } from '../../platform/reconcile.ts';
import { archiveRoutes } from './archive.routes.ts';
import { archiveRuns, deleteExpiredTasks, isArchive } from './archive-task.service.ts';
import { exportBaseJob } from './export-base.job.ts';
import { importBaseJob } from './import-base.job.ts';

export const archivesFeature = defineFeature({
  routes: archiveRoutes,
  jobs: { 'archive.export': exportBaseJob, 'archive.import': importBaseJob },
  runs: [archiveRuns],
  maintenance: [{ name: 'expired archives', run: deleteExpiredTasks }],
  connections: [objectUses.on(isArchive)],
});
