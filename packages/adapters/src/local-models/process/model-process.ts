import { type ChildProcess, fork } from 'node:child_process';
import { classifyWorkerExit, outOfMemory } from '../../parser-pool/worker-failure.ts';
import { limitedEnvironment, limitMemory } from '../../processes/bounded-node.ts';
import type { ModelManifest } from '../folder/manifest.ts';
import { LocalModelError } from '../local-model-error.ts';
import type { FromModel, ModelCalls, ModelMethod, ToModel } from './protocol.ts';

export type ModelProcessOptions = {
  folder: string;
  manifest: ModelManifest;
  /** Folder with the packages that run models of this form. */
  runtime: string;
  workerScript: string;
  execArgv: string[];
  memoryMegabytes: number;
  threads: number;
  /** Longest silence while there is work. */
  silenceMs: number;
};

/** One process with one model in its memory, shared by all who call it. */
export type ModelProcess = {
  call: <M extends ModelMethod>(
    method: M,
    task: ModelCalls[M]['task'],
    signal?: AbortSignal,
    /** Words of an answer as they come. */
    onText?: (text: string) => void,
  ) => Promise<ModelCalls[M]['result']>;
  readonly pid: number | undefined;
  readonly busy: boolean;
  /** When the last call ended, or the process started. */
  readonly lastUsed: number;
  kill: () => void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
};

type Pending = {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  onText: ((text: string) => void) | undefined;
};

const longestLastWords = 4_000;

/** Starts the process at once; calls wait until the model is loaded. */
export function startModelProcess(options: ModelProcessOptions): ModelProcess {
  const child = fork(options.workerScript, [], {
    ...limitMemory(options.memoryMegabytes, options.execArgv),
    env: limitedEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let loading = true;
  let lastUsed = Date.now();
  let lastWords = '';
  let failure: LocalModelError | undefined;
  const watch = watchSilence(options.silenceMs, () => fail('local_crashed', 'It does not respond.'));

  function fail(kind: ConstructorParameters<typeof LocalModelError>[0], detail?: string): void {
    failure ??= new LocalModelError(kind, detail);
    child.kill('SIGKILL');
  }
  function send(message: ToModel): void {
    // A process that has just died is told about by its exit.
    if (child.connected) child.send(message, () => {});
  }
  function settle(id: number): Pending | undefined {
    const call = pending.get(id);
    pending.delete(id);
    lastUsed = Date.now();
    if (pending.size === 0) watch.stop();
    return call;
  }
  function hear(message: FromModel): void {
    if (loading || pending.size > 0) watch.start();
    if (message.type === 'loaded') {
      loading = false;
      if (pending.size === 0) watch.stop();
    } else if (message.type === 'unusable') fail(...explainFault(message.detail));
    else if (message.type === 'text') pending.get(message.id)?.onText?.(message.text);
    else if (message.type === 'result') settle(message.id)?.resolve(message.result as never);
    else if (message.type === 'failed') {
      const { kind, detail } = message;
      const error = kind ? new LocalModelError(kind, detail) : new LocalModelError(...explainFault(detail));
      // What hoards memory that it did not get would fail again.
      if (error.kind === 'local_memory') fail('local_memory');
      settle(message.id)?.reject(error);
    }
  }

  child.on('message', hear);
  child.stderr?.on('data', (data: Buffer) => {
    lastWords = (lastWords + data).slice(-longestLastWords);
  });
  const ended = new Promise<void>((resolve) => {
    const end = (reason: LocalModelError) => {
      watch.stop();
      failure ??= reason;
      for (const call of pending.values()) call.reject(failure);
      pending.clear();
      resolve();
    };
    child.once('error', (error) => end(new LocalModelError('local_crashed', error.message)));
    child.once('exit', (code, signal) => end(explainExit(child, code, signal, lastWords)));
  });
  const { folder, manifest, runtime, threads } = options;
  watch.start();
  send({ type: 'load', folder, manifest, runtime, threads });

  return {
    ended,
    pid: child.pid,
    kill: () => fail('aborted'),
    get busy() {
      return loading || pending.size > 0;
    },
    get lastUsed() {
      return lastUsed;
    },
    call: (method, task, signal, onText) => {
      if (failure) return Promise.reject(failure);
      if (signal?.aborted) return Promise.reject(new LocalModelError('aborted'));
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const stop = () => {
          send({ type: 'cancel', id });
          settle(id)?.reject(new LocalModelError('aborted'));
        };
        const leave = () => signal?.removeEventListener('abort', stop);
        pending.set(id, {
          onText,
          resolve: (result) => {
            leave();
            resolve(result);
          },
          reject: (error) => {
            leave();
            reject(error);
          },
        });
        signal?.addEventListener('abort', stop, { once: true });
        if (pending.size === 1) watch.start();
        send({ type: 'call', id, method, task });
      });
    },
  };
}

/** A timer that starts anew with every sign of life. */
function watchSilence(milliseconds: number, onSilence: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      if (timer) timer.refresh();
      else timer = setTimeout(onSilence, milliseconds).unref();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function explainFault(detail: string): ConstructorParameters<typeof LocalModelError> {
  return outOfMemory.test(detail) ? ['local_memory'] : ['local_unusable', detail];
}

function explainExit(
  { pid }: ChildProcess,
  code: number | null,
  signal: string | null,
  lastWords: string,
): LocalModelError {
  if (pid === undefined) return new LocalModelError('local_crashed', 'It did not start.');
  // llama.cpp gives up where figures of a file do not fit together.
  const [assertion] = /GGML_ASSERT\(.*\) failed/.exec(lastWords) ?? [];
  if (assertion && !/mem|alloc|buf/i.test(assertion)) return new LocalModelError('local_unusable', assertion);
  const exit = classifyWorkerExit(`exitCode: \`${code}\` signalCode: \`${signal}\``, lastWords);
  if (exit === 'memory' && signal !== 'SIGKILL') return new LocalModelError('local_memory');
  return new LocalModelError('local_crashed', signal ?? `exit code ${code}`);
}
