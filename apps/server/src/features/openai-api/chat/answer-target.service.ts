import { AppError, type Citation, type Language, startFlowRun } from '@lectern/contract';
import type { ChatParameters, ChatTool, ToolCall } from '@lectern/models';
import type { Actor } from '../../../platform/actor.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readAssistantWithBases } from '../../assistants/assistant.service.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { answersOf, type LooseAnswer } from '../../conversations/answers/answer-stream.service.ts';
import { beginCall, countCall, estimatePrompt, passCall } from '../../conversations/answers/chat-call.ts';
import { composeAnswer } from '../../conversations/answers/compose-answer.ts';
import { RunFailure } from '../../conversations/answers/flow-answer-port.ts';
import type { LooseWriting } from '../../conversations/answers/loose-answer.service.ts';
import { createLooseMessages, createLooseTask } from '../../conversations/answers/loose-task.ts';
import { countCuratedAnswers } from '../../curated-answers/curated-answer.queries.ts';
import { answerByFlow } from '../../flows/chat/answer-by-flow.ts';
import type { FlowRow } from '../../flows/flow.table.ts';
import { openChat } from '../../models/model.service.ts';
import { takeRequest } from '../../usage/usage.service.ts';
import { placeInStreamed } from '../citations.ts';
import { findTarget, type Target } from '../models/find-model.service.ts';
import type { AnsweringModel } from '../name-model.ts';
import { narrow } from './narrow-assistant.ts';
import { type Asked, readAsked, readForModel } from './read-messages.ts';

/** A question to whatever the request names as its model. */
export type Question = {
  messages: Parameters<typeof readAsked>[0];
  parameters: ChatParameters;
  tools: readonly ChatTool[];
};

export type Usage = { promptTokens: number; completionTokens: number };

/** An answer while it is written; it ends with exactly one `end`. */
export type AnswerPiece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** Before the words of a second model. */
  | { type: 'stand-in'; answeredBy: AnsweringModel }
  | {
      type: 'end';
      finish: 'stop' | 'length' | 'tool_calls' | 'content_filter';
      toolCalls: ToolCall[];
      usage: Usage;
      /** The whole answer, with citations placed in it. */
      content: string;
      citations: Citation[];
      /** The same citations, placed in the words that were streamed. */
      streamedCitations: Citation[];
    };

export type Answering = { id: string; target: Target; pieces: AsyncGenerator<AnswerPiece> };

type Asker = { actor: Actor; language: Language; signal: AbortSignal };

/** Begins the answer, counted as one request. Throws where the caller may not ask, or asks for what there is not. */
export async function answerTarget(
  platform: Platform,
  asker: Asker,
  model: string,
  question: Question,
): Promise<Answering> {
  const answers = answersOf(platform);
  answers.checkMayRead(asker.actor);
  const id = newId();
  // One transaction: whatever waits here, the first word waits for too.
  const { target, start } = await platform.database.withActor(asker.actor, async (tx) => {
    const target = await findTarget(tx, asker.actor, model);
    return { target, start: await prepare(platform, tx, { ...asker, id }, target, question) };
  });
  return { id, target, pieces: start() };
}

type Asking = Asker & { id: string };
/** Has the answer written, once the transaction is over that counts it. */
type Start = () => AsyncGenerator<AnswerPiece>;

function refuse(param: string, text: string, reason: string): never {
  throw new ForeignRefusal('request.invalid', text, { param, reason });
}

function prepare(
  platform: Platform,
  tx: Tx,
  asking: Asking,
  target: Target,
  question: Question,
): Promise<Start> {
  if (target.kind === 'embedding')
    refuse('model', `'${target.name}' makes embeddings and writes no answers.`, 'model_not_supported');
  if (target.kind === 'chat') return prepareModel(platform, tx, asking, target.row.id, question);
  if (question.tools.length > 0)
    refuse(
      'tools',
      'Tools are passed on to bare chat models only: an assistant or a flow has its own.',
      'tools_not_supported',
    );
  const asked = readAsked(question.messages);
  return target.kind === 'assistant'
    ? prepareAssistant(platform, tx, asking, target.row, { ...asked, parameters: question.parameters })
    : prepareFlow(platform, tx, asking, target.row, asked);
}

async function prepareAssistant(
  platform: Platform,
  tx: Tx,
  { id, actor, language, signal }: Asking,
  row: AssistantRow,
  { instructions, parameters, ...asked }: Asked & { parameters: ChatParameters },
): Promise<Start> {
  const [{ assistant, bases }, curatedAnswers] = await together([
    readAssistantWithBases(tx, actor, row),
    countCuratedAnswers(tx, row.id),
  ]);
  const flow = assistant.flowId ? { flowId: assistant.flowId } : {};
  await takeRequest(tx, actor, { id, assistantId: row.id, ...flow });
  const task = {
    ...createLooseTask({
      actor,
      language,
      assistant: narrow(assistant, parameters),
      bases,
      answerId: id,
      ...asked,
    }),
    outside: 'program' as const,
    hasCuratedAnswers: curatedAnswers > 0,
    ...(instructions === '' ? {} : { instructions }),
  };
  const reader = { actor, assistantId: row.id, baseIds: bases.map((base) => base.id), signal };
  return () => {
    const loose = answersOf(platform).write(task, reader, (writing) =>
      composeAnswer(platform, task, writing.live, writing.signal, writing.outcome),
    );
    return readPieces(loose, signal);
  };
}

