import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LevelName, levels } from '@lectern/contract';
import {
  jobNames,
  migrateDatabase,
  openDatabase,
  openJobQueue,
  readConfig,
  silentLog,
  startServer,
} from '@lectern/server';
import { createTestDatabase } from '../database.ts';
import { type ApiClient, createApiClient } from './api-client.ts';

/** The real server on a database and a data directory of its own. */
export type TestServer = {
  url: string;
  platform: Awaited<ReturnType<typeof startServer>>['platform'];
  /** Signed in as the platform's administrator. */
  admin: ApiClient;
  /** Without a token. */
  anonymous: ApiClient;
  /** A new account with a company of its own, signed in. */
  signUp: (name?: string) => Promise<ApiClient>;
  /** A new account that acts in the company of `owner`, at this level there; ADMIN is the platform's. */
  addMember: (owner: ApiClient, level: LevelName) => Promise<ApiClient>;
  /** Runs a statement across companies: what no call of the API can bring about. */
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Stops the process's part without dropping database or data, and starts it again. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

const password = 'correct horse battery';
const workerScript = fileURLToPath(import.meta.resolve('@lectern/server/parse-worker'));

/** The tables and the job queues, which take longer to make than a server to start. */
async function prepareDatabase(connectionString: string): Promise<void> {
  await migrateDatabase(connectionString);
  const database = await openDatabase(connectionString, { poolSize: 2, log: silentLog });
  const jobs = await openJobQueue(database, jobNames, { supervise: false, log: silentLog });
  await jobs.stop();
  await database.close();
}

/** Starts a server on a free port; settings are environment variables of Lectern. */
export async function startTestServer(
  settings: Record<string, string> = {},
  log: Parameters<typeof startServer>[0]['log'] = silentLog,
): Promise<TestServer> {
  const database = await createTestDatabase({ name: 'server', migrate: prepareDatabase });
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-server-'));
  const config = readConfig({
    LECTERN_PORT: '0',
    LECTERN_DATA_DIR: dataDirectory,
    LECTERN_DATABASE_URL: database.connectionString,
    LECTERN_ADMIN_EMAIL: 'admin@example.org',
    LECTERN_ADMIN_PASSWORD: password,
    LECTERN_RATE_LIMIT: '0',
    ...settings,
  });
  config.pauses = { failingProviderMs: 3_000, graphSeconds: 1 };
  const start = () =>
    startServer({
      config,
      log,
      connectionString: database.connectionString,
      parser: { workerScript },
      webFolder: undefined,
    });
  let running = await start();
  let people = 0;

  const server: TestServer = {
    url: '',
    platform: running.platform,
    admin: createApiClient(''),
    anonymous: createApiClient(''),
    signUp: async (name) => {
      people++;
      const username = name ?? `person ${people}`;
      const { body } = await server.anonymous.call('POST', '/accounts', {
        email: `person${people}@example.org`,
        username,
        password,
      });
      return createApiClient(server.url, (body as { token: string }).token);
    },
    addMember: async (owner, level) => {
      const person = await server.signUp();
      const me = (await person.call('GET', '/me')).body;
      const company = (await owner.call('GET', '/me')).body.company;
      if (level === 'ADMIN') await server.query('update accounts set is_admin = true where id = $1', [me.id]);
      await server.query(
        'insert into memberships (id, company_id, account_id, level) values (gen_random_uuid(), $1, $2, $3)',
        [company.id, me.id, Math.min(levels[level], levels.COMPANY)],
      );
      const { status } = await person.call('PUT', '/me/company', { company_id: company.id });
      if (status !== 200) throw new Error(`The new member could not enter the company: ${status}`);
      return person;
    },
    query: (text, values = []) =>
      server.platform.database.acrossCompanies(
        'tests make what no call can',
        async (tx) => (await tx.$client.query(text, values)).rows,
      ),
    restart: async () => {
      await running.stop();
      running = await start();
      await settle();
    },
    close: async () => {
      await running.stop();
      await database.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };

  async function settle(): Promise<void> {
    server.url = running.url ?? '';
    server.platform = running.platform;
    server.anonymous = createApiClient(server.url);
    const { body } = await server.anonymous.call('POST', '/sessions', {
      login: 'admin@example.org',
      password,
    });
    server.admin = createApiClient(server.url, (body as { token: string }).token);
  }
  await settle();
  return server;
}
