import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { TEST_SERVER_VARIABLE } from './global-setup.ts';

/** A database of one test file. */
export interface TestDatabase {
  /** Connects as its owner, for whom row-level security is in force. */
  connectionString: string;
  /** Ends the sessions that are still open and removes the database. */
  drop(): Promise<void>;
}

/** How to bring an empty database to the schema under test. Runs once a test run; later databases are clones. */
export interface TestSchema {
  /** Tells the schemas of one run apart: lower-case letters and underscores. */
  name: string;
  migrate(connectionString: string): Promise<unknown>;
}

// Any constant; serialises the test files that all want the template.
const TEMPLATE_LOCK = 90_210;

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

async function ensureTemplate(session: Client, serverUrl: string, schema: TestSchema): Promise<string> {
  const template = `template_${schema.name}`;
  const found = await session.query('select from pg_database where datname = $1', [template]);
  if (found.rowCount) return template;
  const draft = `${template}_draft_${randomBytes(4).toString('hex')}`;
  await session.query(`create database ${draft}`);
  await schema.migrate(withDatabase(serverUrl, draft));
  // Renamed when whole, so that a failed migration fails every file by its own message.
  await session.query(`alter database ${draft} rename to ${template}`);
  return template;
}

function getTestServerUrl(): string {
  const url = process.env[TEST_SERVER_VARIABLE];
  if (!url)
    throw new Error('No test database server: run the tests with the vitest.config.ts of the repository.');
  return url;
}

/**
 * Makes a database for the calling test file on the run's PostgreSQL.
 *
 * @param schema what it holds; without it the database is empty
 */
export async function createTestDatabase(schema?: TestSchema): Promise<TestDatabase> {
  const serverUrl = getTestServerUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const session = new Client({ connectionString: serverUrl });
  await session.connect();
  try {
    // PostgreSQL copies a template only while nobody else does anything to it.
    await session.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const template = schema ? await ensureTemplate(session, serverUrl, schema) : 'template1';
    await session.query(`create database ${name} template ${template}`);
  } finally {
    await session.end();
  }
  return {
    connectionString: withDatabase(serverUrl, name),
    async drop() {
      const cleaner = new Client({ connectionString: serverUrl });
      await cleaner.connect();
      try {
        await dropForced(cleaner, name);
      } finally {
        await cleaner.end();
      }
    },
  };
}

/** Only a superuser may end an autovacuum worker that looks at the database: it is gone a moment later. */
async function dropForced(client: Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== insufficientPrivilege || attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

const insufficientPrivilege = '42501';
