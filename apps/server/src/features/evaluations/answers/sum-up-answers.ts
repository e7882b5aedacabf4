import type { AnswerFigures } from '@lectern/contract';
import type { AnswerResultRow } from './answer-run.table.ts';

/** Figures over the answers of a run; a share that no question tells is null. */
export function sumUpAnswers(results: Pick<AnswerResultRow, 'refusal' | 'outcome'>[]): AnswerFigures {
  const answered = results.flatMap(({ refusal, outcome }) => (outcome ? [{ refusal, ...outcome }] : []));
  const mean = (values: number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (values: boolean[]) => mean(values.map(Number));
  const costs = answered.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    right: share(answered.map(({ right }) => right)),
    facts: share(answered.flatMap(({ facts }) => facts)),
    sources: share(answered.flatMap(({ sources }) => (sources === null ? [] : [sources]))),
    refusals: share(answered.flatMap(({ refusal, refused }) => (refusal ? [refused] : []))),
    support: mean(answered.flatMap(({ support }) => (support === null ? [] : [support]))),
    meanMs: Math.round(mean(answered.map(({ durationMs }) => durationMs)) ?? 0),
    tokens: answered.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}
