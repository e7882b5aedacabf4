import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
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
  try {
    // Fails where the file is there already, also when two processes start at once.
    const file = await open(path, 'wx', 0o600);
    const secret = randomBytes(48).toString('base64url');
    await file.writeFile(`${secret}\n`);
    await file.sync();
    await file.close();
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(path, 'utf8')).trim();
  }
}
