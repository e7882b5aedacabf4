import type { RetrievalHit, TableAnswer } from '@lectern/contract';

/** A passage for the model: a hit, or what was computed over a table, which stands for a row of it. */
export type PromptHit = RetrievalHit & {
  computed?: TableAnswer;
  /** The row that is quoted for it. */
  quote?: string;
};

/** A hit under the number that the answer cites it by. */
export type NumberedHit = PromptHit & { number: number };

/** What was computed, under the numbers of its passages. */
export function listTableAnswers(hits: readonly NumberedHit[]): (TableAnswer & { number: number })[] {
  return hits.flatMap(({ computed, number }) => (computed ? [{ ...computed, number }] : []));
}
