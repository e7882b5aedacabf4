import { groupQuestions } from '@lectern/answering';
import {
  AppError,
  type AssistantInsights,
  type InsightAnswer,
  type InsightReason,
  insightReasons,
  type listCostlyAnswers,
  type listInsightQuestions,
  type QueryOf,
} from '@lectern/contract';
import { isSmallTalk } from '@lectern/models';
import { type Actor, originOf, sourceOfOrigin } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readTimezone } from '../../accounts/account.service.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import { addDays } from '../../usage/time-zone.ts';
import { resolveRange } from '../../usage/usage-range.ts';
import { listUsageOf } from '../../usage/usage-record.queries.ts';
import { chatOperation } from '../answers/end-answers.service.ts';
import { listExplanations } from '../answers/explanation.queries.ts';
import {
  countAnswersByDay,
  findInsightAnswer,
  listDearAnswers,
  listPoorAnswers,
  listSlowAnswers,
  sumUpAnswers,
  sumUpCosts,
} from './insight.queries.ts';

/** Questions that are grouped at most, and what is shown of them. */
const mostQuestions = 1_000;
const mostGroups = 100;
const mostShown = 20;
const mostCostly = 20;

type Period = { days: number; timezone?: string | undefined };

async function openPeriod(tx: Tx, actor: Actor, { days, timezone }: Period) {
  const zone = timezone ?? (await readTimezone(tx, actor));
  const today = resolveRange({}, zone, new Date()).to;
  return resolveRange({ from: addDays(today, 1 - days), to: today }, zone, new Date());
}

export function readInsights(
  { database, config }: Platform,
  actor: Actor,
  assistantId: string,
  period: Period,
): Promise<AssistantInsights> {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const range = await openPeriod(tx, actor, period);
    const since = range.bounds[0]!;
    const sums = await sumUpAnswers(tx, assistant, since);
    const byDay = await countAnswersByDay(tx, assistant, range.bounds.slice(0, -1));
    return {
      from: range.from,
      to: range.to,
      days: range.days.map((day, i) => {
        // Buckets are counted from 1.
        const { answered = 0, notAnswered = 0 } = byDay.find((row) => row.day === i + 1) ?? {};
        return { day, answered, notAnswered };
      }),
      ...sums,
      ...(await sumUpCosts(tx, assistant, since)),
      currency: config.currency,
    };
  });
}

function reasonsOf(row: Record<InsightReason, boolean>): InsightReason[] {
  return insightReasons.filter((reason) => row[reason]);
}

export function listQuestions(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  { reason, ...period }: QueryOf<typeof listInsightQuestions>,
) {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const { bounds } = await openPeriod(tx, actor, period);
    const rows = await listPoorAnswers(tx, assistant, bounds[0]!, { reason, limit: mostQuestions + 1 });
    const questions = rows
      .slice(0, mostQuestions)
      .map((row) => ({
        messageId: row.messageId,
        question: row.question,
        source: sourceOfOrigin(row.origin),
        askedAt: row.askedAt.toISOString(),
        reasons: reasonsOf(row),
      }))
      // A greeting needs no source.
      .filter((row) => row.reasons.some((one) => one !== 'unsourced') || !isSmallTalk(row.question));
    const groups = groupQuestions(questions).slice(0, mostGroups);
    return {
      items: groups.map((items) => ({
        question: items[0]!.question,
        count: items.length,
        lastAskedAt: items[0]!.askedAt,
        reasons: insightReasons.filter((one) => items.some((item) => item.reasons.includes(one))),
        items: items.slice(0, mostShown),
      })),
      questions: questions.length,
      truncated: rows.length > mostQuestions,
    };
  });
}

export function listCostly(
  { database, config }: Platform,
  actor: Actor,
  assistantId: string,
  { by, ...period }: QueryOf<typeof listCostlyAnswers>,
) {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', assistantId);
    const { bounds } = await openPeriod(tx, actor, period);
    const list = by === 'time' ? listSlowAnswers : listDearAnswers;
    const rows = await list(tx, assistant, bounds[0]!, mostCostly);
    const usage = await readUsage(
      tx,
      rows.map(({ messageId }) => messageId),
    );
    const items = rows.map(({ origin, ...row }) => ({
      ...row,
      source: sourceOfOrigin(origin),
      askedAt: row.askedAt.toISOString(),
      ...(usage.get(row.messageId) ?? { tokens: 0, cost: null }),
    }));
    return { items, currency: config.currency };
  });
}

export function readAnswer(
  { database, config }: Platform,
  actor: Actor,
  ids: { assistantId: string; messageId: string },
): Promise<InsightAnswer> {
  return database.withActor(actor, async (tx) => {
    const assistant = await loadAssistant(tx, actor, 'update', ids.assistantId);
    const row = await findInsightAnswer(tx, assistant, ids.messageId);
    if (!row) throw new AppError('message.not_found');
    const { message, question, conversation } = row;
    const isOwn = conversation.accountId === actor.accountId && conversation.origin === originOf(actor);
    const usage = (await readUsage(tx, [message.id])).get(message.id);
    return {
      messageId: message.id,
      question: question.content,
      source: sourceOfOrigin(conversation.origin),
      searchedQuestion: message.searchedQuestion,
      answer: message.content,
      status: message.status,
      citations: message.citations,
      reasons: reasonsOf(row),
      feedback: message.rating === null ? null : { rating: message.rating, text: message.feedbackText },
      support: message.support?.score ?? null,
      modelName: message.modelName,
      durationMs: message.durationMs,
      firstTokenMs: message.firstTokenMs,
      ...(usage ?? { tokens: 0, cost: null }),
      currency: config.currency,
      askedAt: question.createdAt.toISOString(),
      conversationId: isOwn ? conversation.id : null,
    };
  });
}

/** Tokens and price of each answer, with every step that its explanation names. */
async function readUsage(
  tx: Tx,
  messageIds: string[],
): Promise<Map<string, { tokens: number; cost: number | null }>> {
  const explanations = await listExplanations(tx, messageIds);
  const operationsOf = new Map(
    messageIds.map((id) => {
      const steps = explanations.find(({ messageId }) => messageId === id)?.explanation.steps ?? [];
      return [id, new Set([chatOperation(id), ...steps.flatMap(({ operations }) => operations)])];
    }),
  );
  const calls = await listUsageOf(
    tx,
    [...operationsOf.values()].flatMap((operations) => [...operations]),
  );
  return new Map(
    [...operationsOf].map(([id, operations]) => {
      const own = calls.filter(({ operationId }) => operations.has(operationId ?? ''));
      const priced = own.filter(({ cost }) => cost !== null);
      return [
        id,
        {
          tokens: own.reduce(
            (sum, call) => sum + call.promptTokens + call.completionTokens + call.embeddingTokens,
            0,
          ),
          cost: priced.length === 0 ? null : priced.reduce((sum, { cost }) => sum + Number(cost), 0),
        },
      ];
    }),
  );
}
