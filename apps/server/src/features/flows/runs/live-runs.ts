import type { RunEvent } from '@lectern/flow';
import type { Platform } from '../../../platform/platform.ts';

type Listener = (event: RunEvent | 'changed') => void;

const ofPlatforms = new WeakMap<Platform, LiveRuns>();

/** One for all that carries runs out in this process: requests, and the jobs behind them. */
export function liveRunsOf(platform: Platform): LiveRuns {
  const found = ofPlatforms.get(platform) ?? createLiveRuns();
  ofPlatforms.set(platform, found);
  return found;
}

/** Who watches runs that this process carries out. What is stored is the truth; this only makes it quick. */
function createLiveRuns() {
  const listeners = new Map<string, Set<Listener>>();
  /** Attempts at each run: the request's and the job's may overlap. */
  const attempts = new Map<string, number>();
  const emit = (runId: string, event: RunEvent | 'changed'): void => {
    for (const listener of listeners.get(runId) ?? []) listener(event);
  };
  return {
    emit,
    listen: (runId: string, listener: Listener): (() => void) => {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0) listeners.delete(runId);
      };
    },
    /** Whether this process carries the run out: its events then tell all that happens. */
    isHere: (runId: string): boolean => attempts.has(runId),
    /** Marks a run as carried out here while the work lasts. */
    during: async (runId: string, work: () => Promise<void>): Promise<void> => {
      attempts.set(runId, (attempts.get(runId) ?? 0) + 1);
      try {
        await work();
      } finally {
        const left = (attempts.get(runId) ?? 1) - 1;
        if (left === 0) attempts.delete(runId);
        else attempts.set(runId, left);
        emit(runId, 'changed');
      }
    },
  };
}

export type LiveRuns = ReturnType<typeof createLiveRuns>;
