import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ModelFileError } from '../model-file-error.ts';
import { leastMegabytes, planContext } from './chat-memory.ts';
import { describeFolder, listFiles, type ModelHints } from './describe-folder.ts';
import { describeGguf } from './describe-gguf.ts';
import {
  type LocalModelType,
  type ModelDescription,
  type ModelManifest,
  manifestName,
  readManifest,
} from './manifest.ts';

/** The folders of a data directory that hold models: one for each, named by its id. */
export type ModelStore = {
  folderOf: (id: string) => string;
  list: () => Promise<ModelManifest[]>;
  /** A folder to bring files into, on the same disk. What is left in it after a failure can be gone on with. */
  openIncoming: (id: string) => Promise<string>;
  /** Copies a file or folder of this machine into `incoming`. */
  copy: (source: string, incoming: string, signal?: AbortSignal) => Promise<void>;
  /** Checks what was brought, tries it, and puts it into place at once. Throws a ModelFileError. */
  install: (incoming: string, hints: ModelHints, attempt: TryModel) => Promise<ModelManifest>;
  remove: (id: string) => Promise<void>;
  discard: (incoming: string) => Promise<void>;
};

/** Runs the model once from its folder. */
export type TryModel = (folder: string, manifest: ModelManifest) => Promise<{ dimensions?: number }>;

const incomingPrefix = '.incoming-';
const ggufName = /\.gguf$/i;
const idForm = /^[a-z0-9][a-z0-9._-]{0,62}$/i;

/** What a process needs beside the weights: the runtime, the tokenizer's words, and what is computed. */
const workingMegabytes = 400;

/** Memory that a model needs, roughly: its weights are read into it. */
export function estimateMegabytes(bytes: number, type: LocalModelType = 'embedding'): number {
  if (type === 'chat') return leastMegabytes(bytes);
  const needed = (bytes / 1_048_576) * 1.3 + workingMegabytes;
  return Math.ceil(needed / 50) * 50;
}

/** Of the files next to a model, those in other folders are of other models. */
const isNear = (path: string) => !path.includes('/') || path.startsWith('1_Pooling/');

/** The name of a file or folder, as an id. */
export function idFromPath(path: string): string {
  const name = basename(path).replace(/\.(onnx|gguf)$/i, '');
  const id = name.replace(/[^a-z0-9._-]+/gi, '-').replace(/^[^a-z0-9]+/i, '');
  return id.slice(0, 63) || 'model';
}

export function openModelStore(root: string, options: { memoryMegabytes: number }): ModelStore {
  const folderOf = (id: string) => {
    if (!idForm.test(id)) throw new ModelFileError('not_a_model', { file: id });
    return join(root, id);
  };

  async function write(folder: string, manifest: ModelManifest): Promise<void> {
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  }

  return {
    folderOf,
    list: async () => {
      const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
      const folders = entries.filter((entry) => entry.isDirectory() && idForm.test(entry.name));
      const manifests = await Promise.all(folders.map(({ name }) => readManifest(join(root, name))));
      return manifests.filter((manifest) => manifest !== undefined);
    },
    openIncoming: async (id) => {
      const folder = join(root, `${incomingPrefix}${basename(folderOf(id))}`);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    copy: async (source, incoming, signal) => {
      const isFolder = (await stat(source)).isDirectory();
      // GGUF is a whole model in one file; of another file its neighbours are needed, which say how it reads texts.
      if (!isFolder && ggufName.test(source)) {
        await cp(source, join(incoming, basename(source)));
        return;
      }
      const from = isFolder ? source : dirname(source);
      for (const path of await listFiles(from)) {
        signal?.throwIfAborted();
        const belongs = path === basename(source) || (/\.(json|txt|model)$/.test(path) && isNear(path));
        if (!isFolder && !belongs) continue;
        if (!/\.(onnx|onnx_data|json|txt|model|gguf)$/i.test(path)) continue;
        await mkdir(dirname(join(incoming, path)), { recursive: true });
        await cp(join(from, path), join(incoming, path));
      }
    },
    install: async (incoming, hints, attempt) => {
      const described = await describe(incoming, hints, options.memoryMegabytes);
      const draft: ModelManifest = { ...described, files: [] };
      await write(incoming, draft);
      const { dimensions = described.dimensions } = await attempt(incoming, draft);
      const files = [];
      for (const path of (await listFiles(incoming)).filter((name) => name !== manifestName))
        files.push({ path, ...(await digest(join(incoming, path))) });
      const manifest = { ...draft, dimensions, files } as ModelManifest;
      await write(incoming, manifest);
      const target = folderOf(hints.id);
      const old = await mkdtemp(join(root, '.old-'));
      await rename(target, join(old, 'model')).catch(() => {});
      await rename(incoming, target);
      await rm(old, { recursive: true, force: true });
      return manifest;
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
    discard: (incoming) => rm(incoming, { recursive: true, force: true }),
  };
}

/** What the files are, if this machine has the memory for them. */
async function describe(
  folder: string,
  hints: ModelHints,
  limitMegabytes: number,
): Promise<ModelDescription> {
  const free = Math.floor(process.availableMemory() / 1_048_576);
  const allowed = Math.min(limitMegabytes, free);
  const check = (needed: number) => {
    if (needed > allowed) throw new ModelFileError('too_large', { needed, allowed });
  };
  const paths = await listFiles(folder);
  const [gguf, ...others] = paths.filter((path) => ggufName.test(path));
  if (gguf === undefined || paths.some((path) => path.endsWith('.onnx'))) {
    const described = await describeFolder(folder, paths, hints);
    check(estimateMegabytes((await stat(join(folder, described.model))).size));
    return described;
  }
  if (others.length > 0) throw new ModelFileError('several_models');
  const { description, context, bytes } = await describeGguf(folder, gguf, hints);
  check(leastMegabytes(bytes, context));
  return { ...description, ...planContext(bytes, context, allowed) };
}

async function digest(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async (parts) => {
    for await (const part of parts) {
      hash.update(part as Buffer);
      bytes += (part as Buffer).length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}
