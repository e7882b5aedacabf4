import { defineFeature } from '../../platform/feature.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { onChunksChanged } from '../documents/chunks/chunks-changed.service.ts';
import { buildGraphJob } from './build/build-graph.job.ts';
import { scheduleGraph } from './build/graph-schedule.service.ts';
import { knowledgeGraphRoutes } from './knowledge-graph.routes.ts';
import { knowledgeGraphs } from './knowledge-graph.table.ts';

export const knowledgeGraphsFeature = defineFeature({
  routes: knowledgeGraphRoutes,
  jobs: { 'graph.build': buildGraphJob },
  connections: [onChunksChanged.on(scheduleGraph)],
  runs: [
    runKindOf(knowledgeGraphs, {
      name: 'graph builds',
      jobs: ['graph.build'],
      key: { knowledgeBaseId: knowledgeGraphs.knowledgeBaseId, version: knowledgeGraphs.requestedVersion },
      error: 'server.error',
    }),
  ],
});
