import { defineFeature } from '../../platform/feature.ts';
import { clearDocumentJob } from './clear-document.job.ts';
import { sumPictureBytes } from './document.queries.ts';
import { documentRoutes } from './document.routes.ts';
import { settleLostParses } from './lost-parse.service.ts';
import { parseDocumentJob } from './parse-document.job.ts';
import { syncIndexJob } from './sync-index.job.ts';

export const documentsFeature = defineFeature({
  routes: documentRoutes,
  jobs: {
    'document.parse': parseDocumentJob,
    'document.clear': clearDocumentJob,
    'document.sync-index': syncIndexJob,
  },
  quotas: { storage: sumPictureBytes },
  maintenance: [{ name: 'orphaned parses', run: ({ database }) => settleLostParses(database) }],
});
