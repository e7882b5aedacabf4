import { isAborted } from '@lectern/client';
import { type Conversation, type Json, type Message, regenerateAnswer } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { streamAnswer } from '../../../api/client.ts';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { applyAnswerEvent, beginTurn, resumeTurn, type Turn } from './answer-turn.ts';
import { type AnswerStream, type ChatCalls, memberCalls, type Question } from './chat-calls.ts';

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

function putMessages(messages: Message[], turn: LiveTurn): Message[] {
  const fresh = [turn.question, turn.answer].filter((message) => message !== null);
  const ids = new Set([...turn.hiddenIds, ...fresh.map((message) => message.id)]);
  return [...messages.filter((message) => !ids.has(message.id)), ...fresh];
}

type Open = (signal: AbortSignal) => AnswerStream;

/** What the page holds of conversations, kept up to date with the turn. */
function useStoredConversation({ keyOf, lists }: ChatCalls) {
  const client = useQueryClient();
  return useMemo(() => {
    return {
      updateMessages: (conversationId: string, update: (messages: Message[]) => Message[]) =>
        client.setQueryData<StoredConversation>(
          keyOf(conversationId),
          (stored) => stored && { ...stored, messages: update(stored.messages) },
        ),
      refresh: (conversationId: string) => {
        void client.invalidateQueries({ queryKey: keyOf(conversationId) });
        for (const { id } of lists) void client.invalidateQueries({ queryKey: [id] });
      },
      markStale: (conversationId: string) =>
        void client.invalidateQueries({ queryKey: keyOf(conversationId), refetchType: 'none' }),
    };
  }, [client, keyOf, lists]);
}

/** Shows one turn at a time: draws it as it grows, and stores it once it has ended. */
function useRunningTurn(onAnswered: (answer: Message) => void, calls: ChatCalls) {
  const stored = useStoredConversation(calls);
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
    async (first: LiveTurn, open: Open) => {
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
        for await (const event of open(signal)) {
          show((turn) => ({ ...turn, ...applyAnswerEvent(turn, event) }));
          // The first question names its conversation.
          if (event.type === 'message') stored.refresh(conversationId);
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
export function useTurn(onAnswered: (answer: Message) => void, calls: ChatCalls = memberCalls) {
  const { turn, current, run, leave, finish } = useRunningTurn(onAnswered, calls);

  const ask = useCallback(
    (conversationId: string, question: Question, hiddenIds: string[] = []) => {
      const first = {
        ...beginTurn(question.content),
        conversationId,
        hiddenIds,
        fileIds: question.fileIds,
        documentIds: question.documentIds,
        inputs: question.inputs,
        failure: null,
      };
      return run(first, (signal) => calls.ask(conversationId, question, signal));
    },
    [run, calls],
  );

  const regenerate = useCallback(
    (question: Message | null, answer: Message) => {
      const { conversationId, id: messageId } = answer;
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
        (signal) => streamAnswer(regenerateAnswer, { params: { conversationId, messageId }, signal }),
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
      const ids = { conversationId, messageId: answer.id };
      return run(first, (signal) => calls.resume(ids, answer.content.length, signal));
    },
    [run, calls],
  );

  /** Continues a turn whose connection was given up; without a stored answer there is nothing to continue. */
  const reconnect = useCallback(() => {
    const left = current.current?.turn;
    if (!left?.answer) return;
    const ids = { conversationId: left.conversationId, messageId: left.answer.id };
    void run({ ...left, phase: 'writing', failure: null }, (signal) =>
      calls.resume(ids, left.text.length, signal),
    );
  }, [run, current, calls]);

  const stop = useCallback(async () => {
    const stopped = current.current?.turn;
    if (!stopped?.answer) return;
    const { conversationId, answer } = stopped;
    const message = await calls.stop({ conversationId, messageId: answer.id });
    if (current.current?.turn.answer?.id !== answer.id) return;
    current.current.controller.abort();
    finish({ ...stopped, answer: message });
  }, [current, finish, calls]);

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
