import { defineFeature } from '../../platform/feature.ts';
import { modelUses } from '../models/model.service.ts';
import { clearKnowledgeBaseJob } from './clear-knowledge-base.job.ts';
import { countKnowledgeBases, listKnowledgeBasesUsingModel } from './knowledge-base.queries.ts';
import { knowledgeBaseRoutes } from './knowledge-base.routes.ts';

export const knowledgeBasesFeature = defineFeature({
  routes: knowledgeBaseRoutes,
  jobs: { 'knowledge-base.clear': clearKnowledgeBaseJob },
  quotas: { knowledgeBases: countKnowledgeBases },
  connections: [modelUses.on(listKnowledgeBasesUsingModel)],
});
