import { createTestDatabase } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { migrateDatabase } from '../../../platform/database/migrate.ts';
import { silentLog } from '../../../platform/log.ts';
import { deleteOldHostTurns, openHostTurns } from './host-turn.queries.ts';

const hour = 3_600_000;

let database: Database;
/** Of another process: it shares nothing but the database server. */
let elsewhere: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  await migrateDatabase(made.connectionString);
  database = await openDatabase(made.connectionString, { poolSize: 2, log: silentLog });
  elsewhere = await openDatabase(made.connectionString, { poolSize: 2, log: silentLog });
});
afterAll(async () => {
  await database.close();
  await elsewhere.close();
  await drop();
});

test('of processes that visit a host at once one has the turn; the others ask again, and reserve nothing', async () => {
  const [one, other] = [openHostTurns(database), openHostTurns(elsewhere)];
  expect(await one.take('town.example', hour)).toBe(0);
  const waits = await Promise.all([
    one.take('town.example', hour),
    other.take('town.example', hour),
    other.take('town.example', hour),
  ]);
  // However many ask, none waits for more than the turn under way.
  expect(waits.every((ms) => ms > 0 && ms <= hour)).toBe(true);
  const raced = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).take('hamlet.example', hour)),
  );
  expect(raced.filter((ms) => ms === 0)).toHaveLength(1);
  expect(await other.take('village.example', hour)).toBe(0);
});

test('a host that asked for patience is left alone by all, and forgotten once its turn has passed', async () => {
  const [one, other] = [openHostTurns(database), openHostTurns(elsewhere)];
  await one.postpone('busy.example', 5 * hour);
  await one.postpone('busy.example', hour);
  expect(Math.ceil((await other.take('busy.example', 0)) / hour)).toBe(5);
  expect(await other.take('idle.example', 0)).toBe(0);
  await database.asSystem('test', deleteOldHostTurns);
  const { rows } = await database.acrossCompanies('test', (tx) =>
    tx.execute("select host from host_turns where host in ('busy.example', 'idle.example')"),
  );
  expect(rows).toEqual([{ host: 'busy.example' }]);
});
