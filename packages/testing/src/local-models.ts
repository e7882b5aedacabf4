import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRuntimeStore } from '@lectern/adapters';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders of two models of a few kilobytes; `models/make-tiny-models.py` made them. */
export const tinyModels = {
  embedder: join(root, 'packages/testing/models/tiny-embedder'),
  reranker: join(root, 'packages/testing/models/tiny-reranker'),
};

/**
 * The folder with what runs models, brought from the npm registry once and kept in the build folder; undefined without a
 * network: the tests that need it are then skipped.
 */
export async function findModelRuntimes(): Promise<string | undefined> {
  const folder = join(root, '.build/model-runtimes');
  const types = ['embedding', 'chat'] as const;
  if (types.every(openRuntimeStore(folder).isInstalled)) return folder;
  // Of its own: other test processes may bring the same ones right now.
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, '.bringing-'));
  const store = openRuntimeStore(draft);
  const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org';
  const options = { fetch: fetch as Parameters<typeof store.install>[1]['fetch'], registry };
  try {
    for (const type of types) await store.install(type, options);
    for (const name of await readdir(draft))
      await rename(join(draft, name), join(folder, name)).catch(() => {});
    return folder;
  } catch {
    return undefined;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
