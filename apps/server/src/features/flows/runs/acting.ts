import type { Actor } from '../../../platform/actor.ts';
import type { FlowRunRow } from './flow-run.table.ts';

/** On whose behalf the steps of a run work. */
export type Acting = {
  run: FlowRunRow;
  /** Who runs it: the calls are booked to them. */
  actor: Actor;
  /** Whose rights its knowledge bases are read with: the flow's owner, as with assistants. */
  owner: Actor;
  signal: AbortSignal;
};
