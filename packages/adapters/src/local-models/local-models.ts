import { availableParallelism } from 'node:os';
import type { LocalModels } from '@lectern/models';
import { type LocalModelType, manifestName, readManifest } from './folder/manifest.ts';
import { LocalModelError } from './local-model-error.ts';
import { type ModelProcess, startModelProcess } from './process/model-process.ts';
import type { ModelCalls, ModelMethod } from './process/protocol.ts';
import { streamCall } from './process/stream-call.ts';

export type LocalModelPool = LocalModels & {
  /** Runs a model once from a folder that is not installed yet. */
  attempt: (folder: string, type: LocalModelType, signal?: AbortSignal) => Promise<{ dimensions?: number }>;
  /** Ends the process of a model whose files change. */
  release: (model: string) => Promise<void>;
  /** Models in memory. */
  readonly loaded: readonly string[];
  /** Of the processes that live, for measurements. */
  readonly processIds: readonly number[];
  close: () => Promise<void>;
};

export type LocalModelPoolOptions = {
  /** Where a model's folder is. Names come from our own table. */
  folderOf: (model: string) => string;
  /** Where the packages are that run models of this type; throws a LocalModelError where they are not. */
  findRuntime: (type: LocalModelType) => Promise<string>;
  /** What one process may use, beyond what the system itself shares between processes. */
  memoryMegabytes: number;
  /** Processes at most, where none of them works. */
  processes?: number;
  /** A process without work ends after this; 5 minutes unless told. */
  idleMs?: number;
  silenceMs?: number;
  threads?: number;
};

/** Beside the bundle, or beside this source. */
const workerScript = new URL(
  import.meta.url.endsWith('.ts') ? './worker/local-model-worker.ts' : './local-model-worker.js',
  import.meta.url,
).pathname;

const chatSilenceMs = 30_000;

/** Starts no process yet: the first call of a model does. All callers share it. */
export function createLocalModels(options: LocalModelPoolOptions): LocalModelPool {
  const { idleMs = 300_000, silenceMs = 120_000, processes = 3 } = options;
  const threads = options.threads ?? availableParallelism();
  const running = new Map<string, Promise<ModelProcess>>();
  const live = new Map<string, ModelProcess>();
  let closed = false;

  async function start(model: string, folder: string): Promise<ModelProcess> {
    const manifest = await readManifest(folder);
    if (manifest === undefined) throw new LocalModelError('local_missing', `${model}/${manifestName}`);
    const runtime = await options.findRuntime(manifest.type);
    if (closed) throw new LocalModelError('aborted');
    makeRoom();
    const { memoryMegabytes } = options;
    // Such a process never computes without a sign of life, unless its model's template does not come to an end.
    const patience = manifest.type === 'chat' ? Math.min(silenceMs, chatSilenceMs) : silenceMs;
    const limits = { memoryMegabytes, threads, silenceMs: patience };
    const process = startModelProcess({ folder, manifest, runtime, workerScript, execArgv: [], ...limits });
    live.set(model, process);
    void process.ended.then(() => forget(model, process));
    return process;
  }

  function forget(model: string, process: ModelProcess): void {
    if (live.get(model) !== process) return;
    live.delete(model);
    running.delete(model);
  }

  /** Ends what was not used for the longest time, where nothing waits for it. */
  function makeRoom(): void {
    const idle = [...live].filter(([, process]) => !process.busy);
    idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    for (const [model, process] of idle.slice(0, Math.max(0, live.size - processes + 1))) end(model, process);
  }

  function end(model: string, process: ModelProcess): void {
    forget(model, process);
    process.kill();
  }

  const tidy = setInterval(
    () => {
      for (const [model, process] of live)
        if (!process.busy && Date.now() - process.lastUsed >= idleMs) end(model, process);
    },
    Math.min(idleMs, 15_000),
  ).unref();

  async function call<M extends ModelMethod>(
    model: string,
    method: M,
    task: ModelCalls[M]['task'],
    signal: AbortSignal | undefined,
    onText?: (text: string) => void,
  ): Promise<ModelCalls[M]['result']> {
    if (closed || signal?.aborted) throw new LocalModelError('aborted');
    let starting = running.get(model);
    if (starting === undefined) {
      starting = start(model, options.folderOf(model));
      running.set(model, starting);
      starting.catch(() => running.delete(model));
    }
    return (await starting).call(method, task, signal, onText);
  }

  return {
    embed: (model, texts, { kind, signal }) => call(model, 'embed', { texts, kind }, signal),
    rerank: (model, query, texts, { signal }) => call(model, 'rerank', { query, texts }, signal),
    chat: (model, request, { signal }) =>
      streamCall((stop, onText) => call(model, 'chat', request, stop, onText), signal),
    attempt: async (folder, type, signal) => {
      const process = await start(folder, folder);
      try {
        if (type === 'chat') {
          const messages = [
            { role: 'system' as const, content: 'Answer in one word.' },
            { role: 'user' as const, content: 'Which colour is the sky?' },
          ];
          await process.call('chat', { messages, parameters: { maxTokens: 4 } }, signal);
          return {};
        }
        if (type === 'rerank') {
          await process.call('rerank', { query: 'Which is a colour?', texts: ['Blue', 'Seven'] }, signal);
          return {};
        }
        const { vectors } = await process.call('embed', { texts: ['Hello'], kind: 'query' }, signal);
        const [vector] = vectors;
        if (!vector?.every(Number.isFinite))
          throw new LocalModelError('local_unusable', 'no numbers come out');
        return { dimensions: vector.length };
      } finally {
        end(folder, process);
        await process.ended;
      }
    },
    get loaded() {
      return [...live.keys()];
    },
    get processIds() {
      return [...live.values()].flatMap(({ pid }) => pid ?? []);
    },
    release: async (model) => {
      const process = live.get(model);
      if (process === undefined) return;
      end(model, process);
      await process.ended;
    },
    close: async () => {
      closed = true;
      clearInterval(tidy);
      const ending = [...live.values()].map((process) => process.ended);
      for (const [model, process] of live) end(model, process);
      await Promise.all(ending);
    },
  };
}
