import { defineFeature } from '../../platform/feature.ts';
import { settleLostS3Imports } from './lost-s3-import.service.ts';
import { s3Routes } from './s3.routes.ts';
import { s3ImportJob } from './s3-import.job.ts';

export const s3ConnectionsFeature = defineFeature({
  routes: s3Routes,
  jobs: { 's3.import': s3ImportJob },
  maintenance: [{ name: 'orphaned S3 imports', run: ({ database }) => settleLostS3Imports(database) }],
});
