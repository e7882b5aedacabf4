import {
  addEvaluationQuestion,
  cancelEvaluationRun,
  createEvaluationSet,
  deleteEvaluationQuestion,
  deleteEvaluationRun,
  deleteEvaluationSet,
  exportEvaluationQuestions,
  getEvaluationRun,
  importEvaluationQuestions,
  listEvaluationQuestions,
  listEvaluationResults,
  listEvaluationRuns,
  listEvaluationSets,
  startEvaluationRun,
  updateEvaluationQuestion,
  updateEvaluationSet,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportQuestions, importQuestions } from './evaluation-csv.service.ts';
import { addQuestion, changeQuestion, deleteQuestion, listQuestions } from './evaluation-question.service.ts';
import { cancelRun, deleteRun, listResults, listRuns, readRun, startRun } from './evaluation-run.service.ts';
import { createSet, deleteSet, listSets, renameSet } from './evaluation-set.service.ts';

export function evaluationRoutes(platform: Platform) {
  return [
    route(listEvaluationSets, ({ actor, params }) => listSets(platform, actor, params.knowledgeBaseId)),
    route(createEvaluationSet, ({ actor, params, body }) =>
      createSet(platform, actor, params.knowledgeBaseId, body.name),
    ),
    route(updateEvaluationSet, ({ actor, params, body }) =>
      renameSet(platform, actor, params.evaluationSetId, body.name),
    ),
    route(deleteEvaluationSet, async ({ actor, params, audit }) => {
      audit(await deleteSet(platform, actor, params.evaluationSetId));
    }),
    route(listEvaluationQuestions, ({ actor, params, query }) =>
      listQuestions(platform, actor, params.evaluationSetId, query),
    ),
    route(addEvaluationQuestion, ({ actor, params, body }) =>
      addQuestion(platform, actor, params.evaluationSetId, body),
    ),
    route(updateEvaluationQuestion, ({ actor, params, body }) =>
      changeQuestion(platform, actor, params.evaluationQuestionId, body),
    ),
    route(deleteEvaluationQuestion, ({ actor, params }) =>
      deleteQuestion(platform, actor, params.evaluationQuestionId),
    ),
    route(importEvaluationQuestions, ({ actor, params, body }) =>
      importQuestions(platform, actor, params.evaluationSetId, body.csv),
    ),
    route(exportEvaluationQuestions, ({ actor, params }) =>
      exportQuestions(platform, actor, params.evaluationSetId),
    ),
    route(listEvaluationRuns, ({ actor, params, query, language }) =>
      listRuns(platform, actor, params.evaluationSetId, query, language),
    ),
    route(startEvaluationRun, ({ actor, params, body, language }) =>
      startRun(platform, actor, params.evaluationSetId, body, language),
    ),
    route(getEvaluationRun, ({ actor, params, language }) =>
      readRun(platform, actor, params.evaluationRunId, language),
    ),
    route(listEvaluationResults, ({ actor, params }) => listResults(platform, actor, params.evaluationRunId)),
    route(cancelEvaluationRun, ({ actor, params, language }) =>
      cancelRun(platform, actor, params.evaluationRunId, language),
    ),
    route(deleteEvaluationRun, async ({ actor, params, audit }) => {
      audit(await deleteRun(platform, actor, params.evaluationRunId));
    }),
  ];
}
