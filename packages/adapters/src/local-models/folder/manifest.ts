import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const manifestName = 'lectern-model.json';

export type LocalModelType = 'embedding' | 'rerank' | 'chat';
export type Pooling = 'mean' | 'cls' | 'max' | 'last';

type ManifestBase = {
  format: 1;
  /** The folder's name. */
  id: string;
  /** What people call it. */
  name: string;
  /** Path of the weights within the folder. */
  model: string;
  licence: string | null;
  languages: string[];
  /** Every file that the manifest was made of. */
  files: { path: string; bytes: number; sha256: string }[];
};

/** An ONNX model that reads texts. */
export type TextModelManifest = ManifestBase & {
  type: 'embedding' | 'rerank';
  tokenizer: string;
  tokenizerConfig: string | null;
  /** Longest input in tokens, special ones included. */
  maxTokens: number;
  /** Embedding models only. */
  pooling: Pooling;
  normalize: boolean;
  prefixes: { query: string; document: string };
  dimensions: number | null;
};

/** A GGUF model that writes answers. */
export type ChatModelManifest = ManifestBase & {
  type: 'chat';
  /** Tokens that the prompt and the answer may take together on this machine. */
  maxTokens: number;
  /** Answers that are written at the same time, each with that many tokens. */
  parallel: number;
  /** With the context. */
  memoryMegabytes: number;
  architecture: string;
  /** Such as `Q4_K_M`. */
  quantization: string | null;
  /** The model's own, in Jinja. */
  template: string;
  dimensions: null;
};

/** What a model folder holds and how its model is run, as its own files tell it. */
export type ModelManifest = TextModelManifest | ChatModelManifest;

/** Before the files were digested. */
export type ModelDescription = Omit<TextModelManifest, 'files'> | Omit<ChatModelManifest, 'files'>;

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
