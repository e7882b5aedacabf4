import { defineFeature } from '../../platform/feature.ts';
import { sumFileBytes } from './file.queries.ts';

export const fileStorageFeature = defineFeature({ quotas: { storage: sumFileBytes } });
