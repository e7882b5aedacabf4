import { askQuestion, createFlow, deleteFlow, listFlows, startFlowRun, updateFlow } from '@lectern/contract';
import { z } from 'zod';
import {
  defineForeignEndpoint,
  EventFrames,
  foreignRoute,
  rightsOf,
} from '../../platform/http/foreign-api.ts';
import type { Platform } from '../../platform/platform.ts';
import { listFlowRows } from '../flows/flow.queries.ts';
import { changeFlow, loadFlow, removeFlow } from '../flows/flow.service.ts';
import type { FlowRow } from '../flows/flow.table.ts';
import { type Answering, answerTarget } from '../openai-api/chat/answer-target.service.ts';
import { collectCompletion, streamCompletion } from '../openai-api/chat/present-completion.ts';
import { chatMessage } from '../openai-api/chat/read-messages.ts';
import { waitForFirst } from '../openai-api/wait-for-first.ts';
import {
  anyId,
  idsToDelete,
  listQuery,
  ok,
  pageOf,
  presentTimes,
  readAs,
  readFilterId,
  refuse,
} from './envelope.ts';

const mostListed = 1_000;
const agent = z.object({ agent: anyId });
const dsl = z.record(z.string(), z.unknown());

const create = defineForeignEndpoint({
  id: 'ragflow.createAgent',
  method: 'POST',
  path: '/api/v1/agents',
  ...rightsOf(createFlow),
  body: z.object({ title: z.string(), dsl, description: z.string().nullish() }),
  status: 200,
});
const list = defineForeignEndpoint({
  id: 'ragflow.listAgents',
  method: 'GET',
  path: '/api/v1/agents',
  ...rightsOf(listFlows),
  query: z.object({ ...listQuery, title: z.string().max(255).optional() }),
  status: 200,
});
const update = defineForeignEndpoint({
  id: 'ragflow.updateAgent',
  method: 'PUT',
  path: '/api/v1/agents/:agent',
  ...rightsOf(updateFlow),
  params: agent,
  body: z.object({ title: z.string().nullish(), description: z.string().nullish(), dsl: dsl.nullish() }),
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'ragflow.deleteAgent',
  method: 'DELETE',
  path: '/api/v1/agents/:agent',
  ...rightsOf(deleteFlow),
  params: agent,
  status: 200,
});
const createSession = defineForeignEndpoint({
  id: 'ragflow.createAgentSession',
  method: 'POST',
  path: '/api/v1/agents/:agent/sessions',
  ...rightsOf(listFlows),
  params: agent,
  status: 200,
});
const listSessions = defineForeignEndpoint({
  id: 'ragflow.listAgentSessions',
  method: 'GET',
  path: '/api/v1/agents/:agent/sessions',
  ...rightsOf(listFlows),
  params: agent,
  query: z.object(listQuery),
  status: 200,
});
const deleteSessions = defineForeignEndpoint({
  id: 'ragflow.deleteAgentSessions',
  method: 'DELETE',
  path: '/api/v1/agents/:agent/sessions',
  ...rightsOf(listFlows),
  params: agent,
  body: idsToDelete,
  status: 200,
});

const completionBody = z.object({
  model: z.string().nullish(),
  messages: z.array(chatMessage).min(1).max(2_000),
  stream: z.boolean().nullish(),
});
const complete = defineForeignEndpoint({
  id: 'ragflow.completeAgent',
  method: 'POST',
  path: '/api/v1/agents/:agent/completions',
  ...rightsOf(startFlowRun),
  params: agent,
  body: z.object({
    question: z.string().min(1),
    stream: z.boolean().nullish(),
    session_id: z.string().nullish(),
  }),
  responseKind: 'events',
  status: 200,
});
const completeAsOpenAi = defineForeignEndpoint({
  id: 'ragflow.completeAgentAsOpenAi',
  method: 'POST',
  path: '/api/v1/agents_openai/:agent/chat/completions',
  ...rightsOf(startFlowRun),
  params: agent,
  body: completionBody,
  responseKind: 'events',
  status: 200,
});
const completeChatAsOpenAi = defineForeignEndpoint({
  id: 'ragflow.completeChatAsOpenAi',
  method: 'POST',
  path: '/api/v1/chats_openai/:chat/chat/completions',
  ...rightsOf(askQuestion),
  params: z.object({ chat: anyId }),
  body: completionBody,
  responseKind: 'events',
  status: 200,
});

