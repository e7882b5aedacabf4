import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@lectern/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrateDatabase, migrationsFolder } from './migrate.ts';

/** The migrations up to this one, as an installation of that time knew them. */
function migrationsUntil(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-migrations-'));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const content = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...content, entries: content.entries.slice(0, count) }));
  return folder;
}

test('an installation without companies of many people keeps what it has', async () => {
  const folder = migrationsUntil(1);
  const database = await createTestDatabase({
    name: 'first_version',
    migrate: (connectionString) => migrateDatabase(connectionString, folder),
  });
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await client.connect();
    await client.query(`
      select set_config('lectern.across_companies', 'on', false);
      insert into packages (id, name, is_sign_up_default) values (gen_random_uuid(), 'Unlimited', true);
      insert into companies (id, name, kind, package_id) select gen_random_uuid(), 'ada', 'personal', id from packages;
      insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), 'ada@example.org', 'ada', 'x');
      insert into usage_records (id, company_id, kind, source, created_at)
        select gen_random_uuid(), id, row.kind, 'app', at::timestamptz from companies,
          (values ('request', '2026-10-31T23:59:00Z'), ('request', '2026-11-01T00:01:00Z'),
                  ('request', '2026-11-30T23:59:00Z'), ('chat', '2026-11-02T00:00:00Z')) as row (kind, at)`);
    await migrateDatabase(database.connectionString);
    const counters = await client.query('select month::text, requests from request_counters order by month');
    expect(counters.rows).toEqual([
      { month: '2026-10-01', requests: 1 },
      { month: '2026-11-01', requests: 2 },
    ]);
    const accounts = await client.query('select email_verified_at is not null as verified from accounts');
    expect(accounts.rows).toEqual([{ verified: true }]);
    expect((await client.query('select from usage_records')).rowCount).toBe(4);
  } finally {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
