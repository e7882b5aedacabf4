import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

export type ProgramRun = {
  /** Name (looked up in PATH) or path. */
  program: string;
  args: readonly string[];
  /** What the program reads from its standard input. */
  input?: Uint8Array;
  /** Added to the few variables that a program gets: PATH, HOME and the like. */
  environment?: Record<string, string>;
  /** Working directory; this process's own unless told. */
  cwd?: string;
  timeLimitMs: number;
  /** Of processor time, for each process of the program; as long as `timeLimitMs` unless told. */
  processorSeconds?: number;
  /** Data segment of each process of the program; unlimited unless told. */
  memoryMegabytes?: number;
  /** Longer output ends the program; 64 MiB unless told. */
  longestOutput?: number;
  signal?: AbortSignal;
};

/** What the program wrote, and how it ended; `exitCode` is null after a signal. */
export type ProgramResult = {
  exitCode: number | null;
  stdout: Buffer;
  /** Its end. */
  stderr: string;
  timedOut: boolean;
};

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL', 'SystemRoot'];
const LONGEST_LAST_WORDS = 4000;
/** A program that is ended is gone within milliseconds. */
const GRACE_MS = 3_000;
/** What the shell says of a program that the system ended by SIGXCPU. */
const PROCESSOR_LIMIT_EXIT = 128 + 24;

/**
 * A shell that bounds the program and keeps a watch next to it: when the other end of descriptor 3 closes,
 * because the run is given up or this process has died, the whole group is killed. Descriptor 4 is the input.
 */
const WRAPPER = `
{ ulimit -S -t "$0"; ulimit -H -t $(($0 + 5)); } 2>/dev/null
[ "$1" = 0 ] || ulimit -d "$1" 2>/dev/null
shift
"$@" <&4 3<&- 4<&- &
program=$!
exec 4<&-
(read -r nothing; kill -9 0) <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $program
code=$?
kill $watch 2>/dev/null
exit $code`;

/**
 * Runs a program to its end, in a group of processes that dies with this one. Rejects when the program
 * cannot be started (code ENOENT, EACCES) and, with the signal's reason, when the run is called off.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  run.signal?.throwIfAborted();
  const guarded = process.platform !== 'win32';
  const child = guarded ? startGuarded(run) : startBare(run);
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    if (guarded) (child.stdio[3] as Writable).destroy();
    else child.kill('SIGKILL');
    grace ??= setTimeout(() => closeStreams(child, guarded), GRACE_MS);
  };
  const input = child.stdio[guarded ? 4 : 0] as Writable;
  for (const stream of [input, child.stdio[3] as Writable | undefined]) stream?.on('error', () => {});
  input.end(run.input);

  const longestOutput = run.longestOutput ?? 64 * 1024 * 1024;
  const output: Buffer[] = [];
  let outputBytes = 0;
  let stderr = '';
  let timedOut = false;
  child.stdout!.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > longestOutput) stop();
    else output.push(chunk);
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-LONGEST_LAST_WORDS);
  });
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, run.timeLimitMs);
  run.signal?.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    run.signal?.throwIfAborted();
    if (guarded && (exitCode === 126 || exitCode === 127)) {
      const code = exitCode === 127 ? 'ENOENT' : 'EACCES';
      throw Object.assign(new Error(`${run.program} cannot be started`), { code });
    }
    return {
      exitCode,
      stdout: Buffer.concat(output),
      stderr,
      timedOut: timedOut || exitCode === PROCESSOR_LIMIT_EXIT,
    };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    run.signal?.removeEventListener('abort', stop);
    (child.stdio[3] as Writable | undefined)?.destroy();
  }
}

/** What has left the group, or lost its watch, may hold our ends of its output open: they are closed for it. */
function closeStreams(child: ChildProcess, guarded: boolean): void {
  try {
    if (guarded && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
  for (const stream of child.stdio) stream?.destroy();
}

function startGuarded({ program, args, memoryMegabytes = 0, ...run }: ProgramRun) {
  const seconds = String(run.processorSeconds ?? Math.ceil(run.timeLimitMs / 1000) + 1);
  const kibibytes = String(memoryMegabytes * 1024);
  return spawn('/bin/sh', ['-c', WRAPPER, seconds, kibibytes, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, for the watch to kill.
    detached: true,
    cwd: run.cwd,
    env: chooseEnvironment(run.environment),
  });
}

function startBare({ program, args, cwd, environment }: ProgramRun) {
  return spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    cwd,
    env: chooseEnvironment(environment),
  });
}

function chooseEnvironment(added: Record<string, string> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...added };
}
