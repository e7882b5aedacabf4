import { defineFeature } from '../../platform/feature.ts';
import { onReconcile } from '../../platform/reconcile.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { clearReEmbeddingJob } from './clear-re-embedding.job.ts';
import { dropUnusedTables } from './clear-re-embedding.service.ts';
import { reEmbedJob } from './re-embed.job.ts';
import { reEmbeddingRoutes } from './re-embedding.routes.ts';
import { reEmbeddings } from './re-embedding.table.ts';

export const reEmbeddingFeature = defineFeature({
  routes: reEmbeddingRoutes,
  jobs: { 're-embedding.build': reEmbedJob, 're-embedding.clear': clearReEmbeddingJob },
  runs: [
    runKindOf(reEmbeddings, {
      name: 're-embeddings',
      jobs: ['re-embedding.build'],
      key: { knowledgeBaseId: reEmbeddings.knowledgeBaseId, version: reEmbeddings.requestedVersion },
      error: 'server.error',
    }),
  ],
  connections: [onReconcile.on(dropUnusedTables)],
});
