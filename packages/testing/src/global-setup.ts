import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@lectern/adapters';

/** The environment variable through which test files learn of the run's PostgreSQL. */
export const TEST_SERVER_VARIABLE = 'TEST_DATABASE_SERVER_URL';

/** Vitest global setup: one PostgreSQL for the whole run, thrown away at its end. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const log = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const server = await startEmbeddedPostgres({
    dataDirectory,
    log,
    // Its data does not outlive the run: no need to wait for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  process.env[TEST_SERVER_VARIABLE] = server.connectionString;
  return async () => {
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}
