import { isAborted } from '@lectern/client';
import {
  answerFlowRun,
  cancelFlowRun,
  type FlowRun,
  type FlowRunEvent,
  type FlowStep,
  getFlowRun,
  type Json,
  listFlowRuns,
  startFlowRun,
  watchFlowRun,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, streamApi } from '../../../api/client.ts';
import { type RunTurn, turnsOf } from './run-turns.ts';

export type RunStart = {
  question: string;
  inputs?: Record<string, Json>;
  breakpoints?: string[];
  onlyNode?: {
    nodeId: string;
    fromRunId: string | null;
    outputs: Record<string, Record<string, Json>>;
  };
};

export type RunAnswer =
  | { kind: 'message'; text: string }
  | { kind: 'form'; values: Record<string, Json> }
  | { kind: 'go'; once: boolean; breakpoints: string[] };

/** The run that the editor shows: starts or opens it, follows its steps, and answers what it waits for. */
export function useFlowRun(flowId: string) {
  const [run, setRun] = useState<FlowRun>();
  const [steps, setSteps] = useState<FlowStep[]>([]);
  const [writing, setWriting] = useState('');
  const [turns, setTurns] = useState<RunTurn[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** It was opened from the list: its own graph is shown, not the draft. */
  const [isOpened, setOpened] = useState(false);
  const client = useQueryClient();
  const following = useRef<AbortController>(undefined);
  useEffect(() => () => following.current?.abort(), []);

  const follow = useCallback(async (started: FlowRun) => {
    following.current?.abort();
    const controller = new AbortController();
    following.current = controller;
    const take = (event: FlowRunEvent) => {
      if (event.type === 'run' || event.type === 'done') {
        setRun(event.run);
        setSteps(event.run.steps);
        setTurns((before) => [
          ...before.slice(0, -1),
          { ...(before.at(-1) as RunTurn), posts: event.run.posts },
        ]);
        if (event.type === 'done') setWriting('');
      } else if (event.type === 'step')
        setSteps((before) => [...before.filter(({ key }) => key !== event.step.key), event.step]);
      else if (event.type === 'delta') setWriting((before) => before + event.text);
      else if (event.type === 'restart') setWriting('');
      else {
        setWriting('');
        setTurns((before) => {
          const last = before.at(-1) as RunTurn;
          return [...before.slice(0, -1), { ...last, posts: [...last.posts, event.post] }];
        });
      }
    };
    try {
      const events = streamApi(watchFlowRun, {
        params: { flowRunId: started.id },
        signal: controller.signal,
      });
      for await (const { event } of events) take(event);
    } catch (caught) {
      if (!isAborted(caught)) setError(caught);
    }
  }, []);

  /** Begins or continues, then follows until the run ends or waits. */
  const carryOn = useCallback(
    async (question: string, call: () => Promise<FlowRun>, isNew: boolean) => {
      setBusy(true);
      setError(null);
      setWriting('');
      if (isNew) {
        setSteps([]);
        setOpened(false);
      }
      setTurns((before) => [...(isNew ? [] : before), { question, posts: [] }]);
      try {
        const started = await call();
        setRun(started);
        await follow(started);
      } catch (caught) {
        setError(caught);
      } finally {
        setBusy(false);
        void client.invalidateQueries({ queryKey: [listFlowRuns.id] });
      }
    },
    [client, follow],
  );

  /** Shows a run of the list, and follows it where it is not over. */
  const open = async (id: string) => {
    following.current?.abort();
    setError(null);
    setWriting('');
    try {
      const found = await callApi(getFlowRun, { params: { flowRunId: id } });
      setRun(found);
      setSteps(found.steps);
      setTurns(turnsOf(found));
      setOpened(true);
      if (found.state !== 'queued' && found.state !== 'running') return;
      setBusy(true);
      await follow(found);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };

  const start = (input: RunStart) =>
    carryOn(
      input.question,
      () =>
        callApi(startFlowRun, {
          params: { flowId },
          body: {
            question: input.question,
            inputs: input.inputs ?? {},
            breakpoints: input.breakpoints ?? [],
            onlyNode: input.onlyNode ?? null,
          },
        }),
      true,
    );

  const answer = (stepKey: string, given: RunAnswer) => {
    if (!run) return Promise.resolve();
    return carryOn(
      given.kind === 'message' ? given.text : '',
      () => callApi(answerFlowRun, { params: { flowRunId: run.id }, body: { stepKey, answer: given } }),
      false,
    );
  };

  const cancel = async () => {
    if (!run) return;
    try {
      setRun(await callApi(cancelFlowRun, { params: { flowRunId: run.id } }));
    } catch (caught) {
      setError(caught);
    }
  };

  const reset = () => {
    following.current?.abort();
    setRun(undefined);
    setSteps([]);
    setTurns([]);
    setWriting('');
    setError(null);
    setOpened(false);
  };

  return { run, steps, turns, writing, error, busy, isOpened, start, open, answer, cancel, reset };
}

export type ShownRun = ReturnType<typeof useFlowRun>;
