import {
  AppError,
  type askQuestion,
  type BodyOf,
  type compareModels,
  conversationMemoryLimit,
  type Language,
  type Message,
} from '@lectern/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/together.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadAssistant, mayTryDraft, readAssistantWithBases } from '../assistants/assistant.service.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { countCuratedAnswers } from '../curated-answers/curated-answer.queries.ts';
import { checkModel } from '../models/model.service.ts';
import { takeRequest } from '../usage/usage.service.ts';
import type { Answerer } from './answers/answer.service.ts';
import type { AnswerTask } from './answers/answer-task.ts';
import { endStaleAnswers } from './answers/end-answers.service.ts';
import type { LiveAnswer } from './answers/live-answer.ts';
import { branchThrough, listSubtree, listVersions, pathTo } from './branches/branch-path.ts';
import { conversationPolicy } from './conversation.policy.ts';
import {
  countStreamingAnswers,
  deleteMessageRows,
  findConversation,
  findMessage,
  insertMessages,
  listMessageNodes,
  listMessagesInOrder,
  type MessageNode,
  requestStop,
  updateConversationRow,
} from './conversation.queries.ts';
import type { ConversationRow, MessageRow } from './conversation.table.ts';
import { type EarlierTurn, placeEarlierTurns } from './earlier-turns.ts';
import { takeFiles, withConversationFiles } from './files/take-files.service.ts';
import { readNamed } from './named-documents/named-document.service.ts';
import { presentMessage } from './present-message.ts';
import { visitorPort } from './visitors/visitor-port.ts';

/** Answers that are being written at a time, of one person, of one visitor and of a company. */
const mostOwnAnswers = 20;
const mostVisitorAnswers = 3;
const mostCompanyAnswers = 100;
const maxNameLength = 80;

export async function loadConversation<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(conversationPolicy, actor, action, await findConversation(tx, id));
}

/** Under the company's lock, which whoever asks has taken for the quota. */
async function checkRoom(tx: Tx, actor: Actor): Promise<void> {
  const { own, ofCompany } = await countStreamingAnswers(tx, actor);
  const retry = { retryAfterSeconds: 5 };
  const max = actor.visitor ? mostVisitorAnswers : mostOwnAnswers;
  if (own >= max) throw new AppError('conversation.too_many_answers', { max }, retry);
  if (ofCompany >= mostCompanyAnswers)
    throw new AppError('conversation.too_many_company_answers', { max: mostCompanyAnswers }, retry);
}

/** Takes the request that a question costs, and room for its answer. */
async function takeRequestWithRoom(
  tx: Tx,
  actor: Actor,
  { id: assistantId, flowId }: Pick<AssistantRow, 'id' | 'flowId'>,
  answerId: string,
) {
  const request = { id: answerId, assistantId, ...(flowId ? { flowId } : {}) };
  return takeRequest(tx, actor, request, () => checkRoom(tx, actor));
}

/** The branches of a conversation in which nothing is being written. */
async function readIdleNodes(tx: Tx, conversationId: string): Promise<MessageNode[]> {
  await endStaleAnswers(tx, conversationId);
  const all = await listMessageNodes(tx, conversationId);
  if (all.some(({ status }) => status === 'streaming')) throw new AppError('conversation.busy');
  return all;
}

/** An assistant that the actor may use, with what it answers from. */
async function openAssistant(
  tx: Tx,
  actor: Actor,
  action: 'read' | 'update',
  { assistantId, usesDraft }: ConversationRow,
) {
  const row = await loadAssistant(tx, actor, action, assistantId);
  const opened = await readAssistantWithBases(tx, actor, row, { draft: usesDraft });
  return { ...opened, usesDraft: usesDraft && mayTryDraft(actor, row) };
}

/** What a new question follows: the answer that it names, or the last one of the branch shown. */
function findParent(all: MessageNode[], conversation: ConversationRow, given: string | null | undefined) {
  if (given === null) return undefined;
  if (given === undefined) return branchThrough(all, conversation.shownMessageId).at(-1);
  const parent = all.find(({ id, role }) => id === given && role === 'assistant');
  if (!parent) throw new AppError('message.not_found');
  return parent;
}

/** What was said before, as far back as any assistant remembers. */
async function readHistory(tx: Tx, all: MessageNode[], id: string | null): Promise<MessageRow[]> {
  const path = pathTo(all, id).slice(-2 * conversationMemoryLimit);
  return listMessagesInOrder(
    tx,
    path.map((node) => node.id),
  );
}

function newAnswer(conversation: ConversationRow, questionId: string, lane = 0) {
  return {
    id: newId(),
    companyId: conversation.companyId,
    conversationId: conversation.id,
    questionId,
    parentId: questionId,
    lane,
    role: 'assistant',
    content: '',
    status: 'streaming',
    heartbeatAt: sql`now()`,
    // Sorts after its question, even within one millisecond.
    createdAt: new Date(Date.now() + 1),
  } as const;
}

