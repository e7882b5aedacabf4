import type { Language } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import type { MessageRow } from '../conversation.table.ts';

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
};
