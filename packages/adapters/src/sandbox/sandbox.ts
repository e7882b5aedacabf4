import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SandboxReply, SandboxTask } from './sandbox-task.ts';

/** Why a piece of code gave no result. */
export class SandboxError extends Error {
  readonly reason: 'time' | 'size' | 'error';
  constructor(reason: SandboxError['reason'], message: string) {
    super(message);
    this.name = 'SandboxError';
    this.reason = reason;
  }
}

export type Sandbox = {
  /** Runs the body of an async function of `inputs`. Gives what it returns, as JSON has it. Throws a SandboxError. */
  run: (task: {
    code: string;
    inputs: Record<string, unknown>;
    timeMs: number;
    signal: AbortSignal;
  }) => Promise<unknown>;
};

/** Beside the bundle, or beside this source. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './sandbox-worker.ts' : './sandbox-worker.js',
  import.meta.url,
);
/** The engine watches the processor time that it uses; a thread that gets too little of it is ended by the clock. */
const clockFactor = 4;
const graceMs = 3_000;
const startMs = 30_000;

/**
 * Runs JavaScript in an engine compiled to WebAssembly, each piece in a thread and an engine of its own: no network, no
 * files, nothing of this process, and bounds of time, memory and result.
 */
export function createSandbox({ atOnce = 4 } = {}): Sandbox {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async ({ code, inputs, timeMs, signal }) => {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        signal.throwIfAborted();
        return await runThread({ code, inputs: JSON.stringify(inputs), timeMs }, signal);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

async function runThread(task: SandboxTask, outer: AbortSignal): Promise<unknown> {
  const worker = new Worker(script, {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  const limit = new AbortController();
  const signal = AbortSignal.any([outer, limit.signal]);
  let timer = setTimeout(() => limit.abort(), startMs);
  try {
    // The iterator keeps what comes at once: a thread that ends early has sent both of its messages by then.
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
      if (message !== 'started') return readReply(message as SandboxReply);
      clearTimeout(timer);
      timer = setTimeout(() => limit.abort(), task.timeMs * clockFactor + graceMs);
    }
    throw new Error('The thread ended without a reply.');
  } catch (error) {
    outer.throwIfAborted();
    if (error instanceof SandboxError) throw error;
    if (limit.signal.aborted) throw new SandboxError('time', 'It took too long.');
    // The engine ran out of what a thread may use.
    throw new SandboxError('error', 'It used more memory than it may.');
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function readReply(reply: SandboxReply): unknown {
  if (reply.ok) return JSON.parse(reply.json);
  if (reply.reason === 'time') throw new SandboxError('time', 'It took too long.');
  if (reply.reason === 'size') throw new SandboxError('size', 'Its result is too long.');
  throw new SandboxError('error', reply.message);
}
