import { defineFeature } from '../../platform/feature.ts';
import { onReconcile } from '../../platform/reconcile.ts';
import { modelUses } from '../models/model.service.ts';
import { clearKnowledgeBaseJob } from './clear-knowledge-base.job.ts';
import {
  countKnowledgeBases,
  listKnowledgeBasesUsingModel,
  listLeftoverKnowledgeBases,
} from './knowledge-base.queries.ts';
import { knowledgeBaseRoutes } from './knowledge-base.routes.ts';

export const knowledgeBasesFeature = defineFeature({
  routes: knowledgeBaseRoutes,
  jobs: { 'knowledge-base.clear': clearKnowledgeBaseJob },
  quotas: { knowledgeBases: countKnowledgeBases },
  connections: [
    onReconcile.on(async ({ database, jobs }, { before }) => {
      const rows = await database.acrossCompanies('deleted knowledge bases of every company', async (tx) => {
        const leftovers = await listLeftoverKnowledgeBases(tx, before);
        for (const row of leftovers) await jobs.enqueue(tx, 'knowledge-base.clear', row);
        return leftovers;
      });
      return { tombstones: rows.length };
    }),
    modelUses.on(listKnowledgeBasesUsingModel),
  ],
});
