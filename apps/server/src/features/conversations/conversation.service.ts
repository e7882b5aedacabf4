import { type AnswerEvent, AppError, type Language, type Message } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { loadAssistant, readAssistantWithBases } from '../assistants/assistant.service.ts';
import { recordRequest, sourceOf } from '../usage/usage.service.ts';
import type { Answerer, AnswerTask } from './answer.service.ts';
import {
  deleteMessageRows,
  findMessage,
  getOwnConversation,
  insertMessages,
  listMessages,
  requestStop,
  updateConversationRow,
} from './conversation.queries.ts';
import type { ConversationRow, MessageRow } from './conversation.table.ts';
import type { LiveAnswer } from './live-answer.ts';
import { presentMessage } from './present-message.ts';
import { settleSilentAnswers } from './settle-answers.service.ts';

const lookElsewhereMs = 300;
const longestName = 80;

type AnswerStream = AsyncGenerator<{ id: string; data: AnswerEvent }>;

/** One question costs one request, whoever asks and however the answer ends. */
async function takeRequest(tx: Tx, actor: Actor, assistantId: string, answerId: string) {
  const places = [
    await takeQuota(tx, actor.companyId, 'monthlyRequests', 1),
    await takeQuota(tx, actor.companyId, 'yearlyRequests', 1),
  ] as Parameters<typeof recordRequest>[2];
  await recordRequest(
    tx,
    {
      operationId: `request:${answerId}`,
      companyId: actor.companyId,
      accountId: actor.accountId,
      assistantId,
      source: sourceOf(actor),
    },
    places,
  );
  return places;
}

function newAnswer(conversation: ConversationRow, questionId: string) {
  return {
    id: newId(),
    companyId: conversation.companyId,
    conversationId: conversation.id,
    questionId,
    role: 'assistant',
    content: '',
    status: 'streaming',
    aliveAt: sql`now()`,
    // Behind its question, also where the clock does not tell them apart.
    createdAt: new Date(Date.now() + 1),
  } as const;
}

export async function ask(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  conversationId: string,
  input: { content: string; variables: Record<string, string> },
  language: Language,
): Promise<LiveAnswer> {
  const task = await platform.database.withActor(actor, async (tx): Promise<AnswerTask> => {
    const conversation = await getOwnConversation(tx, actor, conversationId);
    const { assistant, bases } = await readAssistantWithBases(
      tx,
      await loadAssistant(tx, actor, 'read', conversation.assistantId),
    );
    await settleSilentAnswers(tx, conversationId);
    const history = await listMessages(tx, conversationId);
    const questionId = newId();
    const coming = newAnswer(conversation, questionId);
    const places = await takeRequest(tx, actor, assistant.id, coming.id);
    const [question, answer] = await insertMessages(
      tx,
      [
        {
          id: questionId,
          companyId: actor.companyId,
          conversationId,
          role: 'user',
          content: input.content,
          variables: input.variables,
          status: 'complete',
          createdAt: new Date(coming.createdAt.getTime() - 1),
        },
        coming,
      ],
      places,
    );
    await updateConversationRow(tx, conversation, {
      updatedAt: new Date(),
      ...(conversation.name === '' ? { name: nameAfter(input.content) } : {}),
    });
    return {
      actor,
      language,
      assistant,
      bases,
      history,
      question: question as MessageRow,
      answer: answer as MessageRow,
      variables: input.variables,
    };
  });
  return answerer.start(task);
}

