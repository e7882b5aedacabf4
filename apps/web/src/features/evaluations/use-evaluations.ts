import {
  addEvaluationQuestion,
  cancelEvaluationRun,
  deleteEvaluationQuestion,
  deleteEvaluationRun,
  deleteEvaluationSet,
  type EvaluationRun,
  getEvaluationRun,
  importEvaluationQuestions,
  listEvaluationQuestions,
  listEvaluationResults,
  listEvaluationRuns,
  listEvaluationSets,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

const lookEveryMs = 1_000;
export const questionsPageSize = 25;

export function isRunActive(run: EvaluationRun | undefined): boolean {
  return run?.state === 'queued' || run?.state === 'running';
}

export function useEvaluationSets(knowledgeBaseId: string) {
  return useApiQuery(listEvaluationSets, { params: { knowledgeBaseId } });
}

export function useQuestions(evaluationSetId: string, query: { search?: string; page: number }) {
  return useApiQuery(
    listEvaluationQuestions,
    { params: { evaluationSetId }, query: { ...query, pageSize: questionsPageSize } },
    { placeholderData: keepPreviousData },
  );
}

/** The runs of a set, polled while one is running. */
export function useRuns(evaluationSetId: string) {
  return useApiQuery(
    listEvaluationRuns,
    { params: { evaluationSetId }, query: { pageSize: 100 } },
    { refetchInterval: ({ state }) => (state.data?.items.some(isRunActive) ? lookEveryMs : false) },
  );
}

/** What a run that has ended found; it does not change any more. */
export function useResults(run: EvaluationRun | undefined) {
  return useApiQuery(
    listEvaluationResults,
    { params: { evaluationRunId: run?.id ?? '' } },
    { enabled: run?.state === 'finished', staleTime: Number.POSITIVE_INFINITY },
  );
}

const sets = [listEvaluationSets];
const questions = [listEvaluationQuestions, ...sets];

/** What a form does once a set or a question was saved. */
export const createdSet = { invalidates: sets, successMessage: 'evaluation:sets.created' } as const;
export const renamedSet = { invalidates: sets, successMessage: 'evaluation:sets.renamed' } as const;
export const savedQuestion = {
  invalidates: questions,
  successMessage: 'evaluation:questions.saved',
} as const;
export const startedRun = {
  invalidates: [listEvaluationRuns, getEvaluationRun, ...sets],
  successMessage: 'evaluation:runs.begun',
} as const;

export function useEvaluationActions() {
  const runs = startedRun.invalidates;
  return {
    deleteSet: useApiMutation(deleteEvaluationSet, {
      invalidates: sets,
      successMessage: 'evaluation:sets.deleted',
      handlesError: true,
    }),
    addQuestion: useApiMutation(addEvaluationQuestion, { ...savedQuestion, handlesError: true }),
    deleteQuestion: useApiMutation(deleteEvaluationQuestion, {
      invalidates: questions,
      successMessage: 'evaluation:questions.deleted',
      handlesError: true,
    }),
    importQuestions: useApiMutation(importEvaluationQuestions, { invalidates: questions }),
    cancel: useApiMutation(cancelEvaluationRun, {
      invalidates: runs,
      successMessage: 'evaluation:runs.cancelled',
    }),
    deleteRun: useApiMutation(deleteEvaluationRun, {
      invalidates: runs,
      successMessage: 'evaluation:runs.deleted',
      handlesError: true,
    }),
  };
}
