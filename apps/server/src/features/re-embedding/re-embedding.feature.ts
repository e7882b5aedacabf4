import { defineFeature } from '../../platform/feature.ts';
import { clearReEmbeddingJob } from './clear-re-embedding.job.ts';
import { settleLostReEmbeddings } from './lost-re-embedding.service.ts';
import { reEmbedJob } from './re-embed.job.ts';
import { reEmbeddingRoutes } from './re-embedding.routes.ts';

export const reEmbeddingFeature = defineFeature({
  routes: reEmbeddingRoutes,
  jobs: { 're-embedding.build': reEmbedJob, 're-embedding.clear': clearReEmbeddingJob },
  maintenance: [{ name: 'orphaned re-embeddings', run: ({ database }) => settleLostReEmbeddings(database) }],
});
