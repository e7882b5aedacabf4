import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAppError } from '../http/errors.ts';
import { silentLog } from '../log.ts';
import { type Database, newId, openDatabase } from './database.ts';
import { isDatabaseAway } from './database-fault.ts';
import { migrateDatabase } from './migrate.ts';
import { together } from './together.ts';

let cluster: TestDatabase;
let database: Database;

beforeAll(async () => {
  cluster = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
  database = await openDatabase(cluster.connectionString, { poolSize: 2, log: silentLog });
});
afterAll(async () => {
  await database.close();
  await cluster.drop();
});

const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error,
  );

test('a connection that is cut while in use fails its transaction alone, and counts as passing', async () => {
  const error = await caught(
    database.withCompany(newId(), async (tx) => {
      const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // Nothing is asked of the connection when the news arrives: an error event without a listener ends a process.
      await new Promise((next) => setTimeout(next, 200));
      await tx.execute(sql`select 1`);
    }),
  );
  expect(isDatabaseAway(error)).toBe(true);
  expect(asAppError(error)).toMatchObject({ code: 'server.unavailable', status: 503 });
  const again = await database.withCompany(newId(), (tx) => tx.execute(sql`select 1 as one`));
  expect(again.rows).toEqual([{ one: 1 }]);
});

test('an error of the database holds none of the values of its statement', async () => {
  const secret = 'hunter2-hunter2';
  const error = await caught(
    database.withCompany(newId(), (tx) => tx.execute(sql`select ${secret}::text, 1 / 0`)),
  );
  expect(error?.message).toBe('division by zero');
  expect(`${error} ${error?.stack} ${JSON.stringify(error)}`).not.toContain(secret);
});

test('one unreachable database is a fault that passes, a wrong statement is not', () => {
  expect(isDatabaseAway(Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }))).toBe(
    true,
  );
  expect(isDatabaseAway(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
  expect(isDatabaseAway(Object.assign(new Error('x'), { code: '57P01' }))).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('x'), { code: '22P02' }))).toBe(false);
});

test('the statements of a transaction share a round trip, and none outlives the first that fails', async () => {
  const company = newId();
  const seen = sql`select current_setting('lectern.company_id') as company`;
  const [first, second] = await database.withCompany(company, (tx) =>
    together([tx.execute(seen), tx.execute(sql`select ${company}::text as company`)]),
  );
  expect([first.rows, second.rows]).toEqual([[{ company }], [{ company }]]);

  // What goes on after the fault is still in the transaction that it broke.
  let later: Error | undefined;
  const error = await caught(
    database.withCompany(company, (tx) =>
      together([
        tx.execute(sql`select 1 / 0`),
        (async () => {
          await new Promise((next) => setTimeout(next, 20));
          later = await caught(tx.execute(seen));
        })(),
      ]),
    ),
  );
  expect(error?.message).toBe('division by zero');
  expect(`${later?.cause}`).toContain('current transaction is aborted');
});

test('a statement that comes often is prepared, and sees the company of each transaction', async () => {
  const statement = (n: number) =>
    sql`select ${n}::int as n, current_setting('lectern.company_id') as company from pg_class limit 1`;
  for (let n = 0; n < 12; n++) {
    const company = newId();
    const { rows } = await database.withCompany(company, (tx) => tx.execute(statement(n)));
    expect(rows).toEqual([{ n, company }]);
  }
  const prepared = sql`select count(*)::int as count from pg_prepared_statements where statement like '%from pg_class limit 1%'`;
  const { rows } = await database.withCompany(newId(), (tx) => tx.execute(prepared));
  expect(rows[0]?.count).toBeGreaterThan(0);
});
