import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  type ClusterPaths,
  createCluster,
  POSTGRES_ENVIRONMENT,
  prepareClusterPaths,
  prepareSocketDirectory,
  removeDrafts,
} from './cluster-files.ts';
import { ensureOwnerDatabase, getOwnerConnectionString, lockCluster } from './cluster-session.ts';
import { inspectCluster, isServerAlive, removeLockFiles } from './cluster-state.ts';
import { choosePostgresLauncher, type PostgresLauncher } from './postgres-account.ts';
import { getPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

/** Where the supervisor tells what it does; a pino logger fits. */
export interface EmbeddedPostgresLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedPostgresOptions {
  /** Folder for the server's files; created if missing, closed to other accounts. */
  dataDirectory: string;
  log: EmbeddedPostgresLog;
  /** PostgreSQL settings over ours, by name. Tests trade durability for speed here; the product never does. */
  settings?: Record<string, string>;
}

/** A running server of our own. */
export interface EmbeddedPostgres {
  /** Connects as the owner of the database `lectern`, which is no superuser. */
  connectionString: string;
  /** Stops the server and waits until it is gone. Sessions still open are ended. */
  stop(): Promise<void>;
}

// Small: one company's laptop, not a database machine. Durability (fsync, full_page_writes) stays at its default, on.
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '32MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  // The alternative keeps three worker processes.
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '2',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_wal_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and the values in error details are the users' content: they do not belong in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const PREDECESSOR_PATIENCE_MS = 60_000;
const HOLDER_PATIENCE_MS = 5_000;
const ORPHAN_GRACE_MS = 1_500;
const FAST_SHUTDOWN_MS = 15_000;
const RESTARTS_PER_MINUTE = 5;

interface Server {
  child: ChildProcess;
  session: Client;
  exited: Promise<void>;
}

interface Site {
  paths: ClusterPaths;
  socketDirectory: string;
  binaries: PostgresBinaries;
  launcher: PostgresLauncher;
  settings: Record<string, string>;
  log: EmbeddedPostgresLog;
}

/** Waits for the last server on these files to go, ends an orphan, refuses when another program uses it. */
async function stopStaleServer({ paths, log }: Pick<Site, 'paths' | 'log'>): Promise<void> {
  const start = Date.now();
  const deadline = start + PREDECESSOR_PATIENCE_MS;
  let firstSeenFree = 0;
  while (Date.now() < deadline) {
    const state = inspectCluster(paths.clusterDirectory);
    if (state.kind === 'free') return;
    if (state.kind === 'abandoned') {
      // Its process cannot be seen, but in a container next to this one it may still be answering.
      const hold = await lockCluster(state.lock.socketDirectory);
      if (hold.kind === 'unreachable') {
        removeLockFiles(paths.clusterDirectory, state.lock);
        continue;
      }
      if (hold.kind === 'held') await hold.session.end();
      throw new Error(`The database in ${paths.dataDirectory} is already in use, by another container.`);
    }
    if (state.kind === 'running') {
      const hold = await lockCluster(state.socketDirectory);
      // One that is told to stop is given the time for it: a restart must not fail for being quick.
      if (hold.kind === 'taken' && Date.now() > start + HOLDER_PATIENCE_MS) {
        throw new Error(
          `The database in ${paths.dataDirectory} is already in use, by process ${hold.holder}. ` +
            'Stop that one first, or choose another LECTERN_DATA_DIR.',
        );
      }
      if (hold.kind === 'held') {
        await hold.session.end();
        // A server that has just started is briefly without its supervisor's lock too.
        firstSeenFree ||= Date.now();
        if (Date.now() - firstSeenFree > ORPHAN_GRACE_MS) {
          log.warn(`stopping the PostgreSQL (process ${state.pid}) that an earlier run left behind`);
          await endProcess(state.pid);
          continue;
        }
      }
    }
    await sleep(50);
  }
  throw new Error(`The last server of ${paths.dataDirectory} does not go away. Stop its postgres processes.`);
}

async function endProcess(pid: number): Promise<void> {
  // PostgreSQL: INT ends sessions and stops, QUIT stops at once and recovers at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + FAST_SHUTDOWN_MS;
    while (Date.now() < deadline) {
      if (!isServerAlive(pid)) return;
      await sleep(20);
    }
  }
}

