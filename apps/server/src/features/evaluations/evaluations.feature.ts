import { defineFeature } from '../../platform/feature.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { evaluationRoutes } from './evaluation.routes.ts';
import { evaluationRuns } from './evaluation.table.ts';
import { runEvaluationJob } from './run-evaluation.job.ts';

export const evaluationsFeature = defineFeature({
  routes: evaluationRoutes,
  jobs: { 'evaluation.run': runEvaluationJob },
  runs: [
    runKindOf(evaluationRuns, {
      name: 'evaluations',
      jobs: ['evaluation.run'],
      key: { runId: evaluationRuns.id },
      error: 'server.error',
    }),
  ],
});
