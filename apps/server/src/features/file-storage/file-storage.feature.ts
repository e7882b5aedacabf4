import { defineFeature } from '../../platform/feature.ts';
import { objectUses } from '../../platform/reconcile.ts';
import { findFilesByObjectKey, sumFileBytes } from './file.queries.ts';

export const fileStorageFeature = defineFeature({
  quotas: { storage: sumFileBytes },
  connections: [objectUses.on(async (tx, key) => (await findFilesByObjectKey(tx, key)).length > 0)],
});
