import { buildPrompt, checkAnswer } from '@lectern/answering';
import { AppError, type ErrorCode, errorText, type SearchEvent, type SearchSummary } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { cleanText } from '../../platform/database/clean-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { generalDefaults } from '../assistants/assistant-defaults.ts';
import { createAccessWatch } from '../conversations/answers/access-watch.service.ts';
import { asAnswerError } from '../conversations/answers/answer.service.ts';
import {
  beginCall,
  type ChatCall,
  countBrokenCall,
  estimatePrompt,
  recordAnswerUsage,
} from '../conversations/answers/chat-call.ts';
import { createLiveAnswer, type LiveAnswer } from '../conversations/answers/live-answer.ts';
import { relayWords } from '../conversations/answers/relay-words.ts';
import { asChatPassages, asPassages } from '../conversations/answers/table-passages.ts';
import { isBuiltInModel } from '../models/complete.service.ts';
import { openChat } from '../models/model.service.ts';
import { readDocumentContexts } from '../retrieval/document-context.service.ts';
import { answerFromTables } from '../retrieval/table-answers.service.ts';
import { findTables } from '../retrieval/table-query-rules.ts';
import { sourceOf } from '../usage/usage.service.ts';
import type { SearchTask } from './search.service.ts';
import { deleteSummaryCall } from './summary-call.queries.ts';
import { createSummaryCalls, keepSummaryCall } from './summary-calls.service.ts';

/** Passages that a summary is written from: the best of the hits. */
const summaryPassages = 8;
/** Summaries being written at a time in one process: of one person, and of all. */
const mostOwn = 8;
const mostOfAll = 300;

type Live = LiveAnswer<SearchEvent>;
type Running = { accountId: string; controller: AbortController; done: Promise<void> };

/** The summaries that this process is writing. Each ends with its reader: it is kept nowhere. */
export function createSummarizer(platform: Platform) {
  const running = new Set<Running>();
  const access = createAccessWatch(platform);
  const calls = createSummaryCalls(platform);

  return {
    /** Throws where too many are under way; called before the search is paid for. */
    checkRoom: ({ accountId }: Actor): void => {
      if (running.size >= mostOfAll) throw new AppError('server.unavailable', {}, { retryAfterSeconds: 5 });
      if ([...running].filter((summary) => summary.accountId === accountId).length >= mostOwn)
        throw new AppError('conversation.too_many_streams', {}, { retryAfterSeconds: 5 });
    },
    /** What was found, then the summary as it is written. */
    async *write(
      task: SearchTask,
      results: SearchEvent,
      signal: AbortSignal,
    ): AsyncGenerator<{ id: string; data: SearchEvent }> {
      const live: Live = createLiveAnswer<SearchEvent>();
      const controller = new AbortController();
      const stop = () => controller.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      live.mark(results);
      const summary = { accountId: task.actor.accountId, controller, done: Promise.resolve() };
      running.add(summary);
      const unwatch = access.add({
        actor: task.actor,
        assistantId: null,
        baseIds: task.bases.map(({ id }) => id),
        end: (reason) => controller.abort(reason),
      });
      const rest = calls.add({ id: task.id, content: () => live.content });
      summary.done = summarize(platform, task, live, controller.signal).finally(() => {
        unwatch();
        rest();
        running.delete(summary);
        signal.removeEventListener('abort', stop);
      });
      const reading = AbortSignal.any([signal, controller.signal]);
      for await (const { at, event } of live.listen(0, reading)) yield { id: String(at), data: event };
      // The reader may not read on.
      if (controller.signal.reason instanceof AppError) throw controller.signal.reason;
    },
    close: async (): Promise<void> => {
      for (const { controller } of running) controller.abort();
      await Promise.allSettled([...running].map(({ done }) => done));
    },
  };
}

type Outcome = Pick<SearchSummary, 'content' | 'citations' | 'support'> & {
  tableAnswers: [];
  call: ChatCall | undefined;
};

