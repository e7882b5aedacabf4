import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * The key under which stored secrets are sealed: given, or made at the first start and kept in the
 * data directory. Whoever copies the database alone cannot read the secrets in it.
 */
export async function getInstallationSecret({
  secretKey,
  dataDirectory,
}: Pick<Config, 'secretKey' | 'dataDirectory'>): Promise<string> {
  if (secretKey) return secretKey;
  await mkdir(dataDirectory, { recursive: true });
  const path = join(dataDirectory, 'secret-key');
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return known === '' ? makeSecret(path) : known.trim();
}

/** Written aside and linked when whole: nobody ever reads half of it, and a kill leaves none of it. */
async function makeSecret(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(48).toString('base64url')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Fails where another process was faster: then that one's holds.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
