import {
  compareModels,
  createConversation,
  getConversation,
  listConversations,
  type Message,
  resumeAnswer,
  showBranch,
  stopAnswer,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, streamAnswer } from '../../../api/client.ts';
import { applyAnswerEvent, beginTurn, resumeTurn, type Turn } from '../turn/answer-turn.ts';
import type { ComparisonAddress } from './comparison-address.ts';

/** The answer of one model as far as it has come. */
export type Lane = { modelId: string; answerId: string; turn: Turn; failure: unknown };

type Comparison = { conversationId: string; question: Message; lanes: Lane[] };

/** One question, answered by several models at a time. */
export function useComparison() {
  const client = useQueryClient();
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const follow = useCallback(
    async (conversationId: string, lane: number, messageId: string, signal: AbortSignal) => {
      const change = (update: (lane: Lane) => Lane) =>
        setComparison(
          (now) => now && { ...now, lanes: now.lanes.map((one, at) => (at === lane ? update(one) : one)) },
        );
      try {
        for await (const event of streamAnswer(resumeAnswer, {
          params: { conversationId, messageId },
          signal,
        }))
          change((one) => ({ ...one, turn: applyAnswerEvent(one.turn, event) }));
      } catch (failure) {
        if (!signal.aborted) change((one) => ({ ...one, failure }));
      }
    },
    [],
  );

  const show = useCallback(
    (next: Comparison) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setComparison(next);
      for (const [lane, { answerId }] of next.lanes.entries())
        void follow(next.conversationId, lane, answerId, controller.signal);
    },
    [follow],
  );

  /** Asks, and returns where the answers are found again. */
  const start = useCallback(
    async (
      content: string,
      modelIds: string[],
      target: { assistantId: string; conversationId: string | undefined; usesDraft: boolean },
    ): Promise<ComparisonAddress> => {
      const { assistantId, usesDraft } = target;
      const conversationId =
        target.conversationId ??
        (await callApi(createConversation, { params: { assistantId }, body: { usesDraft } })).id;
      const { question, answers } = await callApi(compareModels, {
        params: { conversationId },
        body: { content, modelIds },
      });
      const lanes = answers.map((answer, at) => ({
        modelId: modelIds[at] as string,
        answerId: answer.id,
        turn: resumeTurn(question, answer),
        failure: null,
      }));
      show({ conversationId, question, lanes });
      return { conversationId, lanes };
    },
    [show],
  );

  /** Shows a comparison again, whether or not its answers have ended; throws where the conversation has gone on. */
  const restore = useCallback(
    async ({ conversationId, lanes }: ComparisonAddress): Promise<void> => {
      const { messages } = await callApi(getConversation, { params: { conversationId } });
      const shown = messages.find(({ id }) => lanes.some(({ answerId }) => answerId === id));
      const question = messages.find(({ id }) => id === shown?.parentId);
      if (!question) throw new Error('The comparison is not shown any more');
      const turn: Turn = { ...beginTurn(question.content), question, phase: 'searching' };
      show({ conversationId, question, lanes: lanes.map((lane) => ({ ...lane, turn, failure: null })) });
    },
    [show],
  );

  const stop = useCallback(async () => {
    if (!comparison) return;
    const { conversationId, lanes } = comparison;
    await Promise.allSettled(
      lanes
        .filter(({ turn }) => turn.phase !== 'ended' && turn.answer)
        .map(({ turn }) =>
          callApi(stopAnswer, { params: { conversationId, messageId: (turn.answer as Message).id } }),
        ),
    );
  }, [comparison]);

  /** Goes on with the answer of one model; the others stay as its versions. */
  const choose = useCallback(
    async ({ turn }: Lane) => {
      if (!comparison || !turn.answer) return;
      const { conversationId } = comparison;
      await callApi(showBranch, { params: { conversationId }, body: { messageId: turn.answer.id } });
    },
    [comparison],
  );

  const close = useCallback(() => {
    running.current?.abort();
    setComparison(null);
    void client.invalidateQueries({ queryKey: [getConversation.id] });
    void client.invalidateQueries({ queryKey: [listConversations.id] });
  }, [client]);

  return { comparison, start, restore, stop, choose, close };
}
