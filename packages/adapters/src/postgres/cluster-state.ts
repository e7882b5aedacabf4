import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_NAME = 'postmaster.pid';
/** The file of the Unix socket: PostgreSQL derives it from the port, which is always the default here. */
export const SOCKET_NAME = '.s.PGSQL.5432';

/** What a cluster folder says about the server that uses, or used, it. */
export type ClusterState =
  /** No server, no trace of one: free to start. */
  | { kind: 'free' }
  /** A postmaster lives; its socket is in `socketDirectory`. */
  | { kind: 'running'; pid: number; socketDirectory: string }
  /** The postmaster is gone and some of its children still work: wait for them. */
  | { kind: 'ending' }
  /** A lock file whose owner is not among the processes that can be seen from here. */
  | { kind: 'abandoned'; lock: LockFile };

/** What a server wrote into its folder when it started. */
export interface LockFile {
  text: string;
  pid: number;
  socketDirectory: string;
}

function findLockFile(clusterDirectory: string): LockFile | undefined {
  try {
    const text = readFileSync(join(clusterDirectory, LOCK_NAME), 'utf8');
    const lines = text.split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    // Line 5 is the first socket directory (PostgreSQL, src/include/utils/pidfile.h).
    return Number.isNaN(pid) ? undefined : { text, pid, socketDirectory: lines[4] ?? '' };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The living processes that work in `clusterDirectory`. Every PostgreSQL process makes it its working
 * directory, a zombie has none, and a stranger who was given the old number has another.
 */
function findClusterProcesses(clusterDirectory: string): number[] {
  const target = realpathSync(clusterDirectory);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === target;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/**
 * Tells whether a server uses the cluster folder. `abandoned` means that the owner of the lock file has vanished,
 * is a zombie that nobody collects, or had a number since given to another program: PostgreSQL itself would refuse
 * to start on the last two.
 */
export function inspectCluster(clusterDirectory: string): ClusterState {
  const lock = findLockFile(clusterDirectory);
  if (!lock) return { kind: 'free' };
  const { pid, socketDirectory } = lock;
  if (process.platform !== 'linux') {
    return isAlive(pid) ? { kind: 'running', pid, socketDirectory } : { kind: 'free' };
  }
  const workers = findClusterProcesses(clusterDirectory);
  if (workers.includes(pid)) return { kind: 'running', pid, socketDirectory };
  // Until the last child has gone, the lock file must stay: PostgreSQL reads from it which shared memory to check.
  if (workers.length > 0) return { kind: 'ending' };
  return { kind: 'abandoned', lock };
}

/**
 * Removes the lock files of a server that is known to be gone, unless another start has replaced them since. The one
 * in the folder goes last: while it is there, an interrupted removal is repeated.
 */
export function removeLockFiles(clusterDirectory: string, { text, socketDirectory }: LockFile): void {
  if (findLockFile(clusterDirectory)?.text !== text) return;
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) {
    if (socketDirectory) rmSync(join(socketDirectory, name), { force: true });
  }
  rmSync(join(clusterDirectory, LOCK_NAME), { force: true });
}

/** Whether a process still exists in a form that can be waited for (not a zombie). */
export function isServerAlive(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^\d+ \(.*\) [ZX] /s.test(state);
  } catch {
    return false;
  }
}
