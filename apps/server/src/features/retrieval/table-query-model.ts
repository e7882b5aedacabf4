import { type ChatModel, ModelError, type TokenUsage } from '@lectern/models';
import { readQueryAnswer, writeQueryPrompt, writeRetry } from '@lectern/retrieval';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { complete, openWriter } from '../models/complete.service.ts';
import { bookedTo, type Opened } from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import type { RetrievalQuestion } from './retrieval-question.ts';
import type { AskableTable, MadeQuery } from './table-query-rules.ts';

const attempts = 2;
const maxTokens = 600;

/** The query that a model writes; undefined where none writes, where it refuses, or where what it writes cannot be used. */
export async function askForTableQuery(
  platform: Platform,
  actor: Actor,
  question: RetrievalQuestion & { operation: string },
  tables: AskableTable[],
): Promise<MadeQuery | undefined> {
  const { database, log } = platform;
  const opened = await database.withActor(actor, (tx) =>
    openWriter(platform, tx, question.chatModelId ?? null),
  );
  if (!opened) return undefined;
  const { system, prompt } = writeQueryPrompt(
    question.question,
    tables,
    new Date().toISOString().slice(0, 10),
  );
  let asked = prompt;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const startedAt = performance.now();
    try {
      const { text, usage } = await complete(opened.model, {
        system,
        prompt: asked,
        maxTokens,
        ...(question.signal ? { signal: question.signal } : {}),
      });
      await book(platform, actor, question, { opened, usage, attempt, startedAt });
      const read = readQueryAnswer(text, tables);
      if (read.query) return { query: read.query, madeBy: 'model' };
      if (read.problem === undefined) return undefined;
      asked = writeRetry(prompt, text, read.problem);
    } catch (error) {
      if (!(error instanceof ModelError) || question.signal?.aborted) throw error;
      log.warn({ event: 'table_question.model_failed', kind: error.kind });
      return undefined;
    }
  }
  return undefined;
}

function book(
  { database }: Platform,
  actor: Actor,
  { source, assistantId, flowId, operation }: RetrievalQuestion & { operation: string },
  call: { opened: Opened<ChatModel>; usage: TokenUsage; attempt: number; startedAt: number },
): Promise<void> {
  return database.withActor(actor, (tx) =>
    recordModelCall(tx, 'chat', {
      operationId: `table_query:${operation}:${call.attempt}`,
      companyId: actor.companyId,
      accountId: actor.accountId,
      assistantId: assistantId ?? null,
      flowId: flowId ?? null,
      source,
      ...bookedTo(call.opened, call.usage),
      promptTokens: call.usage.promptTokens,
      completionTokens: call.usage.completionTokens,
      estimated: call.usage.estimated ?? false,
      durationMs: Math.round(performance.now() - call.startedAt),
    }),
  );
}