/** Writes the summary and books it, however it ends; never fails. */
async function summarize(platform: Platform, task: SearchTask, live: Live, signal: AbortSignal) {
  const begin = performance.now();
  const outcome: Outcome = { content: '', citations: [], support: null, tableAnswers: [], call: undefined };
  let status: SearchSummary['status'] = 'complete';
  let error: { code: ErrorCode; detail?: string | undefined } | undefined;
  try {
    await compose(platform, task, live, signal, outcome);
  } catch (thrown) {
    status = signal.aborted ? 'stopped' : 'failed';
    if (!signal.aborted) error = asAnswerError(platform, thrown);
    countBrokenCall(outcome.call, live.content, signal.aborted ? signal.reason : thrown);
    outcome.content = live.content;
  }
  const { content, citations, support, call } = outcome;
  const durationMs = Math.round(performance.now() - begin);
  try {
    await platform.database.withCompany(task.actor.companyId, async (tx) => {
      await recordAnswerUsage(tx, { actor: task.actor, assistant: null, answer: task }, call, {
        durationMs,
        outcome: error?.code ?? status,
      });
      await deleteSummaryCall(tx, task.id);
    });
  } catch (fault) {
    platform.log.error({ event: 'search.not_recorded', searchId: task.id }, fault);
  }
  live.end({
    type: 'done',
    summary: {
      content,
      status,
      citations,
      support,
      modelName: call?.model.name ?? null,
      usage: call ? { promptTokens: call.promptTokens, completionTokens: call.completionTokens } : null,
      durationMs,
      error: error
        ? { code: error.code, message: errorText(error.code, task.language, { detail: error.detail }) }
        : null,
    },
  });
}

async function compose(
  platform: Platform,
  task: SearchTask,
  live: Live,
  signal: AbortSignal,
  outcome: Outcome,
): Promise<void> {
  const { actor, question, language } = task;
  const tables = await findTableAnswers(platform, task, signal);
  if (tables.length > 0)
    live.mark({ type: 'table_answers', tableAnswers: tables.map(({ answer }) => answer) });
  const hits = task.hits.slice(0, summaryPassages);
  const passages = [...asPassages(question, tables), ...hits];
  if (passages.length === 0) return;
  const { opened, prompt, call } = await platform.database.withActor(actor, async (tx) => {
    const opened = await openChat(platform, tx, null);
    const prompt = buildPrompt({
      assistant: generalDefaults(language),
      variables: {},
      history: [],
      question,
      hits: passages,
      contexts: await readDocumentContexts(tx, hits),
      overviews: [],
      searched: true,
      contextTokens: opened.model.contextTokens,
      language,
      now: new Date(),
    });
    const call = beginCall(opened, estimatePrompt(prompt.messages));
    await keepSummaryCall(tx, task, call);
    return { opened, prompt, call };
  });
  outcome.call = call;
  const builtIn = isBuiltInModel(opened.id);
  const stream = opened.model.stream({
    messages: prompt.messages,
    parameters: {},
    passages: asChatPassages(question, prompt.hits),
    question,
    signal,
  });
  await relayWords(stream, prompt.hits, { cites: true, readsMarkers: true }, live, outcome, outcome.call);
  outcome.content = cleanText(outcome.content);
  if (outcome.content.trim() === '') return;
  outcome.support = await checkAnswer({
    answer: outcome.content,
    citations: outcome.citations,
    onlyCited: builtIn,
  });
  live.mark({ type: 'support', support: outcome.support });
}

/** What the question comes to over the columns of tables, asked after the hits have gone out. */
async function findTableAnswers(platform: Platform, task: SearchTask, signal: AbortSignal) {
  const { actor, question, bases, settings, id } = task;
  if (bases.length === 0) return [];
  const asked = { question, bases, settings, source: sourceOf(actor), operation: id, signal };
  const tables = await platform.database.withActor(actor, (tx) => findTables(tx, asked));
  return answerFromTables(platform, actor, asked, tables);
}
