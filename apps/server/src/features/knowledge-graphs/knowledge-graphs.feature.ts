import { defineFeature } from '../../platform/feature.ts';
import { buildGraphJob } from './build-graph.job.ts';
import { knowledgeGraphRoutes } from './knowledge-graph.routes.ts';
import { settleLostGraphs } from './lost-graph.service.ts';

export const knowledgeGraphsFeature = defineFeature({
  routes: knowledgeGraphRoutes,
  jobs: { 'graph.build': buildGraphJob },
  maintenance: [{ name: 'orphaned graph builds', run: ({ database }) => settleLostGraphs(database) }],
});
