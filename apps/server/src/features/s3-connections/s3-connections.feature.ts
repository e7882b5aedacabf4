import { defineFeature } from '../../platform/feature.ts';
import { noteImportEnd } from '../../platform/runs/import-ended.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { s3Routes } from './s3.routes.ts';
import { s3Imports } from './s3-connection.table.ts';
import { s3ImportJob } from './s3-import.job.ts';

export const s3ConnectionsFeature = defineFeature({
  routes: s3Routes,
  jobs: { 's3.import': s3ImportJob },
  runs: [
    runKindOf(s3Imports, {
      name: 'S3 imports',
      jobs: ['s3.import'],
      key: { importId: s3Imports.id },
      error: 's3.import_failed',
      onFailed: (tx, { companyId, importId }) =>
        noteImportEnd(
          tx,
          { companyId, source: 's3', importId: importId as string },
          { state: 'failed', errorCode: 's3.import_failed' },
        ),
    }),
  ],
});