type Asked = { live: LiveAnswer; assistantId: string };

type Question = Omit<BodyOf<typeof compareModels>, 'modelIds'>;

export async function ask(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  conversationId: string,
  input: BodyOf<typeof askQuestion>,
  language: Language,
): Promise<Asked> {
  answerer.checkRoom();
  const task = await platform.database.withActor(actor, (tx) =>
    beginAnswer(tx, { actor, conversationId, input, language }),
  );
  return { live: answerer.start(task), assistantId: task.assistant.id };
}

/** Stores a question with the answer to come, for whoever then starts the answer. */
export async function beginAnswer(tx: Tx, begun: Omit<Begun, 'action' | 'modelIds'>): Promise<AnswerTask> {
  const [task] = await beginQuestion(tx, { ...begun, action: 'read' });
  return task;
}

/** Has several models answer one question at a time; it counts as one request. */
export async function compare(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  conversationId: string,
  { modelIds, ...input }: BodyOf<typeof compareModels>,
  language: Language,
): Promise<{ question: Message; answers: Message[] }> {
  answerer.checkRoom();
  const tasks = await platform.database.withActor(actor, async (tx) => {
    for (const id of modelIds) await checkModel(tx, id, 'chat');
    return beginQuestion(tx, { actor, conversationId, input, language, action: 'update', modelIds });
  });
  for (const task of tasks) answerer.start(task);
  return {
    question: presentMessage(tasks[0].question, language),
    answers: tasks.map(({ answer }) => presentMessage(answer, language)),
  };
}

type Begun = {
  actor: Actor;
  conversationId: string;
  input: Question;
  language: Language;
  /** What the actor must be allowed to do to the assistant. */
  action: 'read' | 'update';
  /** Each answers by itself; without them the assistant's own. */
  modelIds?: string[];
  /** What was said before the question and is not in the conversation yet. */
  earlier?: readonly EarlierTurn[];
};

/** Stores a question with the answers to come. */
async function beginQuestion(
  tx: Tx,
  { actor, conversationId, input, language, action, modelIds, earlier = [] }: Begun,
): Promise<[AnswerTask, ...AnswerTask[]]> {
  const conversation = await loadConversation(tx, actor, 'update', conversationId);
  const [{ assistant, bases, usesDraft }, all, files, ownBases, curatedAnswers] = await together([
    openAssistant(tx, actor, action, conversation),
    readIdleNodes(tx, conversationId),
    takeFiles(tx, conversationId, input.fileIds),
    withConversationFiles(tx, conversationId, []),
    countCuratedAnswers(tx, conversation.assistantId),
  ]);
  const parent = findParent(all, conversation, input.parentId);
  const questionId = newId();
  const models = modelIds ?? [assistant.chatModelId];
  const pending = models.map((_, lane) => newAnswer(conversation, questionId, lane));
  const [first] = pending as [ReturnType<typeof newAnswer>];
  if (assistant.flowId && (input.fileIds.length > 0 || input.documentIds.length > 0 || modelIds))
    throw new AppError('flow.takes_text');
  const [documents, history] = await together([
    readNamed(tx, actor, { assistant, bases }, input.documentIds),
    readHistory(tx, all, parent?.id ?? null),
  ]);
  const places = await takeRequestWithRoom(tx, actor, assistant, first.id);
  if (actor.visitor) await visitorPort.get().takeQuestion(tx, actor.visitor);
  const askedAt = new Date(first.createdAt.getTime() - 1);
  const placed = placeEarlierTurns(conversation, earlier, { parentId: parent?.id ?? null, until: askedAt });
  const inserted = await insertMessages(
    tx,
    [
      ...placed,
      {
        id: questionId,
        companyId: actor.companyId,
        conversationId,
        parentId: placed.at(-1)?.id ?? parent?.id ?? null,
        role: 'user',
        content: input.content,
        variables: input.variables,
        inputs: input.inputs,
        files,
        documents,
        status: 'complete',
        createdAt: askedAt,
      },
      ...pending,
    ],
    places,
  );
  const [question, ...answers] = inserted.slice(placed.length);
  await updateConversationRow(tx, conversation, {
    updatedAt: new Date(),
    shownMessageId: first.id,
    ...(conversation.name === '' ? { name: nameAfter(input.content) } : {}),
  });
  const shared = {
    actor,
    language,
    bases: [...bases, ...ownBases],
    usesDraft,
    history: [...history, ...inserted.slice(0, placed.length)],
    hasCuratedAnswers: curatedAnswers > 0,
    question: question as MessageRow,
    variables: input.variables,
  };
  return answers.map((answer, lane) => ({
    ...shared,
    assistant: { ...assistant, chatModelId: models[lane] ?? null },
    answer,
  })) as [AnswerTask, ...AnswerTask[]];
}

