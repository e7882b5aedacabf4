import { defineFeature } from '../../platform/feature.ts';
import { onChunksChanged } from '../documents/chunks-changed.service.ts';
import { buildGraphJob } from './build-graph.job.ts';
import { scheduleGraph } from './graph-schedule.service.ts';
import { knowledgeGraphRoutes } from './knowledge-graph.routes.ts';
import { settleLostGraphs } from './lost-graph.service.ts';

export const knowledgeGraphsFeature = defineFeature({
  routes: knowledgeGraphRoutes,
  jobs: { 'graph.build': buildGraphJob },
  connections: [onChunksChanged.on(scheduleGraph)],
  maintenance: [{ name: 'orphaned graph builds', run: ({ database }) => settleLostGraphs(database) }],
});
