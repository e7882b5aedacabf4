import { Client } from 'pg';

/** The role and database of the application. Not a superuser: row-level security binds it. */
const OWNER = 'lectern';
// Any constant will do; it marks the cluster as held by a supervisor. Session-level, so it ends with its holder.
const SUPERVISOR_LOCK = 5_315_871;
const SUPERVISOR_NAME = 'lectern supervisor';

/** The outcome of asking a server for its supervisor's lock. */
export type ClusterLock =
  | { kind: 'held'; session: Client }
  | { kind: 'taken'; holder: string }
  /** The server does not answer, or not yet. */
  | { kind: 'unreachable' };

/**
 * Connects as superuser and takes the lock that says "this server has a living supervisor".
 *
 * @param socketDirectory folder of the server's Unix socket
 */
export async function lockCluster(socketDirectory: string): Promise<ClusterLock> {
  const session = new Client({
    host: socketDirectory,
    user: 'postgres',
    database: 'postgres',
    application_name: `${SUPERVISOR_NAME} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  // A server that ends its sessions at shutdown reports it here; without a listener that would end the process.
  session.on('error', () => {});
  try {
    await session.connect();
    const answer = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      SUPERVISOR_LOCK,
    ]);
    if (answer.rows[0]?.held) return { kind: 'held', session };
    const others = await session.query<{ name: string }>(
      'select application_name as name from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()',
      [`${SUPERVISOR_NAME} %`],
    );
    await session.end();
    return { kind: 'taken', holder: others.rows[0]?.name.slice(SUPERVISOR_NAME.length + 1) ?? 'unknown' };
  } catch {
    await session.end().catch(() => {});
    return { kind: 'unreachable' };
  }
}

/** Creates the application's role and database where they are missing. Safe to repeat after an interruption. */
export async function ensureOwnerDatabase(session: Client): Promise<void> {
  const found = await session.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [OWNER],
  );
  // CREATEDB serves the tests, which clone databases; it gives no right over another one's rows.
  if (!found.rows[0]?.role)
    await session.query(`create role ${OWNER} login createdb nosuperuser nobypassrls`);
  if (!found.rows[0]?.database) await session.query(`create database ${OWNER} owner ${OWNER}`);
}

/** The URL under which the application reaches its database through the socket in `socketDirectory`. */
export function getOwnerConnectionString(socketDirectory: string): string {
  return `postgresql://${OWNER}@localhost/${OWNER}?host=${encodeURIComponent(socketDirectory)}`;
}
