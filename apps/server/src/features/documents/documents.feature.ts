import { defineFeature } from '../../platform/feature.ts';
import { knowledgeBaseContents } from '../knowledge-bases/contents.service.ts';
import { clearDocumentJob } from './clear-document.job.ts';
import { softDeleteDocumentsOf, sumPictureBytes } from './document.queries.ts';
import { documentRoutes } from './document.routes.ts';
import { clearContents, countContents, hasVectors } from './knowledge-base-contents.ts';
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
  connections: [
    knowledgeBaseContents.implement({
      count: countContents,
      hasVectors,
      softDelete: softDeleteDocumentsOf,
      clear: clearContents,
    }),
  ],
  maintenance: [{ name: 'orphaned parses', run: ({ database }) => settleLostParses(database) }],
});
