import { defineFeature } from '../../platform/feature.ts';
import { syncIndexJob } from './sync-index.job.ts';

export const indexingFeature = defineFeature({ jobs: { 'document.sync-index': syncIndexJob } });
