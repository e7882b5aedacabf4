import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openTrim } from './trim-memory.ts';

const everyMs = 20_000;
/** Share of the time that the process may have worked meanwhile to count as at rest. */
const restShare = 0.1;
/** Collecting for less is not worth it. */
const leastBytes = 24 * 1024 * 1024;

export type HeapAtRest = {
  usedBytes: () => number;
  /** Share of the time since the last call in which the process worked. */
  workedShare: () => number;
  collect: () => void;
  /** Gives back what native code has freed. */
  trim: () => void;
};

/**
 * Gives back at rest what work has left behind, of which an installation that idles most of the time has no use.
 * V8 collects garbage when it needs room, and a process at rest asks for none: what an ingest left behind, with the
 * native memory that hangs on it, stayed for hours. Here it is collected once the work is over.
 */
export function startCollectingAtRest(heap: HeapAtRest = openHeap()): { stop: () => void } {
  let collectedTo = heap.usedBytes();
  const timer = setInterval(() => {
    const isAtRest = heap.workedShare() < restShare;
    const used = heap.usedBytes();
    collectedTo = Math.min(collectedTo, used);
    if (!isAtRest) return;
    if (used - collectedTo >= leastBytes) {
      heap.collect();
      collectedTo = heap.usedBytes();
    }
    // Each time: the chunk index frees its caches minutes after the work, and that shows in no figure.
    heap.trim();
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

export function openHeap(): HeapAtRest {
  // A function of V8 that Node offers in no other way.
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    usedBytes: () => getHeapStatistics().used_heap_size,
    workedShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    // Else the pages stay with the heap.
    collect: () => collect({ type: 'major', flavor: 'last-resort' }),
    trim: openTrim(),
  };
}
