import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { migrateDatabase, readConfig, reconcile, silentLog, startServer } from '@lectern/server';
import pg from 'pg';
import { createTestDatabase } from '../database.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { TestServer } from './test-server.ts';

/** What the reconciler finds in an installation that nothing was lost in. */
export const nothingLeft = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };

/** The product as it runs, in processes of their own, until somebody kills them. */
export type KillableServer = {
  /** Of the process that started last. */
  url: string;
  /** Signed in as the platform's administrator at the process that started last. */
  client: ApiClient;
  /** Starts a process, next to others that run; returns its `client` when it answers. */
  start: () => Promise<ApiClient>;
  /** Ends every process, at once unless told otherwise. Throws where one had ended by itself. */
  kill: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** For each moment in turn: waits for it, kills the process there, and starts another. */
  killAt: (moments: Record<string, () => Promise<boolean>>) => Promise<void>;
  /** Runs a statement across companies, whether a process runs or not. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it expects.
  query: (text: string, values?: unknown[]) => Promise<any[]>;
  /** Rows of `from`, which may continue with joins and conditions. */
  count: (from: string, values?: unknown[]) => Promise<number>;
  /**
   * Opens what the processes left behind, without continuing with it. `findLeft` says what the reconciler finds two hours
   * later, when even the grace for uploads under way is over, and repairs it.
   */
  inspect: (
    work: (platform: TestServer['platform'], findLeft: () => Promise<typeof nothingLeft>) => Promise<void>,
  ) => Promise<void>;
  close: () => Promise<void>;
};

const workerUrl = import.meta.resolve('@lectern/server/parse-worker');
const workerScript = fileURLToPath(workerUrl);
const mainScript = fileURLToPath(new URL('main.ts', workerUrl));
const admin = { login: 'admin@example.org', password: 'correct horse battery' };
const graceMs = 2 * 3600_000;

/** Makes a database and a data directory for processes to come; settings are environment variables of Lectern. */
export async function createKillableServer(settings: Record<string, string> = {}): Promise<KillableServer> {
  const database = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-killed-'));
  const environment = {
    LECTERN_PORT: '0',
    LECTERN_DATA_DIR: dataDirectory,
    LECTERN_DATABASE_URL: database.connectionString,
    LECTERN_ADMIN_EMAIL: admin.login,
    LECTERN_ADMIN_PASSWORD: admin.password,
    LECTERN_RATE_LIMIT: '0',
    LECTERN_LOG_LEVEL: 'error',
    ...settings,
  };
  const watcher = new pg.Client({ connectionString: database.connectionString });
  await watcher.connect();
  await watcher.query("select set_config('lectern.across_companies', 'on', false)");
  const running = new Set<ChildProcess>();
  let closed = false;

  const server: KillableServer = {
    url: '',
    client: createApiClient(''),
    start: async () => {
      // A test that ran out of time continues for a while: it must leave no process behind.
      if (closed) throw new Error('The test is over');
      const child = spawn(process.execPath, [mainScript], {
        env: { PATH: process.env.PATH ?? '', ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      const url = await readAddress(child);
      const { body } = await createApiClient(url).call('POST', '/sessions', admin);
      server.url = url;
      server.client = createApiClient(url, body.token);
      return server.client;
    },
    kill: async (signal = 'SIGKILL') => {
      for (const child of running) {
        running.delete(child);
        if (child.exitCode !== null) throw new Error(`A server ended by itself: ${child.exitCode}`);
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      }
    },
    killAt: async (moments) => {
      for (const [name, isThere] of Object.entries(moments)) {
        await waitUntil(name, isThere);
        await server.kill();
        await server.start();
      }
    },
    query: async (text, values = []) => (await watcher.query(text, values)).rows,
    count: async (from, values) =>
      (await server.query(`select count(*)::int as count from ${from}`, values))[0].count,
    inspect: async (work) => {
      const { platform, stop } = await startServer({
        config: readConfig({ ...environment, LECTERN_ROLES: 'web' }),
        log: silentLog,
        connectionString: database.connectionString,
        parser: { workerScript },
        webFolder: undefined,
      });
      try {
        await work(platform, () => reconcile(platform, Date.now() + graceMs));
      } finally {
        await stop();
      }
    },
    close: async () => {
      closed = true;
      for (const child of running) child.kill('SIGKILL');
      await watcher.end();
      await database.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
  return server;
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('What the server prints is not read');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Lectern is ready: (\S+)/.exec(line)?.[1];
    if (!url) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error('The server ended before it was ready');
}

/** Looks so often that moments of a few milliseconds are met. */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 30_000; look++) {
    if (await isTrue()) return;
    await new Promise((next) => setTimeout(next, 3));
  }
  throw new Error(`Waited in vain: ${what}`);
}
