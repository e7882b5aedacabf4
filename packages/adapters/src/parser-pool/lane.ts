import type { UnreadableReason } from '@lectern/parsing';
import type { Pool } from 'workerpool';
import { limitedEnvironment, limitMemory } from '../processes/bounded-node.ts';
import type { RunOptions } from './run-options.ts';
import type { WorkerEvent } from './worker.ts';
import { classifyWorkerExit, outOfMemory } from './worker-failure.ts';

/** One worker process at a time, one task at a time. */
export type Lane = {
  run: (method: string, task: unknown, options: RunOptions) => Promise<unknown>;
  kill: () => void;
  readonly alive: boolean;
};

export type LaneSettings = {
  workerScript: string;
  execArgv: string[];
  memoryMegabytes: number;
  idleMs: number;
  tasksPerWorker: number;
  silenceMs: number;
  pageMs: number;
};

/** Rows and cells report progress too; only so many units count as pages. */
const mostPages = 2000;
/**
 * V8 lets garbage lie as long as it may have the memory. Collecting earlier costs a worker next to no time and nearly
 * halves what the largest sheets take.
 */
const frugal = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
/** Longest start of a process: on a busy machine it takes many times as long as on an idle one. */
const startMs = 180_000;
/** What a large file leaves behind would be added to what the next one takes. */
const mostHeldBytes = 320 * 1024 * 1024;
const longestLastWords = 4000;

type Worker = { pool: Pool; controller: AbortController; tasks: number; heldBytes: number };
type Payload = WorkerEvent | { stdout: string } | { stderr: string };

export function createLane(settings: LaneSettings): Lane {
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  async function ensureWorker(): Promise<Worker> {
    clearTimeout(idleTimer);
    worker ??= await startWorker(settings);
    return worker;
  }

  /** SIGKILL at once: a parser that spins hears nothing else. */
  function kill(): void {
    clearTimeout(idleTimer);
    worker?.controller.abort();
    worker = undefined;
  }

  function rest(): void {
    if (worker === undefined) return;
    if (worker.tasks >= settings.tasksPerWorker || worker.heldBytes > mostHeldBytes) kill();
    else idleTimer = setTimeout(kill, settings.idleMs).unref();
  }

  async function run(
    method: string,
    task: unknown,
    { signal, onProgress, pageMs = settings.pageMs }: RunOptions,
  ): Promise<unknown> {
    const current = await ensureWorker();
    current.tasks++;
    let begin = Date.now();
    let limitMs = settings.silenceMs;
    let started = false;
    let timedOut = false;
    let lastWords = '';
    let timer: NodeJS.Timeout | undefined;

    function watch(): void {
      clearTimeout(timer);
      const left = started ? Math.min(settings.silenceMs, begin + limitMs - Date.now()) : startMs;
      timer = setTimeout(
        () => {
          timedOut = true;
          kill();
        },
        Math.max(0, left),
      );
    }
    function hear(payload: Payload): void {
      if ('stderr' in payload) lastWords = (lastWords + payload.stderr).slice(-longestLastWords);
      else if ('started' in payload) {
        started = true;
        begin = Date.now();
        watch();
      } else if ('held' in payload) current.heldBytes = payload.held;
      else if ('done' in payload) {
        // A later part of the work may count fewer: that takes no time back.
        limitMs = Math.max(limitMs, settings.silenceMs + pageMs * Math.min(mostPages, payload.total));
        onProgress?.(payload.done, payload.total);
        watch();
      }
    }

    signal?.addEventListener('abort', kill, { once: true });
    try {
      signal?.throwIfAborted();
      watch();
      // Awaited as a native promise: the library's own never settles a rejection that nobody handles.
      return await new Promise((resolve, reject) => {
        current.pool.exec(method, [task as never], { on: hear }).then(resolve, reject);
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // A machine that has no time to start a process is not the file's fault.
      if (timedOut && !started) throw new Error('the parser process does not start in time');
      if (timedOut) throw await unreadable('time_limit');
      const { name, message } = error as Error;
      if (outOfMemory.test(message)) {
        // Buffers and WebAssembly fail inside the reader and the process lives on, with what it hoards.
        kill();
        throw await unreadable('memory_limit');
      }
      if (name === 'UnreadableFileError') {
        const { reason, detail } = error as unknown as { reason: UnreadableReason; detail?: string };
        throw await unreadable(reason, detail);
      }
      if (!/terminated|Worker error/i.test(message)) throw error;
      const wasKilled = current.controller.signal.aborted;
      kill();
      if (wasKilled) throw new Error('the parser pool was closed');
      if (!started) throw new Error(`the parser process does not start: ${lastWords || message}`);
      const death = classifyWorkerExit(message, lastWords);
      if (death === 'ended') throw new Error('the parser process was ended from outside');
      throw await (death === 'memory'
        ? unreadable('memory_limit')
        : unreadable('broken', 'the reader crashed'));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      rest();
    }
  }

  return {
    run,
    kill,
    get alive() {
      return worker !== undefined;
    },
  };
}

async function startWorker(settings: LaneSettings): Promise<Worker> {
  const { default: workerpool } = await import('workerpool');
  const controller = new AbortController();
  const pool = workerpool.pool(settings.workerScript, {
    workerType: 'process',
    maxWorkers: 1,
    emitStdStreams: true,
    forkOpts: {
      ...limitMemory(settings.memoryMegabytes, [...frugal, ...settings.execArgv]),
      env: limitedEnvironment(),
      // Image bytes cross as bytes instead of as JSON.
      serialization: 'advanced',
      signal: controller.signal,
      killSignal: 'SIGKILL',
    },
  });
  return { pool, controller, tasks: 0, heldBytes: 0 };
}

/** Loaded only when needed: the package brings every reader along. */
async function unreadable(reason: UnreadableReason, detail?: string): Promise<Error> {
  const { UnreadableFileError } = await import('@lectern/parsing');
  return new UnreadableFileError(reason, detail);
}
