import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@lectern/adapters';
import { ConfigError, readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { startServer } from './start-server.ts';

/** Longest wait for a clean end; then the process ends anyway. */
const stopWithinMs = 30_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  const here = fileURLToPath(new URL('.', import.meta.url));
  const built = !import.meta.url.endsWith('.ts');
  const webFolder = join(here, built ? '../web' : '../../../.build/web');
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDirectory: join(config.dataDirectory, 'postgres'),
        log: {
          info: (message) => log.debug({ event: 'postgres', message }),
          warn: (message) => log.warn({ event: 'postgres', message }),
        },
      });
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  try {
    server = await startServer({
      config,
      log,
      connectionString: config.databaseUrl ?? (postgres?.connectionString as string),
      parser: { workerScript: join(here, built ? 'parse-worker.js' : 'parse-worker.ts') },
      webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : undefined,
    });
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
  const running = server;

  let stopping = false;
  const stop = async (signal: string) => {
    // A second Ctrl-C means now.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ event: 'server.stopping', signal });
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await running.stop();
    await postgres?.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('unhandledRejection', (error) => log.error({ event: 'process.unhandled_rejection' }, error));

  welcome(running);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function welcome({ url, firstAdministrator }: Awaited<ReturnType<typeof startServer>>): void {
  if (firstAdministrator) {
    say('');
    say('  First start. Sign in as the administrator:');
    say(`    e-mail    ${firstAdministrator.email}`);
    if (firstAdministrator.generatedPassword) {
      say(`    password  ${firstAdministrator.generatedPassword}`);
      say('  It is shown only now, and must be changed at the first sign-in.');
    } else say('    password  as LECTERN_ADMIN_PASSWORD says');
    say('');
  }
  say(url ? `  Lectern is ready: ${url}` : '  Lectern is ready (worker).');
}

main().catch((error) => {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : `Lectern could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  process.exit(1);
});
