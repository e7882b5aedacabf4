import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Forces to disk every file below `folder` written since `since` (milliseconds), then the folders that hold them and it:
 * the engine writes and renames but does not sync, so that a power cut could take a commit it has acknowledged.
 */
export async function syncNewFiles(folder: string, since: number): Promise<void> {
  // File times come from a coarser clock than Date.now().
  const threshold = since - 50;
  const folders = new Set<string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isFile()) return;
      const path = join(entry.parentPath, entry.name);
      if (!(await isNewer(path, threshold)) || !(await syncPath(path))) return;
      folders.add(entry.parentPath);
    }),
  );
  folders.add(folder);
  // The entry of a folder that is new itself.
  folders.add(dirname(folder));
  await Promise.all([...folders].map(syncPath));
}

async function isNewer(path: string, threshold: number): Promise<boolean> {
  const stats = await stat(path).catch(ignoreMissing);
  return stats !== undefined && stats.mtimeMs >= threshold;
}

/** False where the path has gone meanwhile: a cleanup removes files of old versions. */
async function syncPath(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(ignoreMissing);
  if (file === undefined) return false;
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  return true;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
