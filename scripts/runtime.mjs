import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const RUNTIME_MAJOR = 24;

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that npm installs with the dependencies: the one Lectern runs on. */
export const runtimePath = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const major = Number.parseInt(process.versions.node, 10);

/** Whether this process is new enough to run Lectern itself. */
export const isRuntime = major >= RUNTIME_MAJOR;

/** Ends the process with a sentence when its Node is too old to run even these scripts. */
export function requireNode() {
  if (major >= OLDEST_NODE) return;
  console.error(`Lectern needs Node ${OLDEST_NODE} or later to start; this is ${process.versions.node}.`);
  process.exit(1);
}

/** The environment for programs of the project: the packaged Node and installed commands come first. */
export function getToolEnvironment(extra = {}) {
  const folders = [dirname(runtimePath), join(root, 'node_modules/.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: folders.join(delimiter), ...extra };
}

/** The Node for child processes: this one when it is new enough, else the packaged one. */
export function getRuntime() {
  return isRuntime && !existsSync(runtimePath) ? process.execPath : runtimePath;
}

const running = new Set();

/** Ends a child, and all that it started when it leads a process group of its own. */
function endChild(child, signal) {
  try {
    if (child.leadsGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has just ended by itself.
  }
}

// A program that we started must not continue, installing or building, after us.
process.on('exit', () => {
  for (const child of running) endChild(child, 'SIGTERM');
});

/** Ends `child` with this process, should it still run then. */
export function bindChild(child) {
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

/**
 * Runs a program to its end, or kills it and its children after `limitSeconds`.
 *
 * @returns its exit code, and its output when `capture` is set
 */
export function run(command, words, { env = {}, capture = false, cwd = root, limitSeconds } = {}) {
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const detached = limitSeconds !== undefined && process.platform !== 'win32';
  const child = bindChild(spawn(command, words, { cwd, env: getToolEnvironment(env), stdio, detached }));
  child.leadsGroup = detached;
  const timer = limitSeconds && setTimeout(() => endChild(child, 'SIGKILL'), limitSeconds * 1000);
  let output = '';
  child.stdout?.on('data', (data) => {
    output += data;
  });
  child.stderr?.on('data', (data) => {
    output += data;
  });
  return new Promise((done) => {
    child.on('error', (error) => done({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      done({ code: code ?? (signal ? 128 : 1), output });
    });
  });
}

/** Seconds since `start` (from performance.now()), as text. */
export function formatSeconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Says that a longer piece of work begins; on a terminal the line counts the seconds. */
export function startProgress(title) {
  const start = performance.now();
  if (!process.stdout.isTTY) console.log(`${title} …`);
  const timer = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${title} … ${formatSeconds(start)} `), 200)
    : undefined;
  const end = (text) => {
    clearInterval(timer);
    console.log(`${timer ? '\r\x1b[K' : ''}${text}`);
  };
  return {
    done: (text) => end(`${text} in ${formatSeconds(start)}`),
    fail: () => end(`${title}: failed after ${formatSeconds(start)}`),
  };
}
