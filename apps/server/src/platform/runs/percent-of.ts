/** Share of the whole that is done when a stage begins and ends, in percent. */
export type Share = [from: number, to: number];
export type Shares<Stage extends string> = Record<Stage, Share>;

/** How much of the whole is done when so much of a stage is. A stage of unknown length stands at its beginning. */
export function percentOf([from, to]: Share, done: number, total: number): number {
  return from + (total > 0 ? ((to - from) * Math.min(done, total)) / total : 0);
}
