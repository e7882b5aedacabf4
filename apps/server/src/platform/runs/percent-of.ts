/** Percentage of the whole at the start and at the end of a stage. */
export type Share = [from: number, to: number];
export type Shares<Stage extends string> = Record<Stage, Share>;

/** Percentage of the whole for the progress within a stage. A stage of unknown length counts as just started. */
export function percentOf([from, to]: Share, done: number, total: number): number {
  return from + (total > 0 ? ((to - from) * Math.min(done, total)) / total : 0);
}
