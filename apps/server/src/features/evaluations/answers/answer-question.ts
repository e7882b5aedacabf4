import { judgeAnswer } from '@lectern/answering';
import type { Citation, ErrorCode } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { rankExpectations } from '@lectern/retrieval';
import type { Actor } from '../../../platform/actor.ts';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import type { AnswerTask } from '../../conversations/answers/answer-task.ts';
import { type ChatCall, countBrokenCall } from '../../conversations/answers/chat-call.ts';
import { composeAnswer } from '../../conversations/answers/compose-answer.ts';
import { RunFailure } from '../../conversations/answers/flow-answer-port.ts';
import { createLiveAnswer } from '../../conversations/answers/live-answer.ts';
import { createLooseTask } from '../../conversations/answers/loose-task.ts';
import { emptyOutcome, type Outcome } from '../../conversations/answers/outcome.ts';
import { createStepLog } from '../../conversations/answers/step-log.ts';
import type { TakenStep } from '../../conversations/answers/stored-explanation.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { lockAnswerRun, setKeptTokens } from './answer-run.queries.ts';
import type { AnswerResultRow, AnswerRunRow, StoredAnswerOutcome } from './answer-run.table.ts';
import { bookKeptCalls, type createKeptCalls, keepCall } from './kept-calls.service.ts';

/** What a model refuses about one question says nothing about the next one. */
const ofOneQuestion = new Set(['content_filtered', 'context_too_long', 'bad_request', 'bad_response']);

/** Undefined for a fault that would keep the next question from an answer as well. */
function failureOf(thrown: unknown): { code: ErrorCode; detail: string | undefined } | undefined {
  if (thrown instanceof RunFailure) return { code: thrown.code, detail: thrown.detail };
  if (!(thrown instanceof ModelError) || !ofOneQuestion.has(thrown.kind)) return undefined;
  return { code: `model.${thrown.kind}` as ErrorCode, detail: thrown.detail };
}

export type AskedAnswer = {
  task: AnswerTask;
  composed: Outcome;
  outcome: Omit<StoredAnswerOutcome, 'tokens' | 'cost'>;
  /** The ledger's operations besides the call that wrote the answer. */
  operations: string[];
};

/** Has the assistant answer one question as a person would get it, and judges what it says. */
export async function answerQuestion(
  platform: Platform,
  actor: Actor,
  asked: {
    run: Pick<AnswerRunRow, 'judge' | 'fromDraft'>;
    assistant: AssistantRow;
    bases: KnowledgeBaseRow[];
    result: AnswerResultRow;
    signal: AbortSignal;
    calls: ReturnType<typeof createKeptCalls>;
  },
): Promise<AskedAnswer> {
  const { run, assistant, bases, result, signal, calls } = asked;
  const task: AnswerTask = {
    ...createLooseTask({
      actor,
      language: assistant.language,
      assistant,
      bases,
      answerId: result.answerId,
      question: result.question,
    }),
    outside: 'evaluation',
    usesDraft: run.fromDraft,
    keepCall: (tx, call) => keepCall(tx, result, call),
  };
  const live = createLiveAnswer();
  const { runId, position } = result;
  const rest = calls.add({ runId, position, content: () => live.content });
  const composed = emptyOutcome();
  const begin = performance.now();
  let error: StoredAnswerOutcome['error'] = null;
  try {
    await composeAnswer(platform, task, live, signal, composed);
  } catch (thrown) {
    countBrokenCall(composed.call, live.content, thrown);
    const failure = signal.aborted ? undefined : failureOf(thrown);
    if (!failure) {
      await bookBrokenCall(platform, actor, result, composed.call);
      throw thrown;
    }
    const { code, detail } = failure;
    error = { code, detail: detail === undefined ? null : cleanText(detail) };
  } finally {
    rest();
  }
  const durationMs = Math.round(performance.now() - begin);
  const answer = cleanText(composed.content || live.content);
  const log = createStepLog(platform, task, live, signal);
  const judgement = await log.run('check', (ask) =>
    judgeAnswer(
      {
        text: answer,
        cites: composed.citations.length > 0 || composed.curatedAnswerId !== null,
        nothingFound: composed.nothingFound,
        citesExpected: citesExpected(composed.citations, result),
      },
      { facts: result.facts, refusal: result.refusal, hasSources: result.expected.length > 0 },
      run.judge === 'model' ? ask : undefined,
    ),
  );
  const { by, ...judged } = judgement;
  const steps: readonly TakenStep[] = [...(composed.explain?.().steps ?? []), ...log.steps()];
  return {
    task,
    composed,
    outcome: {
      answer,
      ...judged,
      right: judged.right && error === null,
      judgedBy: by,
      support: composed.support?.score ?? null,
      curated: composed.curatedAnswerId !== null,
      cited: listCited(composed.citations),
      durationMs,
      error,
    },
    operations: steps.flatMap(({ operations }) => operations),
  };
}

/** The question is asked again, or never: what its call came to is known now. */
async function bookBrokenCall(
  { database }: Platform,
  { companyId }: Actor,
  result: AnswerResultRow,
  call: ChatCall | undefined,
): Promise<void> {
  if (!call) return;
  const { promptTokens, completionTokens } = call;
  await database.withCompany(companyId, async (tx) => {
    const run = await lockAnswerRun(tx, result.runId);
    if (!run) return;
    await setKeptTokens(tx, result, { promptTokens, completionTokens });
    await bookKeptCalls(tx, run);
  });
}

function citesExpected(citations: Citation[], { expected }: AnswerResultRow): boolean {
  if (expected.length === 0) return false;
  const { ranks } = rankExpectations(
    citations.map(({ chunkId, documentId, page, boxes, chunkText }) => ({
      chunkId,
      documentId,
      page,
      pages: boxes.map((box) => box.page),
      text: chunkText,
    })),
    expected,
  );
  return ranks.some((rank) => rank !== null);
}

function listCited(citations: Citation[]): StoredAnswerOutcome['cited'] {
  const byPlace = new Map(
    citations.map(({ documentId, documentName, page }) => [
      `${documentId} ${page}`,
      { documentId, documentName, page },
    ]),
  );
  return [...byPlace.values()];
}
