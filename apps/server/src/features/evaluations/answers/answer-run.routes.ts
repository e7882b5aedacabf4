import {
  cancelAnswerRun,
  deleteAnswerRun,
  getAnswerRun,
  listAnswerResults,
  listAnswerRuns,
  listAssistantQuestionSets,
  startAnswerRun,
} from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  cancelRun,
  deleteRun,
  listResults,
  listRuns,
  listSetsOf,
  readRun,
  startRun,
} from './answer-run.service.ts';

export function answerRunRoutes(platform: Platform) {
  return [
    route(listAssistantQuestionSets, ({ actor, params }) => listSetsOf(platform, actor, params.assistantId)),
    route(listAnswerRuns, ({ actor, params, query, language }) =>
      listRuns(platform, actor, params.assistantId, query, language),
    ),
    route(startAnswerRun, ({ actor, params, body, language }) =>
      startRun(platform, actor, params.assistantId, body, language),
    ),
    route(getAnswerRun, ({ actor, params, language }) =>
      readRun(platform, actor, params.answerRunId, language),
    ),
    route(listAnswerResults, ({ actor, params, language }) =>
      listResults(platform, actor, params.answerRunId, language),
    ),
    route(cancelAnswerRun, ({ actor, params, language }) =>
      cancelRun(platform, actor, params.answerRunId, language),
    ),
    route(deleteAnswerRun, async ({ actor, params, audit }) => {
      audit(await deleteRun(platform, actor, params.answerRunId));
    }),
  ];
}
