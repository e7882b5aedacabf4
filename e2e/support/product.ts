import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@lectern/testing';

const root = join(import.meta.dirname, '../..');

/** The product as a newcomer starts it: nothing configured but the port and where its data go. */
export type NewProduct = {
  url: string;
  /** As printed by the very first start. */
  administrator: { email: string; password: string };
  stop: () => Promise<void>;
};

export async function startNewProduct(settings: Record<string, string> = {}): Promise<NewProduct> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
  const port = await findFreePort();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LECTERN_PORT: String(port),
      LECTERN_DATA_DIR: dataDirectory,
      LECTERN_LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const printed = await readUntil(child, /Lectern is ready: (\S+)/);
  const find = (pattern: RegExp) => {
    const [, found] = pattern.exec(printed) ?? [];
    if (!found) throw new Error(`The first start did not print ${pattern}:\n${printed}`);
    return found;
  };
  return {
    url: find(/Lectern is ready: (\S+)/),
    administrator: { email: find(/e-mail\s+(\S+)/), password: find(/password\s+(\S+)/) },
    stop: async () => {
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      });
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

function readUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (part: Buffer) => {
      printed += part.toString();
      if (pattern.test(printed)) resolve(printed);
    });
    child.once('exit', (code) => reject(new Error(`The product ended with code ${code}:\n${printed}`)));
  });
}