async function prepareFlow(
  platform: Platform,
  tx: Tx,
  { id, actor, language, signal }: Asking,
  flow: FlowRow,
  { instructions, history, question }: Asked,
): Promise<Start> {
  if (!actor.apiToken?.scopes.includes(startFlowRun.scope))
    throw new AppError('auth.token_scope_missing', { scope: startFlowRun.scope });
  await takeRequest(tx, actor, { id, assistantId: null, flowId: flow.id });
  // A flow has no place for wishes besides what was said.
  const said = instructions === '' ? history : [{ role: 'user' as const, content: instructions }, ...history];
  const task = {
    actor,
    language,
    ...createLooseMessages(actor.companyId, { answerId: id, question, history: said }),
    assistant: null,
    flowId: flow.id,
    outside: 'program' as const,
  };
  const booked = { actor, assistant: null, answer: task.answer, outside: { flowId: flow.id } };
  return () => {
    const reader = { actor, assistantId: null, baseIds: [], signal };
    const loose = answersOf(platform).write(booked, reader, async ({ live, outcome, signal: ending }) => {
      await answerByFlow(platform, task, live, ending, outcome);
      if (outcome.content !== '') return;
      throw new ForeignRefusal(
        'request.bad',
        'The flow waits for a form to be filled in, for which this API has no place.',
        { param: 'model', reason: 'flow_waits_for_form' },
      );
    });
    return readPieces(loose, signal);
  };
}

async function prepareModel(
  platform: Platform,
  tx: Tx,
  { id, actor, signal }: Asking,
  modelId: string,
  { messages: sent, parameters, tools }: Question,
): Promise<Start> {
  const messages = readForModel(sent);
  const opened = await openChat(platform, tx, modelId);
  await takeRequest(tx, actor, { id, assistantId: null });
  const toolCalls: ToolCall[] = [];
  let finish: Finish = 'stop';
  const compose = async ({ live, outcome, signal: ending }: LooseWriting) => {
    const call = beginCall(opened, estimatePrompt(messages));
    outcome.call = call;
    for await (const event of opened.model.stream({ messages, parameters, tools, signal: ending })) {
      call.answered = true;
      if (event.type === 'stand-in') passCall(call, opened, event.standIn);
      else if (event.type === 'text-delta') live.append(event.text);
      else if (event.type === 'tool-call') toolCalls.push(event.call);
      else if (event.type === 'reasoning-delta') {
        call.reasoning += event.text;
        live.mark({ type: 'reasoning', text: event.text });
      } else {
        countCall(call, event.usage);
        if (event.reason === 'length') finish = 'length';
        if (event.reason === 'filtered') finish = 'content_filter';
      }
    }
    outcome.content = live.content;
  };
  return () => {
    const booked = { actor, assistant: null, answer: { id }, outside: 'program' as const };
    const reader = { actor, assistantId: null, baseIds: [], signal };
    const loose = answersOf(platform).write(booked, reader, compose);
    return readPieces(loose, signal, () => ({ toolCalls, finish }));
  };
}

type Finish = 'stop' | 'length' | 'content_filter';

async function* readPieces(
  { live, outcome, done }: LooseAnswer,
  signal: AbortSignal,
  ending: () => { toolCalls: ToolCall[]; finish: Finish } = () => ({
    toolCalls: [],
    finish: 'stop',
  }),
): AsyncGenerator<AnswerPiece> {
  let streamed = '';
  let told = false;
  const tellStandIn = function* (): Generator<AnswerPiece> {
    const { standIn } = outcome.call ?? {};
    if (standIn && !told) yield { type: 'stand-in', answeredBy: standIn };
    told ||= standIn !== undefined;
  };
  for await (const { event } of live.listen(0, signal)) {
    yield* tellStandIn();
    if (event.type === 'reasoning') yield { type: 'reasoning', text: event.text };
    if (event.type !== 'delta') continue;
    streamed += event.text;
    yield { type: 'text', text: event.text };
  }
  // Nobody waits for the end.
  if (signal.aborted) return;
  await done.catch((error) => {
    throw error instanceof RunFailure ? new AppError(error.code, { detail: error.detail ?? '' }) : error;
  });
  yield* tellStandIn();
  const content = outcome.content || streamed;
  if (content !== streamed && content.startsWith(streamed)) {
    yield { type: 'text', text: content.slice(streamed.length) };
    streamed = content;
  }
  const { toolCalls, finish } = ending();
  const { promptTokens = 0, completionTokens = 0 } = outcome.call ?? {};
  yield {
    type: 'end',
    finish: toolCalls.length > 0 ? 'tool_calls' : finish,
    toolCalls,
    usage: { promptTokens, completionTokens },
    content,
    citations: outcome.citations,
    streamedCitations: placeInStreamed(outcome.citations, { final: content, streamed }),
  };
}
