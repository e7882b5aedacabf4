import { parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { type SandboxReply, type SandboxTask, sandboxLimits } from './sandbox-task.ts';

/** Of the processor, by this thread: code is not to blame for what else the machine does. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The thread's whole work: one piece of code in an engine of its own, which knows no name of this process. */
async function run({ code, inputs, timeMs }: SandboxTask): Promise<SandboxReply> {
  // Its types are those of its CommonJS form.
  const module = await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant);
  const runtime = module.newRuntime();
  runtime.setMemoryLimit(sandboxLimits.memoryBytes);
  runtime.setMaxStackSize(sandboxLimits.stackBytes);
  parentPort?.postMessage('started');
  const begin = usedMs();
  const isLate = () => usedMs() - begin > timeMs;
  runtime.setInterruptHandler(isLate);
  const context = runtime.newContext();
  const fail = (error: unknown): SandboxReply =>
    isLate() ? { ok: false, reason: 'time' } : { ok: false, reason: 'error', message: describe(error) };

  const given = context.newString(inputs);
  context.setProp(context.global, '$inputs', given);
  const evaluated = context.evalCode(
    `(async (inputs) => {\n${code}\n})(JSON.parse($inputs)).then((value) => JSON.stringify(value === undefined ? null : value))`,
    'code.js',
  );
  // Without room left, the engine cannot even say that there is none.
  runtime.setMemoryLimit(sandboxLimits.memoryBytes + 1_000_000);
  if (evaluated.error) return fail(context.dump(evaluated.error));
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return fail(context.dump(jobs.error));
  const state = context.getPromiseState(evaluated.value);
  if (state.type === 'rejected') return fail(context.dump(state.error));
  if (state.type === 'pending')
    return { ok: false, reason: 'error', message: 'It waits for something that never comes.' };
  return read(context, state.value);
}

type Handle = Parameters<QuickJSContext['getString']>[0];

function read(context: QuickJSContext, handle: Handle): SandboxReply {
  if (context.typeof(handle) !== 'string')
    return { ok: false, reason: 'error', message: 'Its result cannot be written as JSON.' };
  const length = context.getProp(handle, 'length').consume((one) => context.getNumber(one));
  if (length > sandboxLimits.longestResult) return { ok: false, reason: 'size' };
  return { ok: true, json: context.getString(handle) };
}

function describe(error: unknown): string {
  const { name, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    message?: unknown;
  };
  const words = message === undefined ? String(error) : `${String(name ?? 'Error')}: ${String(message)}`;
  return words.slice(0, 500);
}

// A failure of the engine itself ends the thread, and with it the task.
parentPort?.postMessage(await run(workerData as SandboxTask));
