import {
  buildPrompt,
  createCitationWriter,
  createMarkerReader,
  finishCitations,
  listTableAnswers,
  type MarkerOutput,
  type NumberedHit,
} from '@lectern/answering';
import {
  AppError,
  type Citation,
  type ErrorCode,
  errors,
  type Language,
  type Message,
} from '@lectern/contract';
import { type ChatEvent, isSmallTalk, ModelError } from '@lectern/models';
import type { Actor } from '../../../platform/actor.ts';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { openChat } from '../../models/model.service.ts';
import { readDocumentContexts } from '../../retrieval/document-context.service.ts';
import { searchBases } from '../../retrieval/retrieval.service.ts';
import { sourceOf } from '../../usage/usage.service.ts';
import { findMessage, updateStreamingAnswer } from '../conversation.queries.ts';
import type { MessageRow } from '../conversation.table.ts';
import { presentMessage } from '../present-message.ts';
import type { AccessWatch } from './access-watch.service.ts';
import { type AnswerWriter, createAnswerWriter } from './answer-writer.service.ts';
import {
  beginCall,
  type ChatCall,
  countBrokenCall,
  countCall,
  estimatePrompt,
  recordAnswerUsage,
} from './chat-call.ts';
import { createLiveAnswer, type LiveAnswer } from './live-answer.ts';
import { asPassages, readyAnswer } from './table-passages.ts';

/** Answers that one process writes at a time, of all companies. */
const mostAnswers = 400;

export type AnswerTask = {
  actor: Actor;
  language: Language;
  assistant: AssistantRow;
  bases: KnowledgeBaseRow[];
  history: MessageRow[];
  question: MessageRow;
  answer: MessageRow;
  variables: Record<string, string>;
};

class Stopped extends Error {}
/** The answer keeps what was written: its process ends, or whoever asked may not read it any more. */
class Interrupted extends Error {}

type Running = { live: LiveAnswer; stop: (reason: Error) => void; done: Promise<void> };

/** What all answers of a process share. */
type Services = { platform: Platform; access: AccessWatch; writer: AnswerWriter };

/** The answers that this process is writing. */
export function createAnswerer(platform: Platform, access: AccessWatch) {
  const running = new Map<string, Running>();
  const services = { platform, access, writer: createAnswerWriter(platform) };

  function start(task: AnswerTask): LiveAnswer {
    const live = createLiveAnswer();
    const controller = new AbortController();
    live.mark({
      type: 'message',
      question: presentMessage(task.question, task.language),
      answer: presentMessage(task.answer, task.language),
    });
    const done = writeAnswer(services, task, live, controller).finally(() => running.delete(task.answer.id));
    running.set(task.answer.id, { live, stop: (reason) => controller.abort(reason), done });
    return live;
  }

  return {
    start,
    /** Throws where this process writes as many answers as it can. */
    checkRoom: () => {
      if (running.size >= mostAnswers)
        throw new AppError('server.unavailable', {}, { retryAfterSeconds: 10 });
    },
    find: (messageId: string) => running.get(messageId)?.live,
    stop: async (messageId: string) => {
      const answer = running.get(messageId);
      answer?.stop(new Stopped());
      await answer?.done;
    },
    /** Ends all answers and saves what was written. */
    close: async () => {
      const all = [...running.values()];
      for (const answer of all) answer.stop(new Interrupted());
      await Promise.allSettled(all.map((answer) => answer.done));
    },
  };
}

export type Answerer = ReturnType<typeof createAnswerer>;

type Outcome = {
  content: string;
  citations: Citation[];
  /** Under the numbers of their citations. */
  tableAnswers: Message['tableAnswers'];
  nothingFound: boolean;
  /** What is known of the model's call; undefined until it is made. */
  call: ChatCall | undefined;
};

async function writeAnswer(
  { platform, access, writer }: Services,
  task: AnswerTask,
  live: LiveAnswer,
  controller: AbortController,
): Promise<void> {
  const { actor, answer } = task;
  const begin = performance.now();
  const outcome: Outcome = {
    content: '',
    citations: [],
    tableAnswers: [],
    nothingFound: false,
    call: undefined,
  };
  const stopSaving = writer.add({
    id: answer.id,
    live,
    citations: () => outcome.citations,
    onStopped: () => controller.abort(new Stopped()),
  });
  const stopWatching = access.add({
    actor,
    assistantId: task.assistant.id,
    baseIds: task.bases.map(({ id }) => id),
    end: () => controller.abort(new Interrupted()),
  });
  let status: Message['status'] = 'complete';
  let error: { code: ErrorCode; detail?: string | undefined } | undefined;
  try {
    await compose(platform, task, live, controller.signal, outcome);
  } catch (thrown) {
    const reason = controller.signal.aborted ? controller.signal.reason : thrown;
    if (reason instanceof Stopped) status = 'stopped';
    else if (reason instanceof Interrupted) status = 'interrupted';
    else {
      status = 'failed';
      error = asAnswerError(platform, thrown);
    }
    countBrokenCall(outcome.call, live.content, reason);
    if (outcome.citations.length === 0) outcome.content = live.content;
  }
  stopWatching();
  await stopSaving();
  try {
    const final = await platform.database.withCompany(actor.companyId, async (tx) => {
      // The message before the ledger, in the same order as everyone who ends an answer, or both could deadlock.
      const changed = await updateStreamingAnswer(tx, answer.id, {
        content: cleanText(outcome.content || live.content),
        status,
        citations: outcome.citations,
        ...(outcome.tableAnswers.length > 0 ? { tableAnswers: outcome.tableAnswers } : {}),
        nothingFound: outcome.nothingFound,
        modelId: outcome.call?.model.id ?? null,
        modelName: outcome.call?.model.name ?? null,
        promptTokens: outcome.call?.promptTokens ?? null,
        completionTokens: outcome.call?.completionTokens ?? null,
        durationMs: Math.round(performance.now() - begin),
        errorCode: error?.code ?? null,
        errorDetail: error?.detail === undefined ? null : cleanText(error.detail),
        heartbeatAt: null,
      });
      await recordAnswerUsage(tx, task, outcome.call, {
        durationMs: Math.round(performance.now() - begin),
        outcome: error?.code ?? status,
      });
      return changed ?? (await findMessage(tx, answer.conversationId, answer.id));
    });
    // Deleted meanwhile with its conversation: listeners still need an end.
    live.end({
      type: 'done',
      message: presentMessage(final ?? { ...answer, status: 'interrupted' }, task.language),
    });
  } catch (fault) {
    platform.log.error({ event: 'answer.not_saved', messageId: answer.id }, fault);
    live.end({ type: 'done', message: presentMessage({ ...answer, status: 'interrupted' }, task.language) });
  }
}

