import { defineFeature } from '../../platform/feature.ts';
import { objectUses } from '../../platform/reconcile.ts';
import { listUsedObjectKeys, sumFileBytes } from './file.queries.ts';

export const fileStorageFeature = defineFeature({
  quotas: { storage: sumFileBytes },
  connections: [objectUses.on(async (tx, key) => (await listUsedObjectKeys(tx, [key])).has(key))],
});