/** Starts the server process and resolves when it takes connections. */
function launch(site: Site): Promise<{ child: ChildProcess; exited: Promise<void> }> {
  const { paths, socketDirectory, binaries, launcher, settings, log } = site;
  const words = [...launcher.prefix, binaries.postgres, '-D', paths.clusterDirectory];
  for (const [name, value] of Object.entries({ ...settings, unix_socket_directories: socketDirectory })) {
    words.push('-c', `${name}=${value}`);
  }
  const child = spawn(words[0]!, words.slice(1), {
    uid: launcher.uid,
    gid: launcher.gid,
    env: POSTGRES_ENVIRONMENT,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // A session of its own: Ctrl-C must reach us alone, we stop the server last.
    detached: true,
  });
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  return new Promise((done, fail) => {
    let complaint = '';
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (line.includes('ready to accept connections')) return done({ child, exited });
      const [, severity, text] = /^.*?\b(LOG|WARNING|ERROR|FATAL|PANIC): +(.*)$/.exec(line) ?? [];
      if (severity !== 'LOG') complaint = text ?? line;
      if (severity === 'WARNING' || severity === 'PANIC') log.warn(`PostgreSQL: ${text}`);
    });
    child.once('error', fail);
    child.once('exit', (code) =>
      fail(new Error(`PostgreSQL did not start: ${complaint || `exit code ${code}`}`)),
    );
  });
}

async function startServer(site: Site): Promise<Server> {
  await stopStaleServer(site);
  let launched: Awaited<ReturnType<typeof launch>>;
  try {
    launched = await launch(site);
  } catch (error) {
    // A start at the same moment may have been faster: then say that, rather than what its lock file did to ours.
    await stopStaleServer(site);
    throw error;
  }
  const hold = await lockCluster(site.socketDirectory);
  if (hold.kind !== 'held') {
    launched.child.kill('SIGINT');
    throw new Error('PostgreSQL started but does not answer.');
  }
  return { ...launched, session: hold.session };
}

/**
 * Starts the PostgreSQL that npm installed, on a Unix socket that only this account (or root) can reach, and keeps
 * it running: a server that dies is started again on the same socket. The first start creates its files.
 *
 * One data directory has one supervisor; a second start refuses with a sentence. A server that a killed run left
 * behind is stopped first. Started by root, the server runs as an unprivileged account.
 *
 * @throws Error with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, log, settings } = options;
  const binaries = getPostgresBinaries();
  const paths = prepareClusterPaths(dataDirectory);
  const launcher = choosePostgresLauncher([binaries.postgres, paths.dataDirectory]);
  await createCluster(paths, binaries, launcher);
  rejectForeignCluster(paths);
  const socketDirectory = prepareSocketDirectory(paths, launcher.account);
  const site: Site = {
    paths,
    socketDirectory,
    binaries,
    launcher,
    log,
    settings: { ...SETTINGS, ...settings },
  };

  return superviseServer(site, await startServer(site));
}

async function superviseServer(site: Site, first: Server): Promise<EmbeddedPostgres> {
  const { paths, socketDirectory, log } = site;
  let server = first;
  let stopping = false;
  const endWithProcess = (): void => {
    server.child.kill('SIGINT');
  };
  process.once('exit', endWithProcess);

  const endServer = async (): Promise<void> => {
    await server.session.end().catch(() => {});
    const { pid, exitCode, signalCode } = server.child;
    if (pid !== undefined && exitCode === null && signalCode === null) await endProcess(pid);
    await server.exited;
  };

  const restart = async (): Promise<void> => {
    log.warn('PostgreSQL has stopped by itself; starting it again');
    try {
      server = await startServer(site);
      log.info('PostgreSQL is back');
      if (stopping) await endServer();
    } catch (error) {
      log.warn(`PostgreSQL cannot be started: ${(error as Error).message}`);
    }
  };

  const supervise = async (): Promise<void> => {
    const restarts: number[] = [];
    for (;;) {
      await server.exited;
      await server.session.end().catch(() => {});
      if (stopping) return;
      restarts.push(Date.now());
      if (restarts.filter((time) => time > Date.now() - 60_000).length > RESTARTS_PER_MINUTE) {
        log.warn('PostgreSQL keeps stopping; it is not started again');
        return;
      }
      await restart();
    }
  };

  const supervision = supervise();
  const stop = async (): Promise<void> => {
    stopping = true;
    await endServer();
    await supervision;
    process.removeListener('exit', endWithProcess);
    if (!socketDirectory.startsWith(paths.dataDirectory)) {
      rmSync(socketDirectory, { recursive: true, force: true });
    }
  };

  try {
    removeDrafts(paths);
    await ensureOwnerDatabase(server.session);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString: getOwnerConnectionString(socketDirectory), stop };
}

function rejectForeignCluster({ clusterDirectory }: ClusterPaths): void {
  const user = process.getuid?.();
  const owner = statSync(clusterDirectory).uid;
  if (user === undefined || user === 0 || user === owner) return;
  throw new Error(
    `${clusterDirectory} belongs to another account (number ${owner}). ` +
      'Start Lectern with the account that made it, or choose another LECTERN_DATA_DIR.',
  );
}
