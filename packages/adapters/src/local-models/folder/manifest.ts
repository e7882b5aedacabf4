import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const manifestName = 'lectern-model.json';

export type LocalModelType = 'embedding' | 'rerank';
export type Pooling = 'mean' | 'cls' | 'max' | 'last';

/** What a model folder holds and how its model is run, as its own files tell it. */
export type ModelManifest = {
  format: 1;
  /** The folder's name. */
  id: string;
  /** What people call it. */
  name: string;
  type: LocalModelType;
  /** Paths within the folder. */
  model: string;
  tokenizer: string;
  tokenizerConfig: string | null;
  /** Longest input in tokens, special ones included. */
  maxTokens: number;
  /** Embedding models only. */
  pooling: Pooling;
  normalize: boolean;
  prefixes: { query: string; document: string };
  dimensions: number | null;
  licence: string | null;
  languages: string[];
  /** Every file that the manifest was made of. */
  files: { path: string; bytes: number; sha256: string }[];
};

/** The manifest of an installed model; undefined where there is none that can be read. */
export async function readManifest(folder: string): Promise<ModelManifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as ModelManifest;
    return manifest.format === 1 ? manifest : undefined;
  } catch {
    return undefined;
  }
}

export function sizeOf({ files }: Pick<ModelManifest, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
