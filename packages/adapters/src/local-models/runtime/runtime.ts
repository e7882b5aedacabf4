import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutboundClient } from '../../outbound/index.ts';
import { downloadFile } from '../download/download-file.ts';
import { LocalModelError } from '../local-model-error.ts';

/** A package of npm with what the registry must answer. */
type Package = { name: string; version: string; integrity: string; bytes: number; keep?: RegExp };

/**
 * What runs ONNX models. It is no dependency of the product: of 291 MB installed, one platform needs 47, and who uses
 * hosted models needs none.
 */
const onnxPackages: readonly Package[] = [
  {
    name: 'onnxruntime-common',
    version: '1.30.0',
    integrity: '7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
    bytes: 66_795,
  },
  {
    name: 'onnxruntime-node',
    version: '1.30.0',
    integrity: 'twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
    bytes: 113_507_888,
    keep: new RegExp(`^package/(package\\.json|dist/|bin/[^/]+/${process.platform}/${process.arch}/)`),
  },
];

export const onnxRuntimeBytes = onnxPackages.reduce((sum, { bytes }) => sum + bytes, 0);

export type RuntimeStore = {
  /** The folder of the runtime. Throws a LocalModelError where it was not installed. */
  find: () => Promise<string>;
  readonly installed: boolean;
  /** Brings it from the npm registry; nothing where it is there. `onProgress` gets the bytes that are here. */
  install: (options: {
    fetch: OutboundClient['fetch'];
    registry: string;
    signal?: AbortSignal;
    onProgress?: (bytes: number) => void;
  }) => Promise<void>;
};

export function openRuntimeStore(root: string): RuntimeStore {
  const folder = join(root, 'onnx-1.30.0');
  const installed = () => existsSync(join(folder, 'package.json'));

  return {
    get installed() {
      return installed();
    },
    find: async () => {
      if (!installed()) throw new LocalModelError('local_missing', 'the runtime for ONNX models');
      return folder;
    },
    install: async ({ fetch, registry, signal, onProgress }) => {
      if (installed()) return;
      await mkdir(root, { recursive: true });
      const { extract } = await import('tar');
      const draft = await mkdtemp(join(root, '.incoming-'));
      try {
        let before = 0;
        for (const { name, version, integrity, bytes, keep } of onnxPackages) {
          const archive = join(root, `${name}-${version}.tgz`);
          await downloadFile(
            {
              url: `${registry.replace(/\/$/, '')}/${name}/-/${name}-${version}.tgz`,
              target: archive,
              digest: { kind: 'sha512', value: integrity },
              mostBytes: 2 * bytes,
            },
            { fetch, ...(signal ? { signal } : {}), onProgress: (here) => onProgress?.(before + here) },
          );
          before += bytes;
          const cwd = join(draft, 'node_modules', name);
          await mkdir(cwd, { recursive: true });
          await extract({ file: archive, cwd, strip: 1, filter: (path) => keep?.test(path) ?? true });
          await rm(archive, { force: true });
        }
        const binaries = join(draft, 'node_modules/onnxruntime-node/bin');
        if (!existsSync(binaries))
          throw new LocalModelError('local_unusable', `no build for ${process.platform} ${process.arch}`);
        await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
        // Another process may have been faster.
        await rename(draft, folder).catch((error) => {
          if (!installed()) throw error;
        });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  };
}
