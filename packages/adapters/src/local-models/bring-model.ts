import { join } from 'node:path';
import type { OutboundClient } from '../outbound/index.ts';
import { downloadFile } from './download/download-file.ts';
import type { ModelHints } from './folder/describe-folder.ts';
import type { ModelStore } from './folder/install-folder.ts';
import type { ModelManifest } from './folder/manifest.ts';
import type { LocalModelPool } from './local-models.ts';
import { runtimeBytes } from './runtime/packages.ts';
import type { RuntimeStore } from './runtime/runtime.ts';

/** Where a model comes from: a repository of a model hub, or a file or folder of this machine. */
export type ModelSource =
  | {
      kind: 'hub';
      repository: string;
      revision: string;
      /** `target`: where the file goes in the model's folder, if elsewhere. */
      files: readonly { path: string; target?: string; bytes: number; sha256?: string }[];
    }
  | { kind: 'path'; path: string };

export type BringStage = 'files' | 'runtime' | 'check';

/** What models on this machine are made of; opened once. */
export type LocalModelParts = { pool: LocalModelPool; store: ModelStore; runtime: RuntimeStore };

type Options = LocalModelParts & {
  fetch: OutboundClient['fetch'];
  hubUrl: string;
  registryUrl: string;
  signal?: AbortSignal;
  onProgress?: (stage: BringStage, done: number, total: number) => void;
};

/** Sizes in the catalogue may be of an earlier revision. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Brings a model into the data directory: its files, what runs it, and a first trial. What a broken download left is
 * gone on with at the next attempt; nothing is installed unless all of it succeeds.
 */
export async function bringModel(
  source: ModelSource,
  hints: ModelHints,
  options: Options,
): Promise<ModelManifest> {
  const { store, runtime, pool, fetch, signal, onProgress } = options;
  const call = { fetch, ...(signal ? { signal } : {}) };
  if (source.kind === 'path') {
    const incoming = await store.openIncoming(hints.id);
    try {
      onProgress?.('files', 0, 1);
      await store.copy(source.path, incoming, signal);
      return await finish(incoming);
    } finally {
      await store.discard(incoming);
    }
  }
  const incoming = await store.openIncoming(hints.id);
  const total = source.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const { path, target = path, bytes, sha256 } of source.files) {
    const file = {
      url: `${options.hubUrl.replace(/\/$/, '')}/${source.repository}/resolve/${source.revision}/${path}`,
      target: join(incoming, target),
      mostBytes: bytes + spareBytes,
      ...(sha256 === undefined ? {} : { digest: { kind: 'sha256' as const, value: sha256 } }),
    };
    await downloadFile(file, { ...call, onProgress: (here) => onProgress?.('files', before + here, total) });
    before += bytes;
  }
  try {
    return await finish(incoming);
  } catch (error) {
    // The files are whole and still no model: another attempt would begin with the same ones.
    if (!signal?.aborted) await store.discard(incoming);
    throw error;
  }

  async function finish(incoming: string): Promise<ModelManifest> {
    signal?.throwIfAborted();
    // A model of that name that runs would keep its files open.
    await pool.release(hints.id);
    const manifest = await store.install(incoming, hints, async (folder, draft) => {
      // Not before the files are known to be a model.
      await runtime.install(draft.type, {
        ...call,
        registry: options.registryUrl,
        onProgress: (bytes) => onProgress?.('runtime', bytes, runtimeBytes(draft.type)),
      });
      onProgress?.('check', 0, 1);
      return pool.attempt(folder, draft.type, signal);
    });
    await pool.release(hints.id);
    return manifest;
  }
}
