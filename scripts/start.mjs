// `npm start`: from whatever state the checkout is in to a running server. Plain JavaScript that any Node from 20 on
// can run before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDirectory, findStaleTargets } from './build-stamp.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { watchNpm } from './npm-watch.mjs';
import { getToolEnvironment, isRuntime, requireNode, root, run, runtimePath } from './runtime.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const server = join(buildDirectory, 'server/main.js');
const compileCache = join(buildDirectory, 'compile-cache');

async function prepare() {
  requireNode();
  await ensureDependencies();
  const stale = findStaleTargets();
  if (stale.length === 0) return;
  const { code } = await run(runtimePath, [join(root, 'scripts/build.mjs'), ...stale]);
  if (code !== 0) throw new Error('The build failed; see above.');
}

/** Until the server runs, a signal ends us and what we wait for. */
function exitOnSignals() {
  const exit = (signal) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}

/**
 * glibc keeps a pool for every thread, and in each what was given back; large blocks come to lie between small ones the
 * more of them there were. After an ingest the chunk index would leave 100 MB and more behind. Large blocks by themselves
 * and free ends go back to the system at once. Read when a process begins, and at no other time.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(512 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
};

/** What the person who starts it has set goes first. */
const allocatorEnvironment = () => ({ ...ALLOCATOR, ...process.env });

/** Begins this very process anew with these settings, before it has done anything. */
function beginWithAllocator() {
  if (process.platform !== 'linux' || Object.keys(ALLOCATOR).every((name) => name in process.env)) return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, words, allocatorEnvironment());
}

/** Runs the server in this very process: no second one to pay for. */
async function runHere() {
  process.env.NODE_COMPILE_CACHE = compileCache;
  module.enableCompileCache?.(compileCache);
  await import(pathToFileURL(server).href);
}

/** Runs the server on the packaged Node, passes signals on and ends as it ends. */
function handOver() {
  // Where the system offers it, the server is told to stop even if this process is killed outright.
  const setpriv = process.platform === 'linux' ? '/usr/bin/setpriv' : '';
  const words = [runtimePath, server, ...process.argv.slice(2)];
  if (existsSync(setpriv)) words.unshift(setpriv, '--pdeathsig', 'TERM');
  const child = spawn(words[0], words.slice(1), {
    stdio: 'inherit',
    env: { ...allocatorEnvironment(), ...getToolEnvironment({ NODE_COMPILE_CACHE: compileCache }) },
  });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group: the server has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`Lectern could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

if (isRuntime) beginWithAllocator();
const stopExiting = exitOnSignals();
watchNpm(() => process.kill(process.pid, 'SIGTERM'));
try {
  await prepare();
  stopExiting();
  if (isRuntime) await runHere();
  else handOver();
} catch (error) {
  console.error(`Lectern could not be started: ${error.message}`);
  process.exitCode = 1;
}
