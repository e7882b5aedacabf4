import { availableParallelism } from 'node:os';
import type { ParsedDocument } from '@lectern/parsing';
import { createLane, type Lane } from './lane.ts';
import type { RunOptions } from './run-options.ts';
import type { ParseTask } from './worker.ts';

/** Reads files in processes that may die without harm. */
export type ParserPool = {
  /** Throws an UnreadableFileError; `time_limit` and `memory_limit` are those of this pool. */
  parse: (task: ParseTask, options?: RunOptions) => Promise<ParsedDocument>;
  /** Any other method that the worker's entry file serves, under the same limits. */
  run: <Result>(method: string, task: unknown, options?: RunOptions) => Promise<Result>;
  /** Workers that live, and tasks that wait for one. */
  readonly state: { workers: number; waiting: number };
  /** Ends every worker; tasks under way reject. */
  close: () => Promise<void>;
};

export type ParserPoolOptions = {
  /** JavaScript file that calls `startParserWorker`. */
  workerScript: string;
  /** Node's own arguments for it. */
  execArgv?: string[];
  /** Memory of one worker, buffers and WebAssembly included; 1,536 unless told. */
  memoryMegabytes?: number;
  /** Workers at most; one a processor and no more than two unless told. */
  workers?: number;
  /** A worker without work ends after this; 60 s unless told. */
  idleMs?: number;
  /** A worker is renewed after so many tasks, whatever it leaks; 200 unless told. */
  tasksPerWorker?: number;
  /** Longest silence between two reports of progress; 30 s unless told. Also the base of the limit on the whole task. */
  silenceMs?: number;
  /** What a page adds to the limit on the whole task; 1 s unless told. */
  pageMs?: number;
};

type Waiting = { start: (lane: Lane) => void };

/** Starts no process yet: the first task does. */
export function createParserPool(options: ParserPoolOptions): ParserPool {
  const settings = {
    workerScript: options.workerScript,
    execArgv: options.execArgv ?? [],
    memoryMegabytes: options.memoryMegabytes ?? 1536,
    idleMs: options.idleMs ?? 60_000,
    tasksPerWorker: options.tasksPerWorker ?? 200,
    silenceMs: options.silenceMs ?? 30_000,
    pageMs: options.pageMs ?? 1000,
  };
  const count = options.workers ?? Math.min(2, availableParallelism());
  const free: Lane[] = Array.from({ length: count }, () => createLane(settings));
  const lanes = [...free];
  const waiting: Waiting[] = [];
  let closed = false;

  /** The lane that worked last comes first, so that the others may fall idle. */
  function takeLane(signal: AbortSignal | undefined): Promise<Lane> {
    if (closed) return Promise.reject(new Error('the parser pool is closed'));
    const lane = free.pop();
    if (lane !== undefined) return Promise.resolve(lane);
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        start: (next) => {
          signal?.removeEventListener('abort', leave);
          resolve(next);
        },
      };
      function leave(): void {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(place);
    });
  }

  function release(lane: Lane): void {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next.start(lane);
  }

  async function run<Result>(method: string, task: unknown, runOptions: RunOptions = {}): Promise<Result> {
    runOptions.signal?.throwIfAborted();
    const lane = await takeLane(runOptions.signal);
    try {
      if (closed) throw new Error('the parser pool is closed');
      return (await lane.run(method, task, runOptions)) as Result;
    } finally {
      release(lane);
    }
  }

  return {
    run,
    parse: (task, runOptions) => run<ParsedDocument>('parse', task, runOptions),
    get state() {
      return { workers: lanes.filter((lane) => lane.alive).length, waiting: waiting.length };
    },
    close: async () => {
      closed = true;
      for (const lane of lanes) lane.kill();
    },
  };
}
