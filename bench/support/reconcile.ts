import { fileURLToPath } from 'node:url';
import { readConfig, silentLog, startServer } from '@lectern/server';
import { reconcile } from '../../apps/server/src/features/system/reconcile.service.ts';

/**
 * What index and object store hold that no row names, and the other way round, by kind: all 0 in a healthy
 * installation. The product must be stopped. Looks as if a day had passed, so that nothing is too young to count.
 */
export async function countLeftOvers(dataDirectory: string, connectionString: string) {
  const config = readConfig({
    LECTERN_PORT: '0',
    LECTERN_DATA_DIR: dataDirectory,
    LECTERN_DATABASE_URL: connectionString,
    LECTERN_ROLES: 'web',
  });
  const server = await startServer({
    config,
    log: silentLog,
    connectionString,
    parser: { workerScript: fileURLToPath(import.meta.resolve('@lectern/server/parse-worker')) },
    webFolder: undefined,
  });
  try {
    return await reconcile(server.platform, Date.now() + 86_400_000);
  } finally {
    await server.stop();
  }
}
