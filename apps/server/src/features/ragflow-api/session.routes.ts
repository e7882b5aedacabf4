import {
  askQuestion,
  type Citation,
  createConversation,
  deleteConversation,
  listConversations,
  type Message,
  renameConversation,
  searchDocuments,
} from '@lectern/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  defineForeignEndpoint,
  EventFrames,
  foreignRoute,
  rightsOf,
} from '../../platform/http/foreign-api.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadAssistant } from '../assistants/assistant.service.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { answersOf } from '../conversations/answers/answer-stream.service.ts';
import { listShownMessages } from '../conversations/branches/branch.service.ts';
import { listConversationRows, updateConversationRow } from '../conversations/conversation.queries.ts';
import { ask, loadConversation } from '../conversations/conversation.service.ts';
import type { ConversationRow } from '../conversations/conversation.table.ts';
import { beginConversation, removeConversation } from '../conversations/conversation-life.service.ts';
import { addressOf } from '../openai-api/citations.ts';
import { waitForFirst } from '../openai-api/wait-for-first.ts';
import { findDocumentsFor } from '../searches/search.service.ts';
import { countDocuments, presentPassage } from './chunk.routes.ts';
import {
  anyId,
  idsToDelete,
  listQuery,
  ok,
  pageOf,
  presentTimes,
  readAs,
  readFilterId,
  readIds,
  refuse,
} from './envelope.ts';

const mostListed = 1_000;

const chat = z.object({ chat: anyId });
const path = '/api/v1/chats/:chat/sessions' as const;

const create = defineForeignEndpoint({
  id: 'ragflow.createSession',
  method: 'POST',
  path,
  ...rightsOf(createConversation),
  params: chat,
  body: z.object({ name: z.string().max(255).nullish() }),
  status: 200,
});
const list = defineForeignEndpoint({
  id: 'ragflow.listSessions',
  method: 'GET',
  path,
  ...rightsOf(listConversations),
  params: chat,
  query: z.object(listQuery),
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'ragflow.deleteSessions',
  method: 'DELETE',
  path,
  ...rightsOf(deleteConversation),
  params: chat,
  body: idsToDelete,
  status: 200,
});
const update = defineForeignEndpoint({
  id: 'ragflow.updateSession',
  method: 'PUT',
  path: `${path}/:session`,
  ...rightsOf(renameConversation),
  params: z.object({ chat: anyId, session: anyId }),
  body: z.object({ name: z.string().max(255) }),
  status: 200,
});
const complete = defineForeignEndpoint({
  id: 'ragflow.completeChat',
  method: 'POST',
  path: '/api/v1/chats/:chat/completions',
  ...rightsOf(askQuestion),
  params: chat,
  body: z.object({
    question: z.string().nullish(),
    stream: z.boolean().nullish(),
    session_id: anyId.nullish(),
  }),
  responseKind: 'events',
  status: 200,
});
const related = defineForeignEndpoint({
  id: 'ragflow.relatedQuestions',
  method: 'POST',
  path: '/api/v1/sessions/related_questions',
  ...rightsOf(searchDocuments),
  body: z.object({ question: z.string().min(1).max(4_000) }),
  status: 200,
});

export const sessionEndpoints = [create, list, remove, update, complete, related];

/** A conversation of this assistant: one with another is not there. */
async function loadSession<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  { chat: assistantId, session }: { chat: string; session: string },
) {
  const row = await loadConversation(tx, actor, action, session);
  if (row.assistantId !== assistantId) refuse('This chat has no such session.', 'conversation.not_found');
  return row;
}

function presentSession(
  row: ConversationRow,
  { opener }: Pick<AssistantRow, 'opener'>,
  messages: readonly { id: string; role: 'user' | 'assistant'; content: string }[] = [],
) {
  return {
    id: row.id,
    chat_id: row.assistantId,
    name: row.name,
    messages: [
      { role: 'assistant', content: opener },
      ...messages.map(({ id, role, content }) => ({ id, role, content })),
    ],
    ...presentTimes(row),
  };
}

/** The passages that an answer cites, in the order of their numbers. */
function presentReference(platform: Platform, citations: readonly Citation[]) {
  return {
    chunks: citations.map((citation) => ({
      ...presentPassage({ ...citation, text: citation.quote || citation.chunkText }),
      url: addressOf(platform, citation),
    })),
    doc_aggs: countDocuments(citations),
    total: citations.length,
  };
}

/** Its markers count from zero; only what is cited is one. */
function writeMarkers(content: string, numbers: ReadonlySet<number>): string {
  return content.replace(/\[(\d{1,4})\]/g, (whole, number) =>
    numbers.has(Number(number)) ? `[ID:${Number(number) - 1}]` : whole,
  );
}

