// A program that only supervises: tests kill it in ways that a test process could not survive.
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const [dataDirectory = ''] = process.argv.slice(2);
const log = { info: () => {}, warn: (message: string) => process.stderr.write(`${message}\n`) };
try {
  const server = await startEmbeddedPostgres({ dataDirectory, log });
  process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString })}\n`);
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
  process.exitCode = 1;
}
