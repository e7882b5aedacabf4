/** How the JavaScript heap, buffers and WebAssembly say that no memory is left. */
export const outOfMemory =
  /heap out of memory|failed to allocate|\bENOMEM\b|\bOOM\b|allocation failed|out of memory|could not allocate|cannot allocate|cannot enlarge memory|failed to grow|invalid array buffer length/i;

/** Why a worker process ended that its pool did not end; `ended`: by a signal from outside, no fault of the file. */
export type WorkerExit = 'memory' | 'crash' | 'ended';

/** Reads it from the pool's message, which holds the exit code and signal, and from the last words on stderr. */
export function classifyWorkerExit(message: string, lastWords: string): WorkerExit {
  if (outOfMemory.test(lastWords)) return 'memory';
  if (/signalCode: `SIG(INT|TERM|HUP)`/.test(message)) return 'ended';
  // V8 aborts or traps when the system refuses memory; the kernel's own killer sends SIGKILL.
  const signal = /signalCode: `(\w+)`/.exec(message)?.[1];
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL') return 'memory';
  const code = Number(/exitCode: `(\d+)`/.exec(message)?.[1]);
  return code === 134 || code === 133 || code === 137 ? 'memory' : 'crash';
}
