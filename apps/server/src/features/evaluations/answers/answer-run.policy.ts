import { definePolicy } from '../../../platform/authorized.ts';
import { type AssistantForActor, assistantPolicy } from '../../assistants/assistant.policy.ts';
import type { AnswerRunRow } from './answer-run.table.ts';

/** Runs hold the settings of an assistant and what it answers: for those who may change it. */
export const answerRunPolicy = definePolicy<AnswerRunRow & { assistant: AssistantForActor }>({
  notFound: 'evaluation.run_not_found',
  forbidden: 'assistant.forbidden',
})
  .allow('read', (actor, { assistant }) => assistantPolicy.rules.read(actor, assistant))
  .allow(['update', 'delete'], (actor, { assistant }) => assistantPolicy.rules.update(actor, assistant));
