import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number that no other program takes; processes that start together migrate one after another. */
const migrationLock = 7_316_242_001;

/** Brings the database to this version. Tables that belong to a company are forced under row-level security, owner included. */
export async function migrateDatabase(connectionString: string, folder = migrationsFolder()): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: folder });
    await client.query(`do $$ declare name text; begin
      for name in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where n.nspname = 'public' and c.relrowsecurity and not c.relforcerowsecurity
      loop execute format('alter table %I force row level security', name); end loop;
    end $$`);
  } finally {
    await client.end();
  }
}

export function migrationsFolder(): string {
  // Next to the bundle when built, two folders up when run from source.
  const relative = import.meta.url.endsWith('.ts') ? '../../migrations' : './migrations';
  return fileURLToPath(new URL(relative, import.meta.url));
}
