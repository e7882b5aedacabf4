import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@lectern/testing';

const root = join(import.meta.dirname, '../..');
const login = { login: 'admin@example.org', password: 'a password for benchmarks' };

/** The built product as a person starts it, on a free port and a data directory of its own. */
export type Product = {
  url: string;
  pid: number;
  /** Milliseconds from the command to the first page. */
  startedIn: number;
  /** JSON over the HTTP API, signed in as the administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks read what they know is there.
  call: (method: string, path: string, body?: unknown) => Promise<any>;
  token: string;
  stop: () => Promise<void>;
};

export function makeDataDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** `npm start` without npm's own half second: the command that it runs. */
export async function startProduct(
  dataDirectory: string,
  options: { cwd?: string; command?: string[]; settings?: Record<string, string> } = {},
): Promise<Product> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const [program, ...words] = options.command ?? [process.execPath, 'scripts/start.mjs'];
  const begin = performance.now();
  const child = spawn(program as string, words, {
    cwd: options.cwd ?? root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      LECTERN_PORT: String(port),
      LECTERN_DATA_DIR: dataDirectory,
      LECTERN_ADMIN_EMAIL: login.login,
      LECTERN_ADMIN_PASSWORD: login.password,
      LECTERN_LOG_LEVEL: 'warn',
      LECTERN_RATE_LIMIT: '0',
      ...options.settings,
    },
  });
  await waitForPage(url, child);
  const startedIn = performance.now() - begin;
  const answer = await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  const { token } = (await answer.json()) as { token: string };
  return {
    url,
    pid: child.pid as number,
    startedIn,
    token,
    call: async (method, path, body) => {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? undefined : response.json();
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function waitForPage(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const page = await fetch(url).catch(() => undefined);
    if (page?.ok && (await page.text()).includes('<html')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The product ended with code ${child.exitCode}`);
}

/** The ids of a process and of all below it. */
export function listTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(Number(name));
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const tree = [pid];
  for (const at of tree) for (const [child, parent] of parents) if (parent === at) tree.push(child);
  return tree;
}

/** The fields of `/proc/<id>/stat` after the name: state, parent, …; undefined when the process has ended. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Proportional memory in bytes of all processes: shared pages are divided among those who share them. */
export function measureMemory(pid: number): { processes: number; bytes: number } {
  const tree = listTree(pid);
  const bytes = tree.reduce((sum, member) => {
    try {
      const rollup = readFileSync(`/proc/${member}/smaps_rollup`, 'utf8');
      return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
    } catch {
      return sum;
    }
  }, 0);
  return { processes: tree.length, bytes };
}

const ticksPerSecond = 100;

/** Processor seconds that all processes have used so far, those that ended included. */
export function measureProcessorSeconds(pid: number): number {
  return (
    listTree(pid).reduce((sum, member) => {
      const stat = readStat(member);
      // user, system, and the same of children that were waited for
      return sum + (stat ? [11, 12, 13, 14].reduce((ticks, field) => ticks + Number(stat[field]), 0) : 0);
    }, 0) / ticksPerSecond
  );
}