function presentAnswer(platform: Platform, message: Message) {
  return {
    answer: writeMarkers(message.content, new Set(message.citations.map(({ number }) => number))),
    reference: presentReference(platform, message.citations),
    audio_binary: null,
    id: message.id,
    session_id: message.conversationId,
  };
}

type Stream = ReturnType<ReturnType<typeof answersOf>['sendLive']>;

async function readWhole(platform: Platform, stream: Stream) {
  for await (const { data } of stream)
    if (data.type === 'done') {
      const { message } = data;
      if (message.error) refuse(message.error.message, message.error.code);
      return presentAnswer(platform, message);
    }
  return refuse('The answer was stopped.', 'message.not_streaming');
}

/** Each piece has the whole answer so far. */
async function* writePieces(platform: Platform, sessionId: string, stream: Stream): AsyncGenerator<string> {
  const frame = (data: unknown) => `data:${JSON.stringify(ok(data))}\n\n`;
  const numbers = new Set<number>();
  let content = '';
  for await (const { data } of stream) {
    if (data.type === 'citation') numbers.add(data.citation.number);
    if (data.type === 'delta') {
      content += data.text;
      const answer = writeMarkers(content, numbers);
      yield frame({ answer, reference: {}, audio_binary: null, session_id: sessionId });
    }
    if (data.type !== 'done') continue;
    if (data.message.error) refuse(data.message.error.message, data.message.error.code);
    yield frame(presentAnswer(platform, data.message)) + frame(true);
  }
}

export function sessionRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(create, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const assistant = await loadAssistant(tx, actor, 'read', params.chat);
        const { name } = readAs(createConversation.body, body.name ? { name: body.name } : {});
        return ok(presentSession(await beginConversation(tx, actor, assistant, { name }), assistant));
      }),
    ),
    foreignRoute(list, ({ actor, params, query }) =>
      database.withActor(actor, async (tx) => {
        const assistant = await loadAssistant(tx, actor, 'read', params.chat);
        const id = readFilterId(query.id);
        const { rows } = id
          ? { rows: [await loadSession(tx, actor, 'read', { chat: params.chat, session: id })] }
          : await listConversationRows(tx, actor, params.chat, { page: 1, pageSize: mostListed });
        const named = rows.filter(({ name }) => query.name === undefined || name === query.name);
        const shown = [];
        for (const row of pageOf(named, query))
          shown.push(presentSession(row, assistant, await listShownMessages(tx, row)));
        return ok(shown);
      }),
    ),
    foreignRoute(remove, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        for (const id of readIds(body)) {
          await loadSession(tx, actor, 'delete', { chat: params.chat, session: id });
          await removeConversation(platform, tx, actor, id);
        }
        return ok();
      }),
    ),
    foreignRoute(update, ({ actor, params, body }) =>
      database.withActor(actor, async (tx) => {
        const row = await loadSession(tx, actor, 'update', params);
        const { name } = readAs(renameConversation.body, body);
        await updateConversationRow(tx, row, { name });
        return ok();
      }),
    ),
    foreignRoute(complete, async ({ actor, params, body, language, signal }) => {
      const answers = answersOf(platform);
      answers.checkMayRead(actor);
      const { session, opener, isNew } = await database.withActor(actor, async (tx) => {
        const assistant = await loadAssistant(tx, actor, 'read', params.chat);
        const row = body.session_id
          ? await loadSession(tx, actor, 'update', { chat: params.chat, session: body.session_id })
          : await beginConversation(tx, actor, assistant);
        return { session: row.id, opener: assistant.opener, isNew: !body.session_id };
      });
      // Without a session it begins one, and answers with its first words.
      if (isNew || !body.question?.trim()) {
        const data = { answer: opener, reference: {}, audio_binary: null, id: null, session_id: session };
        const frames = [ok(data), ok(true)].map((one) => `data:${JSON.stringify(one)}\n\n`);
        return body.stream === false
          ? ok(data)
          : new EventFrames(
              (async function* () {
                yield* frames;
              })(),
            );
      }
      const input = readAs(askQuestion.body, { content: body.question });
      const { live, assistantId } = await ask(platform, answers.answerer, actor, session, input, language);
      const stream = answers.sendLive(live, { actor, assistantId, signal });
      return body.stream === false
        ? ok(await readWhole(platform, stream))
        : new EventFrames(await waitForFirst(writePieces(platform, session, stream)));
    }),
    foreignRoute(related, async ({ actor, body, language, signal }) => {
      const input = readAs(searchDocuments.body, { question: body.question });
      const { results } = await findDocumentsFor(platform, actor, input, language, signal);
      return ok(results.relatedQuestions);
    }),
  ];
}
