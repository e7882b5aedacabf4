import { isAborted } from '@lectern/client';
import {
  answerFlowRun,
  cancelFlowRun,
  type FlowRun,
  getFlowRun,
  listFlowRuns,
  startFlowRun,
  watchFlowRun,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi, streamApi } from '../../../api/client.ts';
import { answerAgain } from './compare-runs.ts';

/** A run next to the one that asks its messages again. */
export type Replay = { before: FlowRun; after: FlowRun | undefined; isBusy: boolean; error: unknown };

/** Follows a run until it ends or waits. */
async function follow(started: FlowRun, signal: AbortSignal, show: (run: FlowRun) => void): Promise<FlowRun> {
  let run = started;
  const events = streamApi(watchFlowRun, { params: { flowRunId: started.id }, signal });
  for await (const { event } of events) {
    if (event.type === 'run' || event.type === 'done') run = event.run;
    else if (event.type === 'step') {
      const { step } = event;
      run = { ...run, steps: [...run.steps.filter(({ key }) => key !== step.key), step] };
    } else continue;
    show(run);
  }
  return callApi(getFlowRun, { params: { flowRunId: run.id }, signal });
}

/** Asks a run's messages again, of another version, and shows both. */
export function useReplay() {
  const [replay, setReplay] = useState<Replay>();
  const running = useRef<AbortController>(undefined);
  const client = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  async function carryOut(before: FlowRun, version: number | null, { signal }: AbortController) {
    const show = (after: FlowRun) => {
      if (!signal.aborted) setReplay({ before, after, isBusy: true, error: null });
    };
    const { question, inputs } = before;
    let run = await callApi(startFlowRun, {
      params: { flowId: before.flowId },
      body: { question, inputs, version },
    });
    show(run);
    run = await follow(run, signal, show);
    for (let next = answerAgain(before, run); next; next = answerAgain(before, run)) {
      run = await callApi(answerFlowRun, { params: { flowRunId: run.id }, body: next, signal });
      run = await follow(run, signal, show);
    }
    show(run);
    // Nobody will answer it any more.
    if (run.state === 'waiting') await callApi(cancelFlowRun, { params: { flowRunId: run.id }, signal });
  }

  const start = async (before: FlowRun, version: number | null) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setReplay({ before, after: undefined, isBusy: true, error: null });
    let error: unknown = null;
    try {
      await carryOut(before, version, controller);
    } catch (caught) {
      if (!isAborted(caught)) error = caught;
    }
    if (controller.signal.aborted) return;
    setReplay((now) => now && { ...now, isBusy: false, error });
    void client.invalidateQueries({ queryKey: [listFlowRuns.id] });
  };

  const close = () => {
    running.current?.abort();
    setReplay(undefined);
  };

  return { replay, start, close };
}
