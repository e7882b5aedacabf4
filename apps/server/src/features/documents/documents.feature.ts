import { defineFeature } from '../../platform/feature.ts';
import { objectUses, onReconcile } from '../../platform/reconcile.ts';
import { knowledgeBaseContents } from '../knowledge-bases/contents.service.ts';
import { clearDocumentJob } from './clear-document.job.ts';
import { clearDeletedDocuments, isObjectOfDocument } from './clear-documents.service.ts';
import { softDeleteDocumentsOf, sumPictureBytes } from './document.queries.ts';
import { documentRoutes } from './document.routes.ts';
import { clearContents, countContents, hasVectors } from './knowledge-base-contents.ts';

export const documentsFeature = defineFeature({
  routes: documentRoutes,
  jobs: { 'document.clear': clearDocumentJob },
  quotas: { storage: sumPictureBytes },
  connections: [
    onReconcile.on(clearDeletedDocuments),
    objectUses.on(isObjectOfDocument),
    knowledgeBaseContents.implement({
      count: countContents,
      hasVectors,
      softDelete: softDeleteDocumentsOf,
      clear: clearContents,
    }),
  ],
});
