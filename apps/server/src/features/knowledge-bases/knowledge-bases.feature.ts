import { defineFeature } from '../../platform/feature.ts';
import { clearKnowledgeBaseJob } from './clear-knowledge-base.job.ts';
import { countKnowledgeBases } from './knowledge-base.queries.ts';
import { knowledgeBaseRoutes } from './knowledge-base.routes.ts';

export const knowledgeBasesFeature = defineFeature({
  routes: knowledgeBaseRoutes,
  jobs: { 'knowledge-base.clear': clearKnowledgeBaseJob },
  quotas: { knowledgeBases: countKnowledgeBases },
});
