import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCluster, prepareClusterPaths } from './cluster-files.ts';
import { isServerAlive } from './cluster-state.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { choosePostgresLauncher } from './postgres-account.ts';
import { getPostgresBinaries } from './postgres-binaries.ts';

const log = { info: () => {}, warn: () => {} };
const fixture = fileURLToPath(new URL('supervisor.fixture.ts', import.meta.url));

let dataDirectory: string;
let children: ChildProcess[];
let servers: EmbeddedPostgres[];

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'postgres-test-'));
  children = [];
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  for (const child of children) child.kill('SIGKILL');
  const pid = findServerPid();
  if (pid !== undefined) {
    if (isServerAlive(pid)) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(isServerAlive(pid)).toBe(false));
  }
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, log });
  servers.push(server);
  return server;
}

/** Starts the fixture and waits for its first line. */
async function startElsewhere(): Promise<{ child: ChildProcess; connectionString: string; error?: string }> {
  const child = spawn(process.execPath, [fixture, dataDirectory], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ...JSON.parse(line) };
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function getClusterDirectory(): string {
  return join(dataDirectory, 'cluster-18');
}

function getLockPath(): string {
  return join(getClusterDirectory(), 'postmaster.pid');
}

function findServerPid(): number | undefined {
  return existsSync(getLockPath()) ? Number.parseInt(readFileSync(getLockPath(), 'utf8'), 10) : undefined;
}

async function writeNote(connectionString: string): Promise<void> {
  await query(connectionString, 'create table note (text text)');
  await query(connectionString, "insert into note values ('kept')");
}

async function expectNote(connectionString: string): Promise<void> {
  expect(await query(connectionString, 'select text from note')).toEqual([{ text: 'kept' }]);
}

describe('startEmbeddedPostgres', () => {
  it('gives a durable UTF-8 database under a role that row-level security binds', async () => {
    const { connectionString } = await start();
    const [row] = await query(
      connectionString,
      `select current_user::text as user, current_database()::text as database, rolsuper, rolbypassrls,
              current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
              current_setting('server_encoding') as encoding, upper('é') as upper
       from pg_roles where rolname = current_user`,
    );
    expect(row).toEqual({
      user: 'lectern',
      database: 'lectern',
      rolsuper: false,
      rolbypassrls: false,
      fsync: 'on',
      pages: 'on',
      encoding: 'UTF8',
      upper: 'É',
    });
  });

  it('closes its files and its socket to other accounts and never runs as root', async () => {
    const { connectionString } = await start();
    const socket = new URL(connectionString).searchParams.get('host')!;
    for (const folder of [dataDirectory, getClusterDirectory(), socket]) {
      expect(statSync(folder).mode & 0o077, folder).toBe(0);
    }
    expect(statSync(getClusterDirectory()).uid).not.toBe(0);
  });

  it('keeps the data over a stop and a start, and stopping twice is harmless', async () => {
    const first = await start();
    await writeNote(first.connectionString);
    await first.stop();
    await first.stop();
    expect(existsSync(getLockPath())).toBe(false);
    const second = await start();
    expect(second.connectionString).toBe(first.connectionString);
    await expectNote(second.connectionString);
  });

  it('stops although a session is open', async () => {
    const { connectionString, stop } = await start();
    const client = new Client({ connectionString });
    client.on('error', () => {});
    await client.connect();
    const ended = new Promise((done) => client.once('end', done));
    await stop();
    await ended;
    expect(findServerPid()).toBeUndefined();
  });

  it('refuses a second start on the same directory and leaves the first one be', async () => {
    const { child, connectionString } = await startElsewhere();
    await writeNote(connectionString);
    await expect(start()).rejects.toThrow(new RegExp(`already in use, by process ${child.pid}`));
    await expectNote(connectionString);
  });

  it('lets one of several simultaneous first starts win', async () => {
    const starts = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    const winners = starts.filter(({ error }) => error === undefined);
    expect(winners).toHaveLength(1);
    for (const { error } of starts) if (error) expect(error).toMatch(/already in use/);
    await writeNote(winners[0]!.connectionString);
    await expectNote(winners[0]!.connectionString);
  });

  it('starts again, on the same socket, a server that was killed', async () => {
    const { connectionString } = await start();
    await writeNote(connectionString);
    process.kill(findServerPid()!, 'SIGKILL');
    await vi.waitFor(() => expectNote(connectionString), { timeout: 20_000, interval: 100 });
  });

  it('stops the server when its supervisor is killed, and starts on what it left', async () => {
    const { child, connectionString } = await startElsewhere();
    await writeNote(connectionString);
    child.kill('SIGKILL');
    const next = await start();
    await expectNote(next.connectionString);
  });

  it('recovers when supervisor and server are killed together', async () => {
    const { child, connectionString } = await startElsewhere();
    await writeNote(connectionString);
    process.kill(findServerPid()!, 'SIGKILL');
    child.kill('SIGKILL');
    const next = await start();
    await expectNote(next.connectionString);
  });

  it('stops a server that runs without a supervisor', async () => {
    const first = await start();
    await writeNote(first.connectionString);
    await first.stop();
    const { postgres } = getPostgresBinaries();
    const { account } = choosePostgresLauncher([postgres, dataDirectory]);
    const socket = new URL(first.connectionString).searchParams.get('host');
    const orphan = spawn(
      postgres,
      ['-D', getClusterDirectory(), '-c', `unix_socket_directories=${socket}`, '-c', 'listen_addresses='],
      { uid: account?.uid, gid: account?.gid, stdio: 'ignore' },
    );
    children.push(orphan);
    const gone = once(orphan, 'exit');
    await vi.waitFor(() => query(first.connectionString, 'select 1'), { timeout: 20_000 });
    const next = await start();
    await gone;
    await expectNote(next.connectionString);
  });

  it.runIf(process.platform === 'linux')(
    'passes over the lock file of a zombie and of a stranger',
    async () => {
      await (await start()).stop();
      // `sleep` never collects the child that the shell left it.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      children.push(parent);
      const [zombie] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
      await vi.waitFor(() => expect(readFileSync(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /), {
        timeout: 10_000,
      });
      for (const pid of [zombie, process.pid]) {
        writeFileSync(
          getLockPath(),
          `${pid}\n${getClusterDirectory()}\n1\n5432\n${dataDirectory}/socket\n\n`,
        );
        await (await start()).stop();
      }
    },
  );

  it('puts its socket elsewhere when the path would be too long', async () => {
    dataDirectory = join(dataDirectory, 'long'.repeat(30));
    const { connectionString, stop } = await start();
    const socket = new URL(connectionString).searchParams.get('host')!;
    expect(socket.startsWith(dataDirectory)).toBe(false);
    await writeNote(connectionString);
    await stop();
    expect(existsSync(socket)).toBe(false);
  });

  it('removes what an interrupted first start left', async () => {
    mkdirSync(join(dataDirectory, 'cluster-18.draft-0'));
    writeFileSync(join(dataDirectory, 'cluster-18.draft-0', 'PG_VERSION'), '18\n');
    await start();
    expect(readdirSync(dataDirectory).filter((name) => name.includes('draft'))).toEqual([]);
  });

  it('works below a folder that only root may enter, when root starts it', async () => {
    if (process.getuid?.() !== 0) return;
    const closed = join(dataDirectory, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const server = await startEmbeddedPostgres({ dataDirectory: join(closed, 'postgres'), log });
    try {
      await writeNote(server.connectionString);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
    } finally {
      await server.stop();
    }
  });

  it('runs programs that lie below a folder that only root may enter', async () => {
    if (process.getuid?.() !== 0) return;
    const closed = join(dataDirectory, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const programs = dirname(dirname(getPostgresBinaries().postgres));
    cpSync(programs, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    const folder = join(closed, 'native/bin');
    const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
    const paths = prepareClusterPaths(join(closed, 'postgres'));
    await createCluster(paths, binaries, choosePostgresLauncher([binaries.postgres, paths.dataDirectory]));
    expect(existsSync(join(paths.clusterDirectory, 'PG_VERSION'))).toBe(true);
  });
});
