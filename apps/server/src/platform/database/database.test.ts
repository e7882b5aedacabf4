import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAppError } from '../http/errors.ts';
import { silentLog } from '../log.ts';
import { type Database, newId, openDatabase } from './database.ts';
import { isDatabaseAway } from './database-fault.ts';
import { migrateDatabase } from './migrate.ts';

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
