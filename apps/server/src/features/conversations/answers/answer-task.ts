import type { Language } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { SystemTx } from '../../../platform/database/database.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { sourceOf, type UsageSource } from '../../usage/usage.service.ts';
import type { MessageRow } from '../conversation.table.ts';

/** What is known of a model call when it begins. */
export type BegunCall = { model: { id: string; name: string }; promptTokens: number };

/** A question to answer, with everything that its answer depends on. */
export type AnswerTask = {
  actor: Actor;
  language: Language;
  assistant: AssistantRow;
  bases: KnowledgeBaseRow[];
  history: MessageRow[];
  question: MessageRow;
  answer: MessageRow;
  variables: Record<string, string>;
  /** A flow answers by its draft. */
  usesDraft?: boolean;
  /** Undefined where it was not looked up. */
  hasCuratedAnswers?: boolean;
  /** Wishes of the program that asks, below the rules of the assistant. */
  instructions?: string;
  /** Asked by an evaluation, a program or a flow: its messages are kept in no conversation. */
  outside?: 'evaluation' | 'program' | { flowId: string };
  /** Saves a call before it is made, where no message does. */
  keepCall?: (tx: SystemTx, call: BegunCall) => Promise<void>;
};

/** Where the ledger says that the calls of an answer come from. */
export function usageSourceOf({ actor, outside }: Pick<AnswerTask, 'actor' | 'outside'>): UsageSource {
  return outside === 'evaluation' ? 'evaluation' : sourceOf(actor);
}

/** The flow that the calls of an answer are booked to besides its assistant. */
export function flowOf({
  outside,
  assistant,
}: Pick<AnswerTask, 'outside'> & { assistant?: { flowId?: string | null } | null }): { flowId?: string } {
  if (typeof outside === 'object') return outside;
  return assistant?.flowId ? { flowId: assistant.flowId } : {};
}
