import type { FlowGraph } from '@lectern/contract';
import type { answerStep } from '../engine/run-flow.ts';
import type { RunEnd } from '../engine/run-input.ts';
import type { FlowServices } from '../services.ts';
import { continueRun, Killed, newStoredRun, type StoredRun } from './run-test-flow.ts';

type Script = {
  question?: string;
  /** Services of a whole run, with all of its processes; made anew for each. */
  give?: () => Partial<FlowServices>;
  answers?: Parameters<typeof answerStep>[2][];
};

/** What a run came to, without times and what it used. */
export type Outcome = Pick<RunEnd, 'status'> & { steps: unknown[]; state: unknown; failure: unknown };

async function runThrough(
  graph: FlowGraph,
  { question = 'q', give = () => ({}), answers = [] }: Script,
  killAt?: { commit: number; written: boolean },
): Promise<{ outcome: Outcome; stored: StoredRun; kills: number }> {
  const stored = newStoredRun(graph, question);
  const services = give();
  let [kills, given] = [0, 0];
  let end: RunEnd | undefined;
  for (let attempt = 0; attempt < answers.length + 3; attempt++) {
    const waits = [...stored.steps.values()].some(({ awaits }) => awaits !== null);
    const answer = waits ? answers[given++] : undefined;
    if (waits && !answer) break;
    try {
      ({ end } = await continueRun(graph, stored, {
        give: services,
        ...(answer ? { answer } : {}),
        ...(killAt && kills === 0 ? { killAt } : {}),
      }));
      if (end.status !== 'waiting') break;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      kills++;
    }
  }
  const outcome = {
    status: end?.status ?? 'waiting',
    failure: end?.status === 'failed' ? end.failure : null,
    steps: [...stored.steps.values()].map(({ key, status, port, outputs }) => ({
      key,
      status,
      port,
      outputs,
    })),
    state: { ...stored.state, usage: null },
  };
  return { outcome, stored, kills };
}

/** What an undisturbed run comes to, and what it comes to when its process dies at each of its commits. */
export async function killEverywhere(graph: FlowGraph, script: Script = {}) {
  const calm = await runThrough(graph, script);
  const killed: Record<string, Outcome> = {};
  for (let commit = 1; commit <= calm.stored.commits; commit++)
    for (const written of [true, false]) {
      const { outcome, kills } = await runThrough(graph, script, { commit, written });
      if (kills !== 1) throw new Error(`Commit ${commit} was not reached`);
      killed[`commit ${commit}, ${written ? 'written' : 'lost'}`] = outcome;
    }
  return { ...calm, killed };
}
