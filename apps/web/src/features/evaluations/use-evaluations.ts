import {
  addEvaluationQuestion,
  cancelEvaluationRun,
  createEvaluationSet,
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
  startEvaluationRun,
  updateEvaluationQuestion,
  updateEvaluationSet,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

const lookEveryMs = 1_000;
export const questionsPageSize = 25;

export function isGoing(run: EvaluationRun | undefined): boolean {
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

/** The runs of a set, looked at again and again while one goes on. */
export function useRuns(evaluationSetId: string) {
  return useApiQuery(
    listEvaluationRuns,
    { params: { evaluationSetId }, query: { pageSize: 100 } },
    { refetchInterval: ({ state }) => (state.data?.items.some(isGoing) ? lookEveryMs : false) },
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

export function useEvaluationActions() {
  const sets = [listEvaluationSets];
  const questions = [listEvaluationQuestions, ...sets];
  const runs = [listEvaluationRuns, getEvaluationRun, ...sets];
  return {
    createSet: useApiMutation(createEvaluationSet, {
      invalidates: sets,
      successMessage: 'evaluation:sets.created',
      handlesError: true,
    }),
    renameSet: useApiMutation(updateEvaluationSet, {
      invalidates: sets,
      successMessage: 'evaluation:sets.renamed',
      handlesError: true,
    }),
    deleteSet: useApiMutation(deleteEvaluationSet, {
      invalidates: sets,
      successMessage: 'evaluation:sets.deleted',
      handlesError: true,
    }),
    addQuestion: useApiMutation(addEvaluationQuestion, {
      invalidates: questions,
      successMessage: 'evaluation:questions.saved',
      handlesError: true,
    }),
    changeQuestion: useApiMutation(updateEvaluationQuestion, {
      invalidates: questions,
      successMessage: 'evaluation:questions.saved',
      handlesError: true,
    }),
    deleteQuestion: useApiMutation(deleteEvaluationQuestion, {
      invalidates: questions,
      successMessage: 'evaluation:questions.deleted',
      handlesError: true,
    }),
    importQuestions: useApiMutation(importEvaluationQuestions, { invalidates: questions }),
    start: useApiMutation(startEvaluationRun, {
      invalidates: runs,
      successMessage: 'evaluation:runs.begun',
      handlesError: true,
    }),
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
