import type { AnswerResult, AnswerRun } from '@lectern/contract';

export function isRunning({ state }: AnswerRun): boolean {
  return state === 'queued' || state === 'running';
}

/** The run to compare with: of the same set, the last one before it that ended, with published settings if it can be. */
export function findBaseline(run: AnswerRun, runs: readonly AnswerRun[]): AnswerRun | undefined {
  const earlier = runs.filter(
    (one) =>
      one.id !== run.id &&
      one.state === 'finished' &&
      one.evaluationSetId === run.evaluationSetId &&
      one.createdAt < run.createdAt,
  );
  return earlier.find(({ settings }) => settings === 'published') ?? earlier[0];
}

export type ComparedAnswer = AnswerResult & {
  before: AnswerResult['outcome'];
  change: 'better' | 'worse' | 'same';
};

/** The results of a run with those that another one had for the same questions. */
export function compareAnswers(
  results: readonly AnswerResult[],
  baseline: readonly AnswerResult[] | undefined,
): ComparedAnswer[] {
  const before = new Map(baseline?.map(({ question, outcome }) => [question, outcome]));
  return results.map((result) => {
    const was = before.get(result.question) ?? null;
    const change =
      !was || !result.outcome || was.right === result.outcome.right
        ? 'same'
        : result.outcome.right
          ? 'better'
          : 'worse';
    return { ...result, before: was, change };
  });
}
