import type { AssistantSummary } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { definePort } from '../../platform/hooks.ts';

/** `hasDraft`: it was changed since it was published. */
export type DescribedFlow = NonNullable<AssistantSummary['flow']> & { hasDraft: boolean };

/** What assistants ask of the flows that answer for them. */
export const flowPort = definePort<{
  /** Throws unless the actor may use the flow and it is published. */
  check: (tx: Tx, actor: Actor, flowId: string) => Promise<void>;
  /** The flows among these that are there, under their ids. */
  describe: (tx: Tx, flowIds: string[]) => Promise<Map<string, DescribedFlow>>;
  /** The knowledge bases that a flow searches, as published and as drafted. */
  listKnowledgeBases: (tx: Tx, flowId: string) => Promise<string[]>;
}>('flows of assistants');
