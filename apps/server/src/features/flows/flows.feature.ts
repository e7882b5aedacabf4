import { defineFeature } from '../../platform/feature.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { flowCredentialRoutes } from './credentials/flow-credential.routes.ts';
import { flowRoutes } from './flow.routes.ts';
import { flowRunRoutes } from './runs/flow-run.routes.ts';
import { flowRuns } from './runs/flow-run.table.ts';
import { runFlowJob } from './runs/run-flow.job.ts';

export const flowsFeature = defineFeature({
  routes: (platform) => {
    const runs = flowRunRoutes(platform);
    return {
      routes: [...flowRoutes(platform), ...flowCredentialRoutes(platform), ...runs.routes],
      close: runs.close,
    };
  },
  jobs: { 'flow.run': runFlowJob },
  runs: [
    runKindOf(flowRuns, {
      name: 'flow runs',
      jobs: ['flow.run'],
      key: { runId: flowRuns.id },
      error: 'server.error',
    }),
  ],
});
