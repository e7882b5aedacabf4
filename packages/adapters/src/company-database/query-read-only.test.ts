import { createTestDatabase, openDatabaseOverTcp, type TestDatabase } from '@lectern/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompanyDatabaseError, queryReadOnly } from './query-read-only.ts';

let database: TestDatabase;
let open: Awaited<ReturnType<typeof openDatabaseOverTcp>>;

beforeAll(async () => {
  database = await createTestDatabase();
  open = await openDatabaseOverTcp(database.connectionString);
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    "create table orders (id int, city text, total numeric, paid bool, at timestamptz); insert into orders select n, 'city ' || n, n * 1.5, n % 2 = 0, '2026-01-01' from generate_series(1, 50) n",
  );
  await client.end();
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const ask = (sql: string, more: Partial<Parameters<typeof queryReadOnly>[0]> = {}) =>
  queryReadOnly({
    url: open.url,
    sql,
    parameters: [],
    maxRows: 10,
    timeoutMs: 2_000,
    allowedHosts: [open.host],
    ...more,
  });

describe('a statement that reads', () => {
  it('gives its first rows, with values in their places', async () => {
    const answer = await ask('select id, city, total, paid from orders where id <= $1 order by id; ', {
      parameters: ['2'],
    });
    expect(answer).toEqual({
      columns: ['id', 'city', 'total', 'paid'],
      rows: [
        [1, 'city 1', 1.5, false],
        [2, 'city 2', 3, true],
      ],
      truncated: false,
    });
    expect(await ask('select id from orders -- all of them')).toMatchObject({
      rows: { length: 10 },
      truncated: true,
    });
    const injected = await ask('select id from orders where city = $1', { parameters: ["x' or 'a' = 'a"] });
    expect(injected.rows).toEqual([]);
    expect((await ask('values (null, 9007199254740993)')).rows).toEqual([[null, '9007199254740993']]);
  });
});

describe('whatever else', () => {
  const refused: [string, string][] = [
    ['a change', "update orders set city = 'x'"],
    ['a change within a query', 'with gone as (delete from orders returning id) select * from gone'],
    ['a second statement', 'select 1; drop table orders'],
    ['the end of the transaction', 'select 1; commit; drop table orders'],
    ['another transaction', 'commit'],
    ['more rights', 'set transaction read write'],
    ['a program', "copy orders to program 'cat'"],
    ['a block of code', 'do $$ begin delete from orders; end $$'],
    ['a sequence', "select nextval('pg_catalog.pg_class')"],
    ['no SQL', 'roses'],
  ];
  it.each(refused)('is refused: %s', async (_, sql) => {
    await expect(ask(sql)).rejects.toBeInstanceOf(CompanyDatabaseError);
    expect((await ask('select count(*) from orders')).rows).toEqual([[50]]);
  });

  it('is called off in time, and where it is too large', async () => {
    await expect(ask('select pg_sleep(20)', { timeoutMs: 200 })).rejects.toThrow(/timeout/);
    const aborting = AbortSignal.timeout(200);
    await expect(ask('select pg_sleep(20)', { timeoutMs: 20_000, signal: aborting })).rejects.toThrow();
    await expect(ask("select repeat('x', 40000000)", { timeoutMs: 30_000 })).rejects.toThrow('too large');
    expect((await ask("select repeat('x', 100000)")).rows[0]?.[0]).toHaveLength(20_001);
  });
});

describe('a database', () => {
  it('is reached only where every request may go', async () => {
    const refusal = async (more: Parameters<typeof ask>[1]) =>
      ask('select 1', more).catch((error) => error.message);
    expect(await refusal({ allowedHosts: [] })).toMatch(/not (allowed|on the public internet)/);
    const url = (address: string) => ({ url: `postgres://a:S3CRET@${address}/x`, allowedHosts: [] });
    for (const address of ['127.0.0.1', '[::ffff:10.0.0.1]', '169.254.169.254', '2130706433'])
      expect(await refusal(url(address)), address).toMatch(/not on the public internet/);
    const inward = { ...url('db.example'), resolve: async () => ['8.8.8.8', '10.0.0.1'] };
    expect(await refusal(inward)).toMatch(/not on the public internet/);
    expect(await refusal(url('db.example:22'))).toBe('port 22 is not allowed');
    expect(await refusal({ url: 'mysql://a:b@db.example/x' })).toMatch(/postgres:/);
  });

  it('tells what is wrong, without its password', async () => {
    const wrong = new URL(open.url);
    wrong.pathname = '/nowhere';
    await expect(ask('select 1', { url: wrong.href })).rejects.toThrow(/nowhere/);
  });
});
