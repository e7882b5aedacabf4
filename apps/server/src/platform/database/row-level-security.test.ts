import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  createTestDatabase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { newId, openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { addRows } from './testing/add-rows.ts';

/** Company-owned by a column, yet looked up before a company is known: the token alone leads there. */
const beforeAnyCompany = ['sessions'];

let server: TestServer;
let companies: { id: string; accountId: string }[];

beforeAll(async () => {
  server = await startTestServer();
  companies = [];
  for (let n = 0; n < 2; n++) {
    const person = await server.signUp();
    const me = (await person.call('GET', '/me')).body;
    companies.push({ id: me.company.id, accountId: me.id });
    const document = await buildDocument(person);
    await buildGraph(person, document.knowledge_base_id);
    const assistant = await buildAssistant(person, { knowledge_base_ids: [document.knowledge_base_id] });
    const { id } = await buildConversation(person, assistant.id);
    await person.call('POST', `/conversations/${id}/messages`, { content: 'When does the rose bloom?' });
    await person.call('POST', `/conversations/${id}/shares`, {});
    const { items } = (await person.call('GET', `/documents/${document.id}/chunks`)).body;
    // The first replacement keeps the earlier file as a version.
    const replaced = await buildDocument(person, {
      knowledge_base_id: document.knowledge_base_id,
      name: 'ponds.md',
      text: 'The pond froze.',
    });
    await person.upload(`/documents/${replaced.id}/file`, [{ name: 'ponds.md', bytes: 'The pond thawed.' }]);
    await addRows(server.query, {
      chunk: items[0].id,
      documentId: document.id,
      company: me.company.id,
      account: me.id,
      assistant: assistant.id,
      base: document.knowledge_base_id,
      n: String(n),
    });
  }
});
afterAll(() => server.close());

/** Rows of all tables of knowledge graphs. */
async function buildGraph(person: ApiClient, baseId: string): Promise<void> {
  const text = 'Anna Berg and Peter Holm founded the Nordlys Group with Lucy Carter.';
  await buildDocument(person, { knowledge_base_id: baseId, text });
  const path = `/knowledge-bases/${baseId}/graph`;
  await person.call('POST', path, {});
  while ((await person.call('GET', path)).body.state !== 'ready')
    await new Promise((resolve) => setTimeout(resolve, 100));
}

async function listOwnedTables(): Promise<{ name: string; column: string }[]> {
  const { rows } = await server.platform.database.pool.query(
    `select table_name as name, column_name as "column" from information_schema.columns
     where table_schema = 'public' and (column_name = 'company_id' or (table_name = 'companies' and column_name = 'id'))
     order by table_name`,
  );
  return rows.filter(({ name }) => !beforeAnyCompany.includes(name));
}

const withFirst = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
  server.platform.database.withActor(
    { companyId: companies[0]?.id as string, accountId: companies[0]?.accountId as string },
    (tx) => work(tx.$client),
  );

test('every table that belongs to a company is forced under its policy', async () => {
  const owned = await listOwnedTables();
  expect(owned.length).toBeGreaterThanOrEqual(10);
  const { rows } = await server.platform.database.pool.query(
    `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
            array(select p.polname::text from pg_policy p where p.polrelid = c.oid) as policies
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
  );
  for (const { name } of owned) {
    const table = rows.find((row) => row.name === name);
    expect(table, name).toMatchObject({ enabled: true, forced: true });
    expect(table.policies, name).toContain('of_company');
  }
});

test('a raw query of one company sees its rows and none of another', async () => {
  for (const { name, column } of await listOwnedTables()) {
    const [all] = await server.query(`select count(distinct "${column}")::int as count from "${name}"`);
    expect(all?.count, `the test must have rows of both companies in ${name}`).toBeGreaterThanOrEqual(2);
    const seen = await withFirst(
      async (client) =>
        (
          await client.query(
            `select distinct "${column}"::text as id from "${name}" where "${column}" is not null`,
          )
        ).rows,
    );
    expect(seen, name).toEqual([{ id: companies[0]?.id }]);
  }
});

test('one company can neither change, delete, move nor insert rows of another', async () => {
  const other = companies[1]?.id as string;
  for (const { name, column } of await listOwnedTables()) {
    const deleted = await withFirst((client) =>
      client.query(`delete from "${name}" where "${column}" = $1`, [other]),
    );
    expect(deleted.rowCount, name).toBe(0);
    const changed = await withFirst((client) =>
      client.query(`update "${name}" set "${column}" = "${column}" where "${column}" = $1`, [other]),
    );
    expect(changed.rowCount, name).toBe(0);
  }
  await expect(
    withFirst((client) => client.query('update assistants set company_id = $1', [other])),
  ).rejects.toThrow(/row-level security/);
  await expect(
    withFirst((client) =>
      client.query('insert into memberships (id, company_id, account_id, level) values ($1, $2, $3, 2)', [
        newId(),
        other,
        companies[0]?.accountId,
      ]),
    ),
  ).rejects.toThrow(/row-level security/);
});

test('outside a transaction of an actor nothing is seen', async () => {
  const { pool } = server.platform.database;
  for (const { name } of await listOwnedTables()) {
    const { rows } = await pool.query(`select count(*)::int as count from "${name}"`);
    expect(rows[0].count, name).toBe(0);
  }
  // Nor does a setting outlive its transaction on the pooled connection.
  await withFirst((client) => client.query('select 1'));
  const settings = await Promise.all(
    Array.from({ length: 8 }, () => pool.query(`select current_setting('lectern.company_id', true) as id`)),
  );
  for (const { rows } of settings) expect(rows[0].id ?? '').toBe('');
});

test('a transaction that fails leaves its connection clean', async () => {
  await expect(withFirst((client) => client.query('select 1 / 0'))).rejects.toThrow();
  const ids = await withFirst(async (client) => (await client.query('select id::text from companies')).rows);
  expect(ids).toEqual([{ id: companies[0]?.id }]);
});

test('a login that would bypass the policies is lowered, and the policies hold', async () => {
  const empty = await createTestDatabase();
  const superuser = empty.connectionString.replace('//lectern@', '//postgres@');
  const login = new pg.Client({ connectionString: superuser });
  await login.connect();
  const { rows: direct } = await login.query('select rolsuper from pg_roles where rolname = current_user');
  await login.end();
  // Otherwise this test shows nothing.
  expect(direct).toEqual([{ rolsuper: true }]);
  const database = await openDatabase(superuser, { poolSize: 2, log: silentLog });
  try {
    await migrateDatabase(superuser);
    const { rows } = await database.pool.query(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ bypasses: false }]);
    const ids = [newId(), newId()];
    await database.acrossCompanies('a test', async ({ $client }) => {
      const packageId = newId();
      await $client.query('insert into packages (id, name) values ($1, $2)', [packageId, 'any']);
      for (const id of ids)
        await $client.query(
          `insert into companies (id, name, kind, package_id) values ($1::uuid, $1::text, 'company', $2)`,
          [id, packageId],
        );
    });
    const seen = await database.withCompany(
      ids[0] as string,
      async ({ $client }) => (await $client.query('select id::text from companies')).rows,
    );
    expect(seen).toEqual([{ id: ids[0] }]);
  } finally {
    await database.close();
    await empty.drop();
  }
});
