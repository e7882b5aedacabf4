import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Forces what a table has written to disk: the engine writes and renames but does not sync, so that a power cut could
 * take a commit it has acknowledged. Files of a table never change once written, so each is synced once.
 */
export function createFolderSync() {
  const syncedFiles = new Map<string, Set<string>>();
  return {
    /** Syncs every file below `folder` that is not known as synced, then the folders that hold new ones, and it. */
    async sync(folder: string): Promise<void> {
      const known = syncedFiles.get(folder);
      const present = new Set<string>();
      const folders = new Set([folder]);
      // The entry of a folder that is new itself.
      if (known === undefined) folders.add(dirname(folder));
      const fresh: string[] = [];
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        present.add(path);
        if (known?.has(path)) continue;
        fresh.push(path);
        folders.add(entry.parentPath);
      }
      // Of a table that another process has dropped and made again, these names alone may come back.
      fresh.push(...newestVersions(present));
      await Promise.all(fresh.map(syncPath));
      await Promise.all([...folders].map(syncPath));
      syncedFiles.set(folder, present);
    },
    forget: (folder: string) => syncedFiles.delete(folder),
  };
}

/** The first and the last by name: the engine counts versions upwards or downwards. */
function newestVersions(paths: Set<string>): string[] {
  const versions = [...paths].filter((path) => basename(dirname(path)) === '_versions').sort();
  return versions.filter((_, i) => i === 0 || i === versions.length - 1);
}

async function syncPath(path: string): Promise<void> {
  // Gone meanwhile: a cleanup removes files of old versions.
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}
