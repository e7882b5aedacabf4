import { defineFeature } from '../../platform/feature.ts';
import { reconcile } from './reconcile.service.ts';
import { systemRoutes } from './system.routes.ts';

export const systemFeature = defineFeature({
  routes: systemRoutes,
  maintenance: [
    // Reads much: compares the chunk index and the object store with the database.
    { name: 'reconcile', everyMs: 6 * 3600_000, run: (platform) => reconcile(platform) },
  ],
});
