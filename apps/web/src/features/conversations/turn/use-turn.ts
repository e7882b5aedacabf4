import {
  askQuestion,
  type Conversation,
  getConversation,
  type Json,
  listConversationFiles,
  listConversations,
  type Message,
  regenerateAnswer,
  resumeAnswer,
  stopAnswer,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, callApi, isAborted, streamApi } from '../../../api/client.ts';
import { apiQueryOptions } from '../../../api/queries.ts';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { applyAnswerEvent, beginTurn, resumeTurn, type Turn } from './answer-turn.ts';
import { type FollowInput, followAnswer, type StreamedEvent } from './follow-answer.ts';

type StoredConversation = Conversation & { messages: Message[] };

export type LiveTurn = Turn & {
  conversationId: string;
  /** Stored messages in whose place this turn stands: an answer made anew, or an edited question and what follows it. */
  hiddenIds: string[];
  /** What was sent with the question. */
  fileIds: string[];
  documentIds: string[];
  inputs: Record<string, Json>;
  /** Why the turn ended without its `done`. */
  failure: unknown;
};

type Question = {
  content: string;
  /** The answer that it follows; null for a first question. */
  parentId?: string | null | undefined;
  variables: Record<string, string>;
  fileIds: string[];
  documentIds: string[];
  /** Values of a form of the flow. */
  inputs: Record<string, Json>;
};

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function isConnectionLoss(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 502);
}

function putMessages(messages: Message[], turn: LiveTurn): Message[] {
  const fresh = [turn.question, turn.answer].filter((message) => message !== null);
  const ids = new Set([...turn.hiddenIds, ...fresh.map((message) => message.id)]);
  return [...messages.filter((message) => !ids.has(message.id)), ...fresh];
}

type Opened = Pick<FollowInput, 'start' | 'from'>;

/** What the page holds of conversations, kept up to date with the turn. */
function useStoredConversation() {
  const client = useQueryClient();
  return useMemo(() => {
    const keyOf = (conversationId: string) =>
      apiQueryOptions(getConversation, { params: { conversationId } }).queryKey;
    return {
      updateMessages: (conversationId: string, update: (messages: Message[]) => Message[]) =>
        client.setQueryData<StoredConversation>(
          keyOf(conversationId),
          (stored) => stored && { ...stored, messages: update(stored.messages) },
        ),
      refresh: (conversationId: string) => {
        void client.invalidateQueries({ queryKey: keyOf(conversationId) });
        void client.invalidateQueries({ queryKey: [listConversations.id] });
        void client.invalidateQueries({ queryKey: [listConversationFiles.id] });
      },
      markStale: (conversationId: string) =>
        void client.invalidateQueries({ queryKey: keyOf(conversationId), refetchType: 'none' }),
    };
  }, [client]);
}

/** The events of a turn, across lost connections. */
export function followTurn(conversationId: string, opened: Opened, signal: AbortSignal) {
  return followAnswer({
    ...opened,
    resume: (messageId, after, connection) =>
      streamApi(resumeAnswer, {
        params: { conversationId, messageId },
        query: { after },
        signal: connection,
      }) as AsyncIterable<StreamedEvent>,
    wait: (milliseconds) => wait(milliseconds, signal),
    isConnectionLoss,
    signal,
  });
}