export const agentEndpoints = [
  create,
  list,
  update,
  remove,
  createSession,
  listSessions,
  deleteSessions,
  complete,
  completeAsOpenAi,
  completeChatAsOpenAi,
];

const noSessions =
  'A flow keeps no sessions by itself. Choose it as the flow of an assistant, and use the sessions of that chat.';
const noDsl = 'The DSL of RAGFlow cannot be read: draw the flow in the editor, or begin with a template.';

const present = (row: FlowRow) => ({
  id: row.id,
  title: row.name,
  avatar: row.avatar,
  description: row.description,
  canvas_type: null,
  dsl: {},
  user_id: row.ownerId,
  ...presentTimes(row),
});

export function agentRoutes(platform: Platform) {
  const { database } = platform;
  /** There before it is said that it has none: what another company has is not there. */
  const refuseSessions = async (actor: Parameters<typeof loadFlow>[1], id: string) => {
    await database.withActor(actor, (tx) => loadFlow(tx, actor, 'read', id));
    return refuse(noSessions);
  };
  const answer = async (
    call: Parameters<typeof answerTarget>[1],
    model: string,
    { messages, stream }: z.output<typeof completionBody>,
  ) => {
    const answering = await answerTarget(platform, call, model, { messages, parameters: {}, tools: [] });
    // As in RAGFlow, streams unless told otherwise.
    if (stream === false) return collectCompletion(platform, answering);
    return new EventFrames(await waitForFirst(streamCompletion(platform, answering, { withUsage: false })));
  };
  return [
    foreignRoute(create, async () => refuse(noDsl)),
    foreignRoute(list, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const id = readFilterId(query.id);
        const { rows } = id
          ? { rows: [await loadFlow(tx, actor, 'read', id)] }
          : await listFlowRows(tx, { page: 1, pageSize: mostListed });
        const title = query.title ?? query.name;
        const named = rows.filter(({ name }) => title === undefined || name === title);
        return ok(pageOf(named, query).map(present));
      }),
    ),
    foreignRoute(update, async ({ actor, params, body }) => {
      const { revision } = await database.withActor(actor, (tx) =>
        loadFlow(tx, actor, 'update', params.agent),
      );
      if (body.dsl) refuse(noDsl);
      const changes = {
        revision,
        ...(body.title ? { name: body.title } : {}),
        ...(typeof body.description === 'string' ? { description: body.description } : {}),
      };
      await changeFlow(platform, actor, params.agent, readAs(updateFlow.body, changes));
      return ok();
    }),
    foreignRoute(remove, async ({ actor, params, audit }) => {
      audit(await removeFlow(platform, actor, params.agent));
      return ok();
    }),
    foreignRoute(createSession, ({ actor, params }) => refuseSessions(actor, params.agent)),
    foreignRoute(listSessions, ({ actor, params }) => refuseSessions(actor, params.agent)),
    foreignRoute(deleteSessions, ({ actor, params }) => refuseSessions(actor, params.agent)),
    foreignRoute(complete, async (call) => {
      const { actor, language, signal, body, params } = call;
      if (body.session_id) refuse(noSessions);
      const messages = [{ role: 'user' as const, content: body.question }];
      const model = `flow-${params.agent}`;
      const asked = { messages, parameters: {}, tools: [] };
      const answering = await answerTarget(platform, { actor, language, signal }, model, asked);
      if (body.stream === false) return ok(await collectMessage(answering));
      return new EventFrames(await waitForFirst(streamMessages(answering)));
    }),
    foreignRoute(completeAsOpenAi, ({ actor, language, signal, params, body }) =>
      answer({ actor, language, signal }, `flow-${params.agent}`, body),
    ),
    foreignRoute(completeChatAsOpenAi, ({ actor, language, signal, params, body }) =>
      answer({ actor, language, signal }, `assistant-${params.chat}`, body),
    ),
  ];
}

async function collectMessage({ id, pieces }: Answering) {
  let content = '';
  for await (const piece of pieces) if (piece.type === 'end') content = piece.content;
  return { event: 'message', message_id: id, session_id: null, data: { content, reference: {} } };
}

async function* streamMessages({ id, pieces }: Answering): AsyncGenerator<string> {
  const frame = (event: string, data: object) =>
    `data:${JSON.stringify({ event, message_id: id, session_id: null, data })}\n\n`;
  for await (const piece of pieces) {
    if (piece.type === 'text') yield frame('message', { content: piece.text });
    if (piece.type === 'end') yield `${frame('message_end', { reference: {} })}data:[DONE]\n\n`;
  }
}
