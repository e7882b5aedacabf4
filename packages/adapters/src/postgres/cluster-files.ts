import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SOCKET_NAME } from './cluster-state.ts';
import type { PostgresLauncher, SystemAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

// The folder names its major version: a later one cannot open these files and must convert them.
const CLUSTER_NAME = 'cluster-18';
// sizeof(sockaddr_un.sun_path) less the end mark: 107 on Linux, 103 on macOS.
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

/** Where one embedded server keeps its files. Absolute paths. */
export interface ClusterPaths {
  dataDirectory: string;
  clusterDirectory: string;
}

/** The environment of PostgreSQL programs: nothing of ours, so that no secret is readable in it. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function makePrivateDirectory(path: string, account: SystemAccount | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}

/** Creates the data directory if needed. */
export function prepareClusterPaths(dataDirectory: string): ClusterPaths {
  const absolute = resolve(dataDirectory);
  mkdirSync(absolute, { recursive: true, mode: 0o700 });
  return { dataDirectory: absolute, clusterDirectory: join(absolute, CLUSTER_NAME) };
}

/**
 * Makes the folder of the server's socket, open to nobody but its account: inside the data directory, or in the
 * system's temporary folder when that path would be too long for a socket.
 */
export function prepareSocketDirectory(
  { dataDirectory }: ClusterPaths,
  account: SystemAccount | undefined,
): string {
  const inside = join(dataDirectory, 'socket');
  if (Buffer.byteLength(join(inside, SOCKET_NAME)) <= SOCKET_PATH_BYTES) {
    makePrivateDirectory(inside, account);
    return inside;
  }
  const shortest = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  const outside = mkdtempSync(join(shortest, 'lectern-'));
  if (account) chownSync(outside, account.uid, account.gid);
  return outside;
}

function runInitdb(binaries: PostgresBinaries, launcher: PostgresLauncher, target: string): Promise<void> {
  const words = [
    ...launcher.prefix,
    binaries.initdb,
    `--pgdata=${target}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The socket's folder is closed to every other account, and no network port is opened.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ];
  const child = spawn(words[0]!, words.slice(1), {
    uid: launcher.uid,
    gid: launcher.gid,
    env: POSTGRES_ENVIRONMENT,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint = (complaint + data).slice(-2000);
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`PostgreSQL could not create its files: ${complaint.trim()}`)),
    );
  });
}

/**
 * Creates the cluster on the first start. It is made next to its place and renamed into it, so that an interrupted
 * start leaves nothing half made.
 */
export async function createCluster(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  launcher: PostgresLauncher,
): Promise<void> {
  makePrivateDirectory(paths.dataDirectory, launcher.account);
  if (existsSync(paths.clusterDirectory)) return;
  const draft = `${paths.clusterDirectory}.draft-${randomBytes(4).toString('hex')}`;
  try {
    await runInitdb(binaries, launcher, draft);
    renameSync(draft, paths.clusterDirectory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start was faster; whether it still holds the cluster is found out next.
    if (!existsSync(paths.clusterDirectory)) throw error;
  }
}

/** Removes what interrupted first starts left. Only for the start that holds the cluster. */
export function removeDrafts({ dataDirectory }: ClusterPaths): void {
  for (const name of readdirSync(dataDirectory)) {
    if (!name.startsWith(`${CLUSTER_NAME}.draft-`)) continue;
    rmSync(join(dataDirectory, name), { recursive: true, force: true });
  }
}
