import { type ChatRequest, estimateTokens, ModelError, type StandIn, type TokenUsage } from '@lectern/models';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import { recordAnswer, recordModelCall, wholeTokens } from '../../usage/usage.service.ts';
import { type AnswerTask, flowOf, usageSourceOf } from './answer-task.ts';
import { answerOperation, chatOperation } from './end-answers.service.ts';

type NamedModel = { id: string; name: string };

/** The model call of an answer, and what is known of its cost so far. */
export type ChatCall = {
  model: NamedModel;
  /** The model, where it is the second one of the model that was asked. */
  standIn: StandIn | undefined;
  begin: number;
  promptTokens: number;
  completionTokens: number;
  /** What others than the model used of these tokens: a call may have several rounds. */
  others: (NamedModel & { promptTokens: number; completionTokens: number; estimated: boolean })[];
  estimated: boolean;
  /** Reasoning text, which is paid for and not saved. */
  reasoning: string;
  answered: boolean;
  /** The provider reported the token counts. */
  counted: boolean;
};

export function beginCall(model: ChatCall['model'], promptTokens: number): ChatCall {
  return {
    model: { id: model.id, name: model.name },
    standIn: undefined,
    others: [],
    begin: performance.now(),
    promptTokens,
    completionTokens: 0,
    estimated: true,
    reasoning: '',
    answered: false,
    counted: false,
  };
}

/** From here on the model's second one answers; without a `standIn`, the model that was asked. */
export function passCall(call: ChatCall, asked: NamedModel, standIn?: StandIn): void {
  const { id, name } = standIn ?? asked;
  call.model = { id, name };
  call.standIn = standIn;
}

/** Takes the token counts that end a call. */
export function countCall(call: ChatCall, usage: TokenUsage): void {
  call.promptTokens = wholeTokens(usage.promptTokens);
  call.completionTokens = wholeTokens(usage.completionTokens);
  call.estimated = usage.estimated ?? false;
  call.counted = true;
}

export function estimatePrompt(messages: ChatRequest['messages']): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message.content), 0);
}

/** Estimates a call that ended without token counts, unless the provider refused it. */
export function countBrokenCall(call: ChatCall | undefined, content: string, reason: unknown): void {
  if (!call || call.counted) return;
  const refused = reason instanceof ModelError && reason.kind !== 'timeout' && !call.answered;
  if (refused) call.promptTokens = 0;
  call.estimated = !refused;
  call.completionTokens = estimateTokens(content) + estimateTokens(call.reasoning);
}

/** Records the model's call and how the question ended, in the transaction that ends the answer. */
export async function recordAnswerUsage(
  tx: Tx,
  task: {
    actor: Actor;
    assistant: { id: string; flowId?: string | null } | null;
    answer: { id: string };
  } & Pick<AnswerTask, 'outside'>,
  call: ChatCall | undefined,
  ended: { durationMs: number; outcome: string },
): Promise<void> {
  const { actor, assistant, answer } = task;
  const entry = {
    companyId: actor.companyId,
    accountId: actor.accountId,
    assistantId: assistant?.id ?? null,
    source: usageSourceOf(task),
    ...flowOf(task),
    ...ended,
  };
  const model = call && { modelId: call.model.id, modelName: call.model.name };
  await together([
    ...(call ? listBookings(call, answer.id) : []).map((booking) =>
      recordModelCall(tx, 'chat', { ...entry, ...booking }),
    ),
    recordAnswer(tx, { ...entry, ...model, operationId: answerOperation(answer.id) }),
  ]);
}

/** One row of the ledger for each model that was at work. */
function listBookings(call: ChatCall, answerId: string) {
  const { model, others, estimated, begin } = call;
  let { promptTokens, completionTokens } = call;
  const ofOthers = others
    .filter(({ id }) => id !== model.id)
    .map((other, n) => {
      promptTokens -= other.promptTokens;
      completionTokens -= other.completionTokens;
      return {
        operationId: `${chatOperation(answerId)}:${n + 1}`,
        modelId: other.id,
        modelName: other.name,
        promptTokens: other.promptTokens,
        completionTokens: other.completionTokens,
        estimated: other.estimated,
        durationMs: 0,
      };
    });
  return [
    {
      operationId: chatOperation(answerId),
      modelId: model.id,
      modelName: model.name,
      promptTokens,
      completionTokens,
      estimated,
      durationMs: Math.round(performance.now() - begin),
    },
    ...ofOthers,
  ];
}
