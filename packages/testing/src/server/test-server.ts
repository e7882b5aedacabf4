import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDatabase, readConfig, silentLog, startServer } from '@lectern/server';
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
  /** Stops the process's part without dropping database or data, and starts it again. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

const password = 'correct horse battery';
const workerScript = fileURLToPath(import.meta.resolve('@lectern/server/parse-worker'));

/** Starts a server on a free port; settings are environment variables of Lectern. */
export async function startTestServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase({ name: 'server', migrate: migrateDatabase });
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
  const start = () =>
    startServer({
      config,
      log: silentLog,
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
