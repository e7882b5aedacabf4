import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { v7 } from 'uuid';
import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';
import { trackTransaction } from './current-transaction.ts';
import { createStatementNaming } from './prepared-statements.ts';

/** A transaction in which row-level security knows the company. The only way to the tables. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient };

declare const withoutActor: unique symbol;

/**
 * A transaction that no actor's rights apply to: a job, maintenance, or somebody who proves who they are by a
 * password or a code. Queries that update or delete without an `Authorized` row demand one.
 */
export type SystemTx = Tx & { readonly [withoutActor]: true };

/**
 * The same transaction, for what the system does within an actor's, such as ending the answers of a crashed process.
 * The reason is for the reader of the code.
 */
export function asSystemTx(_reason: string, tx: Tx): SystemTx {
  return tx as SystemTx;
}

/** Ids grow with time, so that indexes stay compact and lists sort by age. */
export function newId(): string {
  return v7();
}

/** Longest wait for a free connection; then the request is answered with `server.unavailable`. */
const longestWaitMs = 20_000;
/** A transaction that waits so long for something else, such as the object store, lets go of its locks. */
const longestIdleMs = 60_000;
/** Any number that no other program takes; processes that start together prepare the role one after another. */
const roleLock = 7_316_242_003;

export type Database = {
  pool: pg.Pool;
  /** Everything inside sees and writes rows of the actor's active company alone. */
  withActor: <T>(actor: Pick<Actor, 'companyId' | 'accountId'>, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** For jobs and other work of one company that no person does. */
  withCompany: <T>(companyId: string, work: (tx: SystemTx) => Promise<T>) => Promise<T>;
  /** The exception, for a person: administration, a person's own account. The reason is for the reader of the code. */
  acrossCompanies: <T>(reason: string, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The exception without an actor: sign-in, token look-up, maintenance. The reason is for the reader of the code. */
  asSystem: <T>(reason: string, work: (tx: SystemTx) => Promise<T>) => Promise<T>;
  /** A connection outside the pool, for what lasts as long as the process, such as a lock. The caller ends it. */
  openSession: () => Promise<pg.Client>;
  close: () => Promise<void>;
};

/** Opens a pool. A login that would bypass row-level security is lowered to the role `lectern_app`. */
export async function openDatabase(
  connectionString: string,
  options: { poolSize: number; log: Log },
): Promise<Database> {
  const role = await resolveAppRole(connectionString);
  const connection = {
    connectionString,
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
  };
  const nameStatements = createStatementNaming();
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: longestWaitMs,
    // Statements that do not wait for one another share a round trip.
    pipeline: true,
    idle_in_transaction_session_timeout: longestIdleMs,
  });
  // A connection that breaks must not end the process, whether it lies idle or is in use.
  pool.on('error', (error) => options.log.warn({ event: 'database.connection_lost', reason: error.message }));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    nameStatements(client);
  });

  function inTransaction<T>(settings: TransactionSettings, work: (tx: SystemTx) => Promise<T>): Promise<T> {
    return trackTransaction(() => run(settings, work));
  }

  async function run<T>(settings: TransactionSettings, work: (tx: SystemTx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      // Sent ahead of the first statement, which goes out without waiting for it.
      const begun = client.query(`begin; ${settingsStatement(settings)}`);
      begun.catch(() => undefined);
      const result = await work(drizzle(client) as SystemTx);
      await begun;
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      // The library's own error spells out every value of the statement: none of that may reach a log.
      throw error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
    } finally {
      // A connection that cannot even roll back is thrown away.
      client.release(broken);
    }
  }

  return {
    pool,
    withActor: (actor, work) =>
      inTransaction({ companyId: actor.companyId, accountId: actor.accountId, across: '' }, work),
    withCompany: (companyId, work) => inTransaction({ companyId, accountId: '', across: '' }, work),
    acrossCompanies: (_reason, work) => inTransaction({ companyId: '', accountId: '', across: 'on' }, work),
    asSystem: (_reason, work) => inTransaction({ companyId: '', accountId: '', across: 'on' }, work),
    openSession: async () => {
      const client = new pg.Client(connection);
      client.on('error', (error) =>
        options.log.warn({ event: 'database.connection_lost', reason: error.message }),
      );
      await client.connect();
      return client;
    },
    close: () => pool.end(),
  };
}

type TransactionSettings = { companyId: string; accountId: string; across: string };

/** Beginning and settings go in one round trip, which cannot carry parameters: hence the escaping. */
function settingsStatement({ companyId, accountId, across }: TransactionSettings): string {
  const set = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`;
  return `select ${[
    set('lectern.company_id', companyId),
    set('lectern.account_id', accountId),
    set('lectern.across_companies', across),
  ].join(', ')}`;
}

async function resolveAppRole(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    );
    if (rows[0]?.bypasses !== true) return undefined;
    await client.query('select pg_advisory_lock($1)', [roleLock]);
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'lectern_app') then create role lectern_app nologin; end if;
    end $$`);
    await client.query('grant usage, create on schema public to lectern_app');
    await client.query(
      `do $$ begin execute format('grant all on database %I to lectern_app', current_database()); end $$`,
    );
    await client.query('grant all on all tables in schema public to lectern_app');
    await client.query('grant all on all sequences in schema public to lectern_app');
    await client.query('alter default privileges in schema public grant all on tables to lectern_app');
    return 'lectern_app';
  } finally {
    await client.end();
  }
}
