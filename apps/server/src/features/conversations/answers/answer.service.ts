import { AppError, type ErrorCode, errors, type Message } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import { onAnswerEnded } from '../answer-hooks.ts';
import { findMessage, updateStreamingAnswer } from '../conversation.queries.ts';
import { presentMessage } from '../present-message.ts';
import type { AccessWatch } from './access-watch.service.ts';
import type { AnswerTask } from './answer-task.ts';
import { type AnswerWriter, createAnswerWriter } from './answer-writer.service.ts';
import { countBrokenCall, recordAnswerUsage } from './chat-call.ts';
import { nameVersions } from './cited-versions.queries.ts';
import { composeAnswer } from './compose-answer.ts';
import { insertExplanation } from './explanation.queries.ts';
import { RunFailure } from './flow-answer-port.ts';
import { createLiveAnswer, type LiveAnswer } from './live-answer.ts';
import { AccessEnded, emptyOutcome, Interrupted, Stopped } from './outcome.ts';
import { endToolCalls } from './use-tools.ts';

/** Answers that one process writes at a time, of all companies. */
const mostAnswers = 600;

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

async function writeAnswer(
  { platform, access, writer }: Services,
  task: AnswerTask,
  live: LiveAnswer,
  controller: AbortController,
): Promise<void> {
  const { actor, answer } = task;
  const begin = performance.now();
  const outcome = emptyOutcome();
  const stopSaving = writer.add({
    id: answer.id,
    live,
    citations: () => outcome.citations,
    standIn: () => outcome.call?.standIn,
    onStopped: () => controller.abort(new Stopped()),
  });
  const stopWatching = access.add({
    actor,
    assistantId: task.assistant.id,
    // The files of the conversation itself stay with it.
    baseIds: task.bases.filter(({ conversationId }) => conversationId === null).map(({ id }) => id),
    end: () => controller.abort(new AccessEnded()),
  });
  let status: Message['status'] = 'complete';
  let error: { code: ErrorCode; detail?: string | undefined } | undefined;
  try {
    await composeAnswer(platform, task, live, controller.signal, outcome);
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
        citations: await nameVersions(tx, outcome.citations),
        ...(outcome.tableAnswers.length > 0 ? { tableAnswers: outcome.tableAnswers } : {}),
        ...(outcome.toolCalls.length > 0 ? { toolCalls: endToolCalls(outcome.toolCalls) } : {}),
        nothingFound: outcome.nothingFound,
        searchedQuestion: outcome.searchedQuestion,
        support: outcome.support,
        curatedAnswerId: outcome.curatedAnswerId,
        flowRun: outcome.flowRun,
        modelId: outcome.call?.model.id ?? null,
        modelName: outcome.call?.model.name ?? null,
        insteadOf: outcome.call?.standIn?.insteadOf ?? null,
        promptTokens: outcome.call?.promptTokens ?? null,
        completionTokens: outcome.call?.completionTokens ?? null,
        durationMs: Math.round(performance.now() - begin),
        firstTokenMs: live.firstTextAt === undefined ? null : Math.round(live.firstTextAt - begin),
        errorCode: error?.code ?? null,
        errorDetail: error?.detail === undefined ? null : cleanText(error.detail),
        heartbeatAt: null,
      });
      await together([
        recordAnswerUsage(tx, task, outcome.call, {
          durationMs: Math.round(performance.now() - begin),
          outcome: error?.code ?? status,
        }),
        changed && outcome.explain && insertExplanation(tx, changed, outcome.explain()),
      ]);
      if (changed) await onAnswerEnded.run(tx, changed);
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

/** What is told of a failure of the model or of our own. */
export function asAnswerError(
  { log, metrics }: Platform,
  error: unknown,
): { code: ErrorCode; detail?: string | undefined } {
  if (error instanceof ModelError) {
    metrics.modelErrors.inc({ kind: error.kind });
    const code = `model.${error.kind}`;
    if (code in errors) return { code: code as ErrorCode, detail: error.detail };
  }
  if (error instanceof RunFailure) return { code: error.code, detail: error.detail };
  log.error({ event: 'answer.failed' }, error);
  return { code: 'server.error' };
}
