import type { StepUsage } from '@lectern/flow';
import type { TokenUsage } from '@lectern/models';
import { newId } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { bookedTo } from '../../models/model.service.ts';
import { recordModelCall, sourceOf } from '../../usage/usage.service.ts';
import { listUsageOf } from '../../usage/usage-record.queries.ts';
import type { Acting } from './acting.ts';

/** Books the model calls of one step, and adds what they cost to the step. */
export function createStepLedger({ database }: Platform, { actor, run }: Acting, usage: StepUsage) {
  /** Each call that is made is paid for, also one that repeats an interrupted one: so each has a name of its own. */
  const nameOperation = () => `flow:${run.id}:${newId()}`;

  async function count(operations: string[]): Promise<void> {
    const calls = await database.withActor(actor, (tx) => listUsageOf(tx, operations));
    for (const call of calls) {
      usage.tokens += call.promptTokens + call.completionTokens + call.embeddingTokens;
      usage.price += Number(call.cost ?? 0);
    }
  }

  async function book(
    asked: { id: string; name: string },
    { promptTokens, completionTokens, estimated = false, standIn }: TokenUsage,
    begin: number,
    outcome = 'ok',
  ): Promise<void> {
    const operationId = nameOperation();
    await database.withActor(actor, (tx) =>
      recordModelCall(tx, 'chat', {
        operationId,
        companyId: actor.companyId,
        accountId: actor.accountId,
        assistantId: run.assistantId,
        flowId: run.flowId,
        source: sourceOf(actor),
        ...bookedTo(asked, { standIn }),
        promptTokens,
        completionTokens,
        estimated,
        durationMs: Math.round(performance.now() - begin),
        outcome,
      }),
    );
    if (outcome === 'ok') addModel((standIn ?? asked).name, standIn?.insteadOf.name ?? null);
    await count([operationId]);
  }

  /** Notes who answered. */
  function addModel(name: string, insteadOf: string | null): void {
    usage.models.push({ name, insteadOf });
  }

  return { nameOperation, count, book, addModel };
}

export type StepLedger = ReturnType<typeof createStepLedger>;
