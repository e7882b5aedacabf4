import { type AnswerExplanation, AppError } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { abilitiesOf } from '../../platform/authorized.ts';
import type { Platform } from '../../platform/platform.ts';
import { assistantPolicy } from '../assistants/assistant.policy.ts';
import { loadAssistant } from '../assistants/assistant.service.ts';
import { listUsageOf } from '../usage/usage-record.queries.ts';
import { findExplanation } from './answers/explanation.queries.ts';
import { findAnswer } from './conversation.service.ts';

/** How an answer came about. The prompt holds the assistant's settings, so only those who may change them see it. */
export function readExplanation(
  { database, config }: Platform,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
): Promise<AnswerExplanation> {
  return database.withActor(actor, async (tx) => {
    const { row, conversation } = await findAnswer(tx, actor, ids);
    const stored = await findExplanation(tx, row.id);
    if (!stored) throw new AppError('message.no_explanation');
    const assistant = await loadAssistant(tx, actor, 'read', conversation.assistantId);
    const usage = await listUsageOf(
      tx,
      stored.steps.flatMap(({ operations }) => operations),
    );
    const steps = stored.steps.map(({ operations, ...step }) => {
      const calls = usage.filter(({ operationId }) => operations.includes(operationId ?? ''));
      const sum = (count: (call: (typeof calls)[number]) => number) =>
        calls.reduce((total, call) => total + count(call), 0);
      return {
        ...step,
        promptTokens: sum((call) => call.promptTokens + call.embeddingTokens),
        completionTokens: sum((call) => call.completionTokens),
        cost: calls.some(({ cost }) => cost !== null) ? sum(({ cost }) => Number(cost ?? 0)) : null,
      };
    });
    const maySeePrompt = abilitiesOf(assistantPolicy, actor, assistant).update;
    return {
      ...stored,
      // Explanations from before there were curated answers.
      curated: stored.curated ?? null,
      steps,
      currency: config.currency,
      prompt: maySeePrompt ? stored.prompt : null,
      support: row.support,
    };
  });
}
