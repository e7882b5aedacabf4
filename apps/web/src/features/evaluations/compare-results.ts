import type { EvaluationOutcome, EvaluationResult } from '@lectern/contract';

export type Change = 'better' | 'worse' | 'same';
export type ComparedQuestion = {
  question: string;
  result: EvaluationResult;
  before: EvaluationOutcome;
  after: EvaluationOutcome;
  change: Change;
};

/** How well a question was answered: the sum over what is expected of one over its place. */
function reciprocalRank({ ranks }: EvaluationOutcome): number {
  return ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0);
}

/** Questions that both asked, by how two variants did; the same questions of two runs are known by their words. */
export function compareResults(
  before: { items: readonly EvaluationResult[]; variant: number },
  after: { items: readonly EvaluationResult[]; variant: number },
): ComparedQuestion[] {
  const known = new Map(before.items.map((result) => [result.question, result.outcomes[before.variant]]));
  return after.items.flatMap((result) => {
    const [was, is] = [known.get(result.question), result.outcomes[after.variant]];
    if (!was || !is) return [];
    const gain = reciprocalRank(is) - reciprocalRank(was);
    const change: Change = Math.abs(gain) < 1e-9 ? 'same' : gain > 0 ? 'better' : 'worse';
    return [{ question: result.question, result, before: was, after: is, change }];
  });
}
