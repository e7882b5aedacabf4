import type { AskModel } from '@lectern/answering';
import type { AnswerStep } from '@lectern/contract';
import { type ChatModel, ModelError } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { complete, openWriter } from '../../models/complete.service.ts';
import { bookedTo, type Opened } from '../../models/model.service.ts';
import { recordModelCall } from '../../usage/usage.service.ts';
import { type AnswerTask, flowOf, usageSourceOf } from './answer-task.ts';
import type { LiveAnswer } from './live-answer.ts';
import type { TakenStep } from './stored-explanation.ts';

/** Times the steps of an answer, tells the reader of them, and makes the short model calls that they need. */
export function createStepLog(
  platform: Platform,
  task: Pick<AnswerTask, 'actor' | 'assistant' | 'answer' | 'outside'>,
  live: LiveAnswer,
  signal: AbortSignal,
) {
  const { actor, assistant, answer } = task;
  const steps: TakenStep[] = [];
  let opening: Promise<Opened<ChatModel> | undefined> | undefined;

  /** The assistant's model if it writes; opened when a step first needs it. */
  const openModel = () => {
    opening ??= platform.database.withActor(actor, (tx) => openWriter(platform, tx, assistant.chatModelId));
    return opening;
  };

  const askFor =
    (taken: TakenStep): AskModel =>
    async (request) => {
      const opened = await openModel();
      if (!opened) return undefined;
      const begin = performance.now();
      try {
        const { text, usage } = await complete(opened.model, { ...request, signal });
        const operationId = `${taken.step}:${answer.id}:${steps.length}.${taken.operations.length}`;
        await platform.database.withActor(actor, (tx) =>
          recordModelCall(tx, 'chat', {
            operationId,
            companyId: actor.companyId,
            accountId: actor.accountId,
            assistantId: assistant.id,
            source: usageSourceOf(task),
            ...flowOf(task),
            ...bookedTo(opened, usage),
            promptTokens: usage.promptTokens,
            completionTokens: usage.completionTokens,
            estimated: usage.estimated ?? false,
            durationMs: Math.round(performance.now() - begin),
          }),
        );
        taken.modelName = usage.standIn?.name ?? opened.name;
        taken.insteadOf = usage.standIn?.insteadOf.name ?? null;
        taken.operations.push(operationId);
        // A model may send what the database refuses.
        return cleanText(text);
      } catch (error) {
        if (signal.aborted || !(error instanceof ModelError)) throw error;
        platform.log.warn({ event: 'answer.step_failed', step: taken.step, kind: error.kind });
        return undefined;
      }
    };

  return {
    steps: (): readonly TakenStep[] => steps,
    run: async <T>(step: AnswerStep, work: (ask: AskModel, taken: TakenStep) => Promise<T>): Promise<T> => {
      const taken: TakenStep = { step, durationMs: 0, modelName: null, insteadOf: null, operations: [] };
      steps.push(taken);
      live.mark({ type: 'step', step });
      const begin = performance.now();
      try {
        return await work(askFor(taken), taken);
      } finally {
        taken.durationMs = Math.round(performance.now() - begin);
      }
    },
  };
}

export type StepLog = ReturnType<typeof createStepLog>;
