import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Programs that extend what can be read, where they are installed. */
const optionalPrograms = [
  { name: 'tesseract', argument: '--version' },
  { name: 'soffice', argument: '--version' },
  { name: 'chromium', argument: '--version' },
];

let found: Promise<{ name: string; version: string | null }[]> | undefined;

/** The version of each optional program, null where it is not found. Looked up once a process. */
export function findPrograms() {
  found ??= Promise.all(
    optionalPrograms.map(async ({ name, argument }) => {
      const output = await run(name, [argument], { timeout: 5_000 }).catch(() => undefined);
      return { name, version: output?.stdout.split('\n')[0]?.trim() || null };
    }),
  );
  return found;
}