/** The first line of the first question, cut at a word. */
function nameAfter(question: string): string {
  const line = question.split('\n')[0]?.trim() ?? '';
  if (line.length <= longestName) return line;
  const cut = line.slice(0, longestName);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestName / 2))}…`;
}

/** Answers the last question anew; the old answer goes when the new one begins. */
export async function regenerate(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  conversationId: string,
  messageId: string,
  language: Language,
): Promise<LiveAnswer> {
  const task = await platform.database.withActor(actor, async (tx): Promise<AnswerTask> => {
    const conversation = await asNotFound(getOwnConversation(tx, actor, conversationId));
    const { assistant, bases } = await readAssistantWithBases(
      tx,
      await loadAssistant(tx, actor, 'read', conversation.assistantId),
    );
    await settleSilentAnswers(tx, conversationId);
    const all = await listMessages(tx, conversationId);
    const old = all.at(-1);
    const question = all.find((row) => row.id === old?.questionId);
    // Only the last answer: later turns were built on the others.
    if (!old || old.id !== messageId || !question) throw new AppError('message.not_found');
    if (old.status === 'streaming') throw new AppError('conversation.busy');
    const coming = newAnswer(conversation, question.id);
    const places = await takeRequest(tx, actor, assistant.id, coming.id);
    await deleteMessageRows(tx, [old.id]);
    const [answer] = await insertMessages(tx, [coming], places);
    await updateConversationRow(tx, conversation, { updatedAt: new Date() });
    return {
      actor,
      language,
      assistant,
      bases,
      history: all.filter((row) => row.id !== old.id && row.id !== question.id),
      question,
      answer: answer as MessageRow,
      variables: question.variables,
    };
  });
  return answerer.start(task);
}

export async function* toStream(live: LiveAnswer, after: number, signal: AbortSignal): AnswerStream {
  for await (const { at, event } of live.listen(after, signal)) yield { id: String(at), data: event };
}

/** Goes on with an answer: from this process's memory, or from the database where another one writes it. */
export async function* resume(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
  options: { after: number; language: Language; signal: AbortSignal },
): AnswerStream {
  const live = answerer.find(ids.messageId);
  if (live) {
    yield* toStream(live, options.after, options.signal);
    return;
  }
  let sent = options.after;
  while (!options.signal.aborted) {
    const row = await readAnswer(platform, actor, ids);
    if (row.content.length > sent) {
      const text = row.content.slice(sent);
      sent = row.content.length;
      yield { id: String(sent), data: { type: 'delta', text } };
    }
    if (row.status !== 'streaming') {
      yield { id: String(sent), data: { type: 'done', message: presentMessage(row, options.language) } };
      return;
    }
    await new Promise((next) => setTimeout(next, lookElsewhereMs));
  }
}

export function readAnswer(
  { database }: Platform,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
): Promise<MessageRow> {
  return database.withActor(actor, async (tx) => {
    await asNotFound(getOwnConversation(tx, actor, ids.conversationId));
    await settleSilentAnswers(tx, ids.conversationId);
    const row = await findMessage(tx, ids.conversationId, ids.messageId);
    if (row?.role !== 'assistant') throw new AppError('message.not_found');
    return row;
  });
}

/** Under a conversation that is not the caller's there is no message either. */
async function asNotFound<T>(conversation: Promise<T>): Promise<T> {
  try {
    return await conversation;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conversation.not_found')
      throw new AppError('message.not_found');
    throw error;
  }
}

export async function stop(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
  language: Language,
): Promise<Message> {
  await readAnswer(platform, actor, ids);
  await platform.database.withActor(actor, (tx) => requestStop(tx, ids.messageId));
  await answerer.stop(ids.messageId);
  return presentMessage(await readAnswer(platform, actor, ids), language);
}

/** A question with its answer, whichever of the two is named. */
export function deletePair(
  { database }: Platform,
  actor: Actor,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<void> {
  return database.withActor(actor, async (tx) => {
    await asNotFound(getOwnConversation(tx, actor, conversationId));
    await settleSilentAnswers(tx, conversationId);
    const all = await listMessages(tx, conversationId);
    const named = all.find((row) => row.id === messageId);
    if (!named) throw new AppError('message.not_found');
    const questionId = named.questionId ?? named.id;
    const pair = all.filter((row) => row.id === questionId || row.questionId === questionId);
    if (pair.some((row) => row.status === 'streaming')) throw new AppError('conversation.busy');
    await deleteMessageRows(
      tx,
      pair.map((row) => row.id),
    );
  });
}