/** Shows one turn at a time: draws it as it grows, and stores it once it has ended. */
function useRunningTurn(onAnswered: (answer: Message) => void) {
  const stored = useStoredConversation();
  const [turn, setTurn] = useState<LiveTurn | null>(null);
  const current = useRef<{ turn: LiveTurn; controller: AbortController } | null>(null);
  const answered = useRef(onAnswered);
  answered.current = onAnswered;

  /** Leaves the turn where it is; the server continues it. */
  const leave = useCallback(() => {
    const left = current.current;
    if (!left) return;
    current.current = null;
    left.controller.abort();
    setTurn(null);
    stored.markStale(left.turn.conversationId);
  }, [stored]);

  const finish = useCallback(
    (ended: LiveTurn) => {
      current.current = null;
      stored.updateMessages(ended.conversationId, (messages) => putMessages(messages, ended));
      setTurn(null);
      if (ended.answer) answered.current(ended.answer);
    },
    [stored],
  );

  const run = useCallback(
    async (first: LiveTurn, opened: Opened) => {
      const { conversationId } = first;
      const controller = new AbortController();
      const { signal } = controller;
      current.current = { turn: first, controller };
      setTurn(first);
      const show = (change: (turn: LiveTurn) => LiveTurn) => {
        const mine = current.current;
        if (mine?.controller !== controller) return;
        mine.turn = change(mine.turn);
        // Many deltas become one drawing: a fast model must not cost a render for each token.
        scheduleFrame(controller, () => {
          if (current.current === mine) setTurn(mine.turn);
        });
      };
      try {
        for await (const step of followTurn(conversationId, opened, signal)) {
          if (step.type === 'dropped') show((turn) => ({ ...turn, phase: 'reconnecting' }));
          else show((turn) => ({ ...turn, ...applyAnswerEvent(turn, step.event) }));
          // The first question names its conversation.
          if (step.type === 'event' && step.event.type === 'message') stored.refresh(conversationId);
        }
        if (signal.aborted || current.current?.controller !== controller) return;
        finish(current.current.turn);
        stored.refresh(conversationId);
      } catch (error) {
        if (isAborted(error) || signal.aborted) return;
        if (first.hiddenIds.length > 0 && !current.current?.turn.answer) {
          // The old branch is kept: nothing is lost but the attempt.
          leave();
          notifyFailure(error);
          return;
        }
        show((turn) => ({ ...turn, phase: 'ended', failure: error }));
      }
    },
    [leave, finish, stored],
  );

  useEffect(() => leave, [leave]);
  return { turn, current, run, leave, finish };
}

/**
 * The question that is being answered. The answer grows on the server whether or not this page listens: a
 * turn that is left (for another conversation or page) is taken up again by `resume`.
 */
export function useTurn(onAnswered: (answer: Message) => void) {
  const { turn, current, run, leave, finish } = useRunningTurn(onAnswered);

  const ask = useCallback(
    (conversationId: string, question: Question, hiddenIds: string[] = []) => {
      const start = (signal: AbortSignal) =>
        streamApi(askQuestion, {
          params: { conversationId },
          body: question,
          signal,
        }) as AsyncIterable<StreamedEvent>;
      const first = {
        ...beginTurn(question.content),
        conversationId,
        hiddenIds,
        fileIds: question.fileIds,
        documentIds: question.documentIds,
        inputs: question.inputs,
        failure: null,
      };
      return run(first, { start });
    },
    [run],
  );

  const regenerate = useCallback(
    (question: Message | null, answer: Message) => {
      const { conversationId, id: messageId } = answer;
      const start = (signal: AbortSignal) =>
        streamApi(regenerateAnswer, {
          params: { conversationId, messageId },
          signal,
        }) as AsyncIterable<StreamedEvent>;
      const begun = beginTurn(question?.content ?? '');
      return run(
        {
          ...begun,
          question,
          conversationId,
          hiddenIds: [messageId],
          fileIds: [],
          documentIds: [],
          inputs: {},
          failure: null,
        },
        { start },
      );
    },
    [run],
  );

  const resume = useCallback(
    (question: Message | null, answer: Message) => {
      const { conversationId } = answer;
      const first = {
        ...resumeTurn(question, answer),
        conversationId,
        hiddenIds: [],
        fileIds: [],
        documentIds: [],
        inputs: {},
        failure: null,
      };
      return run(first, { from: { messageId: answer.id, after: answer.content.length } });
    },
    [run],
  );

  /** Continues a turn whose connection was given up; without a stored answer there is nothing to continue. */
  const reconnect = useCallback(() => {
    const left = current.current?.turn;
    if (!left?.answer) return;
    const from = { messageId: left.answer.id, after: left.text.length };
    void run({ ...left, phase: 'writing', failure: null }, { from });
  }, [run, current]);

  const stop = useCallback(async () => {
    const stopped = current.current?.turn;
    if (!stopped?.answer) return;
    const { conversationId, answer } = stopped;
    const message = await callApi(stopAnswer, { params: { conversationId, messageId: answer.id } });
    if (current.current?.turn.answer?.id !== answer.id) return;
    current.current.controller.abort();
    finish({ ...stopped, answer: message });
  }, [current, finish]);

  return { turn, ask, regenerate, resume, reconnect, stop, leave };
}

const waitingOwners = new WeakSet<object>();

/** Calls back once before the next drawing, however often it is asked for; a hidden page draws no frames, so a timer steps in. */
function scheduleFrame(owner: object, callback: () => void): void {
  if (waitingOwners.has(owner)) return;
  waitingOwners.add(owner);
  const run = () => {
    waitingOwners.delete(owner);
    callback();
  };
  if (document.hidden) setTimeout(run, 200);
  else requestAnimationFrame(run);
}
