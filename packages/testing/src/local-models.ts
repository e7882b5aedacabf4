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
  try {
    await openRuntimeStore(folder).install({
      fetch: fetch as Parameters<ReturnType<typeof openRuntimeStore>['install']>[0]['fetch'],
      registry: process.env.npm_config_registry ?? 'https://registry.npmjs.org',
    });
    return folder;
  } catch {
    return undefined;
  }
}
