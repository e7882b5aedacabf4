import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  checkObjectKey,
  checkPrefix,
  makeObjectKey,
  measureBytes,
  type ObjectListing,
  ObjectNotFoundError,
  type ObjectStore,
} from './object-store.ts';

/** Half-written uploads of a process that died; older than this they are nobody's. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Objects in a folder: written aside, synced, renamed into place, the folder synced. */
export async function openLocalObjectStore(root: string): Promise<ObjectStore> {
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);
  const pathOf = (key: string) => {
    checkObjectKey(key);
    return join(root, key);
  };

  return {
    put: async (prefix, source, options = {}) => {
      checkPrefix(prefix);
      const temporary = join(incoming, randomUUID());
      const measured = measureBytes(source, options);
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          for await (const part of measured.bytes) await file.writeFile(part);
          await file.sync();
        } finally {
          await file.close();
        }
        const { size, sha256 } = measured.finish();
        const key = makeObjectKey(prefix, sha256);
        const path = join(root, key);
        await makeFolder(root, dirname(path));
        // Over an equal object too: its date must be new, or a sweep for orphans may take it away.
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return { key, size, sha256 };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: async (key, range) => {
      const file = await open(pathOf(key)).catch((error) => {
        throw isMissing(error) ? new ObjectNotFoundError(key) : error;
      });
      // Streams count their end inclusively; an empty range has no such form.
      const bounds = range && { start: range.start, end: Math.max(range.start, range.end) - 1 };
      if (bounds !== undefined && bounds.end < bounds.start) {
        await file.close();
        return Readable.from([]);
      }
      return file.createReadStream(bounds);
    },
    head: async (key) => {
      try {
        return { size: (await stat(pathOf(key))).size };
      } catch (error) {
        if (isMissing(error) || error instanceof ObjectNotFoundError) return undefined;
        throw error;
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => listFiles(root, prefix),
    withLocalFile: async (key, use) => {
      const path = pathOf(key);
      await stat(path).catch((error) => {
        throw isMissing(error) ? new ObjectNotFoundError(key) : error;
      });
      return use(path);
    },
    close: async () => {},
  };
}

async function* listFiles(root: string, prefix: string | undefined): AsyncGenerator<ObjectListing> {
  if (prefix !== undefined) checkPrefix(prefix);
  const owners = prefix === undefined ? await namesIn(root) : [prefix];
  for (const owner of owners) {
    if (owner.startsWith('.')) continue;
    for (const part of await namesIn(join(root, owner))) {
      const folder = await opendir(join(root, owner, part)).catch(() => undefined);
      if (folder === undefined) continue;
      for await (const entry of folder) {
        const found = await stat(join(root, owner, part, entry.name)).catch(() => undefined);
        if (found?.isFile()) {
          yield { key: `${owner}/${part}/${entry.name}`, size: found.size, modifiedAt: found.mtime };
        }
      }
    }
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (isMissing(error) || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Makes a folder below `root` and syncs each parent that gained a name. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let path = folder; path.length >= root.length; path = dirname(path)) await syncFolder(path);
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file systems order renames themselves.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException)?.code === 'ENOENT';
}
