import { definePolicy } from '../../platform/authorized.ts';
import { type AssistantForActor, assistantPolicy } from '../assistants/assistant.policy.ts';
import type { CuratedAnswerRow } from './curated-answer.table.ts';

export type OfAssistant<Row> = Row & { assistant: AssistantForActor };

/** Kept and read by those who may change the assistant; for others who may use it they are its settings. */
export const curatedAnswerPolicy = definePolicy<OfAssistant<CuratedAnswerRow>>({
  notFound: 'curated_answer.not_found',
  forbidden: 'assistant.forbidden',
})
  .allow('read', (actor, { assistant }) => assistantPolicy.rules.read(actor, assistant))
  .allow(['update', 'delete'], (actor, { assistant }) => assistantPolicy.rules.update(actor, assistant));
