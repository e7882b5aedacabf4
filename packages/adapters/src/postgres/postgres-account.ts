import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A system account by its numbers. */
export interface SystemAccount {
  name: string;
  uid: number;
  gid: number;
}

/** How to run a program so that PostgreSQL accepts its user: the words to put before it, and spawn options. */
export interface PostgresLauncher {
  /** The account that owns the files; undefined: the account of this process. */
  account: SystemAccount | undefined;
  prefix: string[];
  uid?: number;
  gid?: number;
}

// PostgreSQL refuses to run as root. The last one exists on every Unix.
const CANDIDATE_ACCOUNTS = ['lectern', 'postgres', 'nobody'];
const SETPRIV_PATHS = ['/usr/bin/setpriv', '/bin/setpriv'];
// linux/capability.h
const CAPABILITIES: [bit: bigint, name: string][] = [
  [2n, 'dac_read_search'],
  [1n, 'dac_override'],
];

function findAccount(name: string): SystemAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) return undefined;
  // macOS writes nobody as -2.
  return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** The first directory at or above `path` that `account` may not pass through. */
function findClosedDirectory(path: string, account: SystemAccount): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & needed) === 0) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function findSearchCapability(): string | undefined {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const mask = BigInt(`0x${effective ?? '0'}`);
  return CAPABILITIES.find(([bit]) => (mask >> bit) & 1n)?.[1];
}

/**
 * Decides under which account PostgreSQL runs. A normal user runs it as themselves. Root hands it to an
 * unprivileged account; when that account cannot reach the folders (a checkout under /root, mode 0700), it is
 * given the one capability that lets it pass, and nobody's permissions are changed.
 *
 * On Linux the kernel is asked to interrupt the server when this process dies, however it dies.
 *
 * @param paths existing files or folders that the server must reach
 * @throws Error with a sentence for the operator when no account can reach them
 */
export function choosePostgresLauncher(paths: string[]): PostgresLauncher {
  const setpriv = process.platform === 'linux' ? SETPRIV_PATHS.find((path) => existsSync(path)) : undefined;
  const dieWithParent = setpriv ? [setpriv, '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) return { account: undefined, prefix: dieWithParent };

  const account = CANDIDATE_ACCOUNTS.map(findAccount).find((candidate) => candidate !== undefined);
  if (!account) throw new Error(`PostgreSQL must not run as root, and none of ${CANDIDATE_ACCOUNTS} exists.`);

  const closed = paths
    .map((path) => findClosedDirectory(dirname(realpathSync(path)), account))
    .find((folder) => folder !== undefined);
  if (!closed) {
    const { uid, gid } = account;
    if (!setpriv) return { account, prefix: [], uid, gid };
    return { account, prefix: [...dieWithParent, ...dropPrivilegesArgs(account)] };
  }
  const capability = setpriv ? findSearchCapability() : undefined;
  if (!capability) {
    throw new Error(
      `PostgreSQL must not run as root, and the account ${account.name} cannot enter ${closed}. ` +
        'Start Lectern as a normal user, move its folders (LECTERN_DATA_DIR) to where that account may enter, ' +
        'or set LECTERN_DATABASE_URL.',
    );
  }
  // Without no_setuid_fixup the kernel leaves capabilities out of access(2), with which PostgreSQL checks its programs.
  const passing = ['--securebits', '+no_setuid_fixup'];
  passing.push('--inh-caps', `-all,+${capability}`, '--ambient-caps', `+${capability}`);
  return { account, prefix: [...dieWithParent, ...dropPrivilegesArgs(account), ...passing] };
}

function dropPrivilegesArgs({ uid, gid }: SystemAccount): string[] {
  return ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
}