/** The first line of the first question, cut at a word. */
function nameAfter(question: string): string {
  const line = question.split('\n')[0]?.trim() ?? '';
  if (line.length <= maxNameLength) return line;
  const cut = line.slice(0, maxNameLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxNameLength / 2))}…`;
}

/** Answers the last question of a branch again; the old answer stays beside the new one. */
export async function regenerate(
  platform: Platform,
  answerer: Answerer,
  actor: Actor,
  conversationId: string,
  messageId: string,
  language: Language,
): Promise<Asked> {
  answerer.checkRoom();
  const task = await platform.database.withActor(actor, async (tx): Promise<AnswerTask> => {
    const conversation = await asNotFound(loadConversation(tx, actor, 'update', conversationId));
    const { assistant, bases, usesDraft } = await openAssistant(tx, actor, 'read', conversation);
    await endStaleAnswers(tx, conversationId);
    const all = await listMessageNodes(tx, conversationId);
    const old = all.find((row) => row.id === messageId);
    const question = old?.questionId ? await findMessage(tx, conversationId, old.questionId) : undefined;
    // Only the end of a branch: later turns build on the others.
    const isEnd = all.every(({ parentId }) => parentId !== messageId);
    if (!old || !question || !isEnd) throw new AppError('message.not_found');
    if (old.status === 'streaming') throw new AppError('conversation.busy');
    const pending = newAnswer(conversation, question.id);
    const places = await takeRequestWithRoom(tx, actor, assistant, pending.id);
    const [answer] = await insertMessages(tx, [pending], places);
    await updateConversationRow(tx, conversation, { updatedAt: new Date(), shownMessageId: pending.id });
    return {
      actor,
      language,
      assistant,
      usesDraft,
      bases: await withConversationFiles(tx, conversationId, bases),
      history: await readHistory(tx, all, question.parentId),
      question,
      answer: answer as MessageRow,
      variables: question.variables,
    };
  });
  return { live: answerer.start(task), assistantId: task.assistant.id };
}

export function readAnswer(
  { database }: Platform,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
): Promise<MessageRow> {
  return database.withActor(actor, async (tx) => {
    return (await findAnswer(tx, actor, ids)).row;
  });
}

/** The answer and its assistant, for whoever goes on reading it. */
export function findAnswerToResume(
  { database }: Platform,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
): Promise<{ row: MessageRow; assistantId: string }> {
  return database.withActor(actor, async (tx) => {
    const { row, conversation } = await findAnswer(tx, actor, ids);
    return { row, assistantId: conversation.assistantId };
  });
}

export async function findAnswer(tx: Tx, actor: Actor, ids: { conversationId: string; messageId: string }) {
  const conversation = await asNotFound(loadConversation(tx, actor, 'read', ids.conversationId));
  await endStaleAnswers(tx, ids.conversationId);
  const row = await findMessage(tx, ids.conversationId, ids.messageId);
  if (row?.role !== 'assistant') throw new AppError('message.not_found');
  return { row, conversation };
}

/** Reports a conversation of someone else as a missing message. */
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
  await platform.database.withActor(actor, async (tx) =>
    requestStop(tx, await loadConversation(tx, actor, 'update', ids.conversationId), ids.messageId),
  );
  await answerer.stop(ids.messageId);
  return presentMessage(await readAnswer(platform, actor, ids), language);
}

/** Deletes a question with its answers and all that was asked after them, whichever of the two is given. */
export function deletePair(
  { database }: Platform,
  actor: Actor,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<void> {
  return database.withActor(actor, async (tx) => {
    const conversation = await asNotFound(loadConversation(tx, actor, 'update', conversationId));
    await endStaleAnswers(tx, conversationId);
    const all = await listMessageNodes(tx, conversationId);
    const given = all.find((row) => row.id === messageId);
    if (!given) throw new AppError('message.not_found');
    const questionId = given.questionId ?? given.id;
    const subtree = listSubtree(all, questionId);
    if (subtree.some((row) => row.status === 'streaming')) throw new AppError('conversation.busy');
    await deleteMessageRows(
      tx,
      conversation,
      subtree.map((row) => row.id),
    );
    if (!subtree.some((row) => row.id === conversation.shownMessageId)) return;
    const question = subtree.find((row) => row.id === questionId);
    const version = question && listVersions(all, question).findLast(({ id }) => id !== questionId);
    await updateConversationRow(tx, conversation, {
      shownMessageId: version?.id ?? question?.parentId ?? null,
    });
  });
}
