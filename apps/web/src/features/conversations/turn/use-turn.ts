import {
  askQuestion,
  type Conversation,
  getConversation,
  listConversations,
  type Message,
  regenerateAnswer,
  resumeAnswer,
  stopAnswer,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, callApi, isAborted, streamApi } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';
import { apiQueryOptions } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { applyAnswerEvent, beginTurn, resumeTurn, type Turn } from './answer-turn.ts';
import { type FollowInput, followAnswer, type StreamedEvent } from './follow-answer.ts';
import { scheduleFrame } from './schedule-frame.ts';

type StoredConversation = Conversation & { messages: Message[] };

export type LiveTurn = Turn & {
  conversationId: string;
  /** The stored answer that this one takes the place of. */
  replacesId: string | null;
  /** Why the turn ended without its `done`. */
  failure: unknown;
};

type Question = { content: string; variables: Record<string, string> };

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
  const ids = new Set([turn.replacesId, ...fresh.map((message) => message.id)]);
  return [...messages.filter((message) => !ids.has(message.id)), ...fresh];
}

/**
 * The question that is being answered. The answer grows on the server whether or not this page listens: a
 * turn that is left behind (another conversation, another page) is taken up again by `resume`.
 */
export function useTurn(onAnswered: (answer: Message) => void) {
  const client = useQueryClient();
  const [turn, setTurn] = useState<LiveTurn | null>(null);
  const current = useRef<{ turn: LiveTurn; controller: AbortController } | null>(null);
  const answered = useRef(onAnswered);
  answered.current = onAnswered;

  const updateStored = useCallback(
    (conversationId: string, update: (messages: Message[]) => Message[]) => {
      const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId } });
      client.setQueryData<StoredConversation>(
        queryKey,
        (stored) => stored && { ...stored, messages: update(stored.messages) },
      );
    },
    [client],
  );

  const refreshNames = useCallback(
    (conversationId: string) => {
      const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId } });
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: [listConversations.id] });
    },
    [client],
  );

  /** Leaves the turn where it is; the server goes on with it. */
  const leave = useCallback(() => {
    const left = current.current;
    if (!left) return;
    current.current = null;
    left.controller.abort();
    setTurn(null);
    const { queryKey } = apiQueryOptions(getConversation, {
      params: { conversationId: left.turn.conversationId },
    });
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
  }, [client]);

  const run = useCallback(
    async (first: LiveTurn, open: Pick<FollowInput, 'start' | 'from'>, controller: AbortController) => {
      const { conversationId } = first;
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
        const steps = followAnswer({
          ...open,
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
        for await (const step of steps) {
          if (step.type === 'dropped') show((turn) => ({ ...turn, phase: 'reconnecting' }));
          else show((turn) => ({ ...turn, ...applyAnswerEvent(turn, step.event) }));
          // The first question names its conversation.
          if (step.type === 'event' && step.event.type === 'message') refreshNames(conversationId);
        }
        if (signal.aborted || current.current?.controller !== controller) return;
        const ended = current.current.turn;
        current.current = null;
        updateStored(conversationId, (messages) => putMessages(messages, ended));
        setTurn(null);
        refreshNames(conversationId);
        if (ended.answer) answered.current(ended.answer);
      } catch (error) {
        if (isAborted(error) || signal.aborted) return;
        if (first.replacesId !== null && !current.current?.turn.answer) {
          // The old answer still stands: nothing is lost but the attempt.
          leave();
          notify('error', describeError(error));
          return;
        }
        show((turn) => ({ ...turn, phase: 'ended', failure: error }));
      }
    },
    [leave, refreshNames, updateStored],
  );

  const ask = useCallback(
    (conversationId: string, question: Question) => {
      const start = (signal: AbortSignal) =>
        streamApi(askQuestion, {
          params: { conversationId },
          body: question,
          signal,
        }) as AsyncIterable<StreamedEvent>;
      const first = { ...beginTurn(question.content), conversationId, replacesId: null, failure: null };
      return run(first, { start }, new AbortController());
    },
    [run],
  );

  const regenerate = useCallback(
    (question: Message | null, answer: Message) => {
      const { conversationId } = answer;
      const start = (signal: AbortSignal) =>
        streamApi(regenerateAnswer, {
          params: { conversationId, messageId: answer.id },
          signal,
        }) as AsyncIterable<StreamedEvent>;
      const first = {
        ...beginTurn(question?.content ?? ''),
        conversationId,
        replacesId: answer.id,
        failure: null,
      };
      return run({ ...first, question }, { start }, new AbortController());
    },
    [run],
  );

  const resume = useCallback(
    (question: Message | null, answer: Message) => {
      const { conversationId } = answer;
      const first = { ...resumeTurn(question, answer), conversationId, replacesId: null, failure: null };
      const from = { messageId: answer.id, after: answer.content.length };
      return run(first, { from }, new AbortController());
    },
    [run],
  );

  /** Goes on with a turn whose connection was given up; without a stored answer there is nothing to go on with. */
  const reconnect = useCallback(() => {
    const left = current.current?.turn;
    if (!left?.answer) return;
    const from = { messageId: left.answer.id, after: left.text.length };
    void run({ ...left, phase: 'writing', failure: null }, { from }, new AbortController());
  }, [run]);

  const stop = useCallback(async () => {
    const stopped = current.current?.turn;
    if (!stopped?.answer) return;
    const { conversationId, answer } = stopped;
    const message = await callApi(stopAnswer, { params: { conversationId, messageId: answer.id } });
    if (current.current?.turn.answer?.id !== answer.id) return;
    current.current.controller.abort();
    current.current = null;
    updateStored(conversationId, (messages) => putMessages(messages, { ...stopped, answer: message }));
    setTurn(null);
    answered.current(message);
  }, [updateStored]);

  useEffect(() => leave, [leave]);

  return { turn, ask, regenerate, resume, reconnect, stop, leave };
}
