import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('gives each caller a migrated database of its own, under a role that row-level security binds', async () => {
  let migrations = 0;
  const migrate = async (url: string): Promise<void> => {
    migrations += 1;
    await query(
      url,
      `create table note (company int); alter table note enable row level security;
       alter table note force row level security; create policy own on note using (company = 1)`,
    );
  };
  const schema = { name: 'notes', migrate };
  const [first, second] = await Promise.all([createTestDatabase(schema), createTestDatabase(schema)]);
  try {
    expect(migrations).toBe(1);
    expect(first.connectionString).not.toBe(second.connectionString);
    await query(first.connectionString, 'create table mine (id int)');
    await expect(query(second.connectionString, 'select from mine')).rejects.toThrow(/mine/);
    expect(await query(first.connectionString, "select current_setting('is_superuser') as value")).toEqual([
      { value: 'off' },
    ]);
  } finally {
    await Promise.all([first.drop(), second.drop()]);
  }
  await expect(query(first.connectionString, 'select 1')).rejects.toThrow(/does not exist/);
});
