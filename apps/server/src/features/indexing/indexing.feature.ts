import { defineFeature } from '../../platform/feature.ts';
import { onReconcile } from '../../platform/reconcile.ts';
import { reconcileIndex } from './reconcile-index.service.ts';
import { syncIndexJob } from './sync-index.job.ts';

export const indexingFeature = defineFeature({
  jobs: { 'document.sync-index': syncIndexJob },
  connections: [onReconcile.on(reconcileIndex)],
});
