import { defineFeature } from '../../platform/feature.ts';
import { runKindOf } from '../../platform/runs/orphans.ts';
import { versionUses } from '../assistants/assistant-versions.service.ts';
import { listVersionsAsked } from './answers/answer-run.queries.ts';
import { answerRunRoutes } from './answers/answer-run.routes.ts';
import { answerRuns } from './answers/answer-run.table.ts';
import { runAnswersJob } from './answers/run-answers.job.ts';
import { evaluationRoutes } from './evaluation.routes.ts';
import { evaluationRuns } from './evaluation.table.ts';
import { runEvaluationJob } from './run-evaluation.job.ts';

export const evaluationsFeature = defineFeature({
  routes: (platform) => [...evaluationRoutes(platform), ...answerRunRoutes(platform)],
  jobs: { 'evaluation.run': runEvaluationJob, 'answers.run': runAnswersJob },
  connections: [versionUses.on(listVersionsAsked)],
  runs: [
    runKindOf(evaluationRuns, {
      name: 'evaluations',
      jobs: ['evaluation.run'],
      key: { runId: evaluationRuns.id },
      error: 'server.error',
    }),
    runKindOf(answerRuns, {
      name: 'answer runs',
      jobs: ['answers.run'],
      key: { runId: answerRuns.id },
      error: 'server.error',
    }),
  ],
});
