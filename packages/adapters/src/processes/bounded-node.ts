/** Node 24 reserves this much address space for machine code without using it, and the system counts it. */
const reservedMegabytes = 512;
/** Below the system's limit, so that V8 collects in time instead of dying. */
const heapShare = 0.6;
/** Such a process needs to find programs and a place for temporary files, and must not see a secret. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'NODE_COMPILE_CACHE',
];

export function limitedEnvironment(): Record<string, string> {
  // Native libraries work in threads, and each would keep a heap of its own.
  const env: Record<string, string> = { MALLOC_ARENA_MAX: '2' };
  for (const name of inheritedVariables) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/**
 * A shell that sets the memory limit (kibibytes), leaves a watch behind and becomes Node, so that the
 * process id is the worker's. The watch ends a worker that spins after its parent was killed: such a
 * worker never hears that the connection closed.
 */
const wrapper = `
ulimit -d "$0" 2>/dev/null
parent=$PPID
worker=$$
(while kill -0 $parent && kill -0 $worker; do sleep 2; done; kill -9 $worker) </dev/null >/dev/null 2>&1 3>&- &
exec "$@"`;

/** What forks Node under a limit of the system, since Node's own limit knows neither buffers nor WebAssembly. */
export function limitMemory(
  memoryMegabytes: number,
  execArgv: readonly string[],
): { execPath?: string; execArgv: string[] } {
  const heapMegabytes = Math.floor(memoryMegabytes * heapShare);
  const nodeArguments = [`--max-old-space-size=${heapMegabytes}`, ...execArgv];
  if (process.platform === 'win32') return { execArgv: nodeArguments };
  const kibibytes = String((memoryMegabytes + reservedMegabytes) * 1024);
  return { execPath: '/bin/sh', execArgv: ['-c', wrapper, kibibytes, process.execPath, ...nodeArguments] };
}