async function compose(
  platform: Platform,
  task: AnswerTask,
  live: LiveAnswer,
  signal: AbortSignal,
  outcome: Outcome,
): Promise<void> {
  const { actor, assistant, bases, question } = task;
  // Nothing in a document answers "thank you".
  const searched = bases.length > 0 && !isSmallTalk(question.content);
  const { hits, overviews, tables } = searched
    ? await searchBases(platform, actor, {
        question: question.content,
        bases,
        settings: assistant.retrieval,
        source: sourceOf(actor),
        assistantId: assistant.id,
        chatModelId: assistant.chatModelId,
        operation: task.answer.id,
        signal,
      })
    : { hits: [], overviews: [], tables: [] };
  const passagesFound = [...asPassages(question.content, tables), ...hits];
  live.mark({ type: 'retrieval', hitCount: passagesFound.length, searchedQuestion: question.content });
  outcome.nothingFound = searched && passagesFound.length === 0;
  if (outcome.nothingFound && assistant.emptyResponse.trim() !== '') {
    live.append(assistant.emptyResponse);
    outcome.content = assistant.emptyResponse;
    return;
  }
  const { opened, prompt, promptTokens, tableAnswers } = await platform.database.withCompany(
    actor.companyId,
    async (tx) => {
      const opened = await openChat(platform, tx, assistant.chatModelId);
      const prompt = buildPrompt({
        assistant,
        variables: task.variables,
        history: task.history,
        question: question.content,
        hits: passagesFound,
        contexts: await readDocumentContexts(tx, hits),
        overviews,
        searched,
        contextTokens: opened.model.contextTokens,
        language: task.language,
        now: new Date(),
      });
      const promptTokens = estimatePrompt(prompt.messages);
      const tableAnswers = listTableAnswers(prompt.hits);
      // Saved first: if this process crashes, the call is recorded from here.
      const row = await updateStreamingAnswer(tx, task.answer.id, {
        modelId: opened.id,
        modelName: opened.name,
        promptTokens,
        tableAnswers,
      });
      // Deleted or ended meanwhile: nobody waits for it.
      if (!row) throw new Stopped();
      return { opened, prompt, promptTokens, tableAnswers };
    },
  );
  if (tableAnswers.length > 0) live.mark({ type: 'table_answers', tableAnswers });
  outcome.call = beginCall(opened, promptTokens);
  const passages = prompt.hits.map((hit) => ({
    number: hit.number,
    text: hit.text,
    title: hit.documentTitle ?? hit.documentName,
    ...readyAnswer(question.content, hit),
  }));
  const stream = opened.model.stream({
    messages: prompt.messages,
    parameters: withoutNulls(assistant.parameters),
    passages,
    question: question.content,
    signal,
  });
  await relay(stream, prompt.hits, assistant.showQuote, live, outcome, outcome.call);
}

/** Streams the model's output; a quote becomes a citation when its first marker has been written. */
async function relay(
  stream: AsyncIterable<ChatEvent>,
  hits: NumberedHit[],
  showQuote: boolean,
  live: LiveAnswer,
  outcome: Outcome,
  call: ChatCall,
): Promise<void> {
  const reader = createMarkerReader(hits.map((hit) => hit.number));
  const citing = showQuote ? createCitationWriter(hits) : undefined;
  const pass = (output: MarkerOutput) => {
    const { text, added } = citing?.push(output) ?? { text: output.text, added: [] };
    if (text) live.append(text);
    for (const citation of added) live.mark({ type: 'citation', citation });
    if (citing) outcome.citations = citing.citations();
  };
  try {
    for await (const event of stream) {
      call.answered = true;
      // The database would refuse the whole answer for one NUL.
      if (event.type === 'text-delta') pass(reader.push(event.text.replaceAll('\u0000', '')));
      else if (event.type === 'reasoning-delta') {
        call.reasoning += event.text;
        live.mark({ type: 'reasoning', text: event.text });
      } else countCall(call, event.usage);
    }
  } finally {
    pass(reader.finish());
    outcome.content = live.content;
    if (citing) Object.assign(outcome, finishCitations(citing, live.content, hits));
  }
}

function asAnswerError(
  { log, metrics }: Platform,
  error: unknown,
): { code: ErrorCode; detail?: string | undefined } {
  if (error instanceof ModelError) {
    metrics.modelErrors.inc({ kind: error.kind });
    const code = `model.${error.kind}`;
    if (code in errors) return { code: code as ErrorCode, detail: error.detail };
  }
  log.error({ event: 'answer.failed' }, error);
  return { code: 'server.error' };
}

function withoutNulls(parameters: AssistantRow['parameters']) {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
}
