import type { RunEvent } from '@lectern/flow';

type Listener = (event: RunEvent | 'changed') => void;

/** Who watches runs that this process carries out. What is stored is the truth; this only makes it quick. */
export function createLiveRuns() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    emit: (runId: string, event: RunEvent | 'changed'): void => {
      for (const listener of listeners.get(runId) ?? []) listener(event);
    },
    listen: (runId: string, listener: Listener): (() => void) => {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0) listeners.delete(runId);
      };
    },
  };
}

export type LiveRuns = ReturnType<typeof createLiveRuns>;
