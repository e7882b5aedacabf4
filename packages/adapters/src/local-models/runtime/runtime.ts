import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OutboundClient } from '../../outbound/index.ts';
import { downloadFile } from '../download/download-file.ts';
import type { LocalModelType } from '../folder/manifest.ts';
import { LocalModelError } from '../local-model-error.ts';
import { binariesOf, type RuntimePackage, runtimeFormOf } from './packages.ts';

type InstallOptions = {
  fetch: OutboundClient['fetch'];
  registry: string;
  signal?: AbortSignal;
  onProgress?: (bytes: number) => void;
};

export type RuntimeStore = {
  /** The folder of what runs models of this type. Throws a LocalModelError where it was not installed. */
  find: (type: LocalModelType) => Promise<string>;
  isInstalled: (type: LocalModelType) => boolean;
  /** Brings it from the npm registry; nothing where it is there. `onProgress` gets the bytes that are here. */
  install: (type: LocalModelType, options: InstallOptions) => Promise<void>;
};

export function openRuntimeStore(root: string): RuntimeStore {
  const folderOf = (type: LocalModelType) => join(root, runtimeFormOf(type).id);
  const isInstalled = (type: LocalModelType) => existsSync(join(folderOf(type), 'package.json'));

  return {
    isInstalled,
    find: async (type) => {
      if (!isInstalled(type)) throw new LocalModelError('local_missing', runtimeFormOf(type).title);
      return folderOf(type);
    },
    install: async (type, options) => {
      if (isInstalled(type)) return;
      await mkdir(root, { recursive: true });
      const draft = await mkdtemp(join(root, '.incoming-'));
      try {
        let before = 0;
        for (const item of runtimeFormOf(type).packages) {
          const onProgress = (here: number) => options.onProgress?.(before + here);
          await installPackage(item, { ...options, root, draft, onProgress });
          before += item.bytes;
        }
        if (!existsSync(join(draft, binariesOf(type))))
          throw new LocalModelError('local_unusable', `no build for ${process.platform} ${process.arch}`);
        await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
        // Another process may have been faster.
        await rename(draft, folderOf(type)).catch((error) => {
          if (!isInstalled(type)) throw error;
        });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  };
}

async function installPackage(
  { name, version, integrity, bytes, keep }: RuntimePackage,
  { root, draft, registry, fetch, signal, onProgress }: InstallOptions & { root: string; draft: string },
): Promise<void> {
  const { extract } = await import('tar');
  const file = `${basename(name)}-${version}.tgz`;
  const archive = join(root, file);
  await downloadFile(
    {
      url: `${registry.replace(/\/$/, '')}/${name}/-/${file}`,
      target: archive,
      digest: { kind: 'sha512', value: integrity },
      mostBytes: 2 * bytes,
    },
    { fetch, ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) },
  );
  const cwd = join(draft, 'node_modules', name);
  await mkdir(cwd, { recursive: true });
  await extract({ file: archive, cwd, strip: 1, filter: (path) => keep.test(path) });
  await rm(archive, { force: true });
}
