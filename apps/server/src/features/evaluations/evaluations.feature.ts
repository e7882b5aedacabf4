import { defineFeature } from '../../platform/feature.ts';
import { evaluationRoutes } from './evaluation.routes.ts';
import { settleLostEvaluations } from './lost-evaluation.service.ts';
import { runEvaluationJob } from './run-evaluation.job.ts';

export const evaluationsFeature = defineFeature({
  routes: evaluationRoutes,
  jobs: { 'evaluation.run': runEvaluationJob },
  maintenance: [{ name: 'orphaned evaluations', run: ({ database }) => settleLostEvaluations(database) }],
});
