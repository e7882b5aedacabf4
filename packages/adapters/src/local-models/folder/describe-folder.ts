import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { ModelFileError } from '../model-file-error.ts';
import type { LocalModelType, Pooling, TextModelManifest } from './manifest.ts';
import { type OnnxFacts, readOnnx } from './read-onnx.ts';

/** What is known of a model besides its files; the files tell better. */
export type ModelHints = {
  id: string;
  name?: string;
  type?: LocalModelType;
  licence?: string | null;
  languages?: string[];
  /** The words before a text that such a model is known to want, by its name. */
  prefixes: (name: string) => { query: string; document: string };
};

/** Where exports of models usually are; the first that is there is taken. */
const usualPlaces = ['model.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx', 'model_quantized.onnx'];
const mostFiles = 200;
const mostConfigBytes = 64 * 1024 * 1024;

/** Reads from an ONNX model's own files how it is run. Throws a ModelFileError for what is no model. */
export async function describeFolder(
  folder: string,
  paths: readonly string[],
  hints: ModelHints,
): Promise<Omit<TextModelManifest, 'files'>> {
  const onnx = paths.filter((path) => path.endsWith('.onnx'));
  const model = usualPlaces.find((place) => onnx.includes(place)) ?? onnx[0];
  if (model === undefined) throw new ModelFileError('not_a_model');
  const facts = await readOnnx(join(folder, model));
  if (facts.externalData) throw new ModelFileError('external_data', { file: basename(model) });
  if (facts.unknownDomains.length > 0)
    throw new ModelFileError('custom_operators', { operators: facts.unknownDomains.join(', ') });
  if (!facts.inputs.includes('input_ids'))
    throw new ModelFileError('unknown_type', { file: basename(model) });
  if (!paths.includes('tokenizer.json')) throw new ModelFileError('tokenizer_missing');

  const read = async (path: string): Promise<Json> =>
    paths.includes(path) ? readJson(join(folder, path)) : {};
  const config = await read('config.json');
  const tokenizer = await read('tokenizer_config.json');
  const sentences = await read('sentence_bert_config.json');
  const pooling = await read('1_Pooling/config.json');
  const { prompts } = await read('config_sentence_transformers.json');
  const modules = paths.includes('modules.json') ? await readJson(join(folder, 'modules.json')) : [];
  const type = hints.type === 'embedding' || hints.type === 'rerank' ? hints.type : readType(config, facts);
  const name = hints.name ?? hints.id;
  return {
    format: 1,
    id: hints.id,
    name,
    type,
    model,
    tokenizer: 'tokenizer.json',
    tokenizerConfig: paths.includes('tokenizer_config.json') ? 'tokenizer_config.json' : null,
    maxTokens: readMaxTokens(config, tokenizer, sentences),
    pooling: readPooling(pooling, name),
    // Cosine similarity is all that is asked of vectors, so a model that does not say so is normalised as well.
    normalize: type === 'embedding' || JSON.stringify(modules).includes('Normalize'),
    prefixes: readPrompts(prompts) ?? hints.prefixes(name),
    dimensions: type === 'embedding' ? readDimensions(config, facts) : null,
    licence: hints.licence ?? null,
    languages: hints.languages ?? [],
  };
}

/** Paths within the folder, with `/`. Links are not followed: they may lead anywhere. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  if (files.length > mostFiles) throw new ModelFileError('not_a_model');
  return files;
}

type Json = Record<string, unknown>;

async function readJson(path: string): Promise<Json> {
  const file = basename(path);
  if ((await stat(path)).size > mostConfigBytes) throw new ModelFileError('damaged', { file });
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as Json;
  } catch {
    // Told below.
  }
  throw new ModelFileError('damaged', { file });
}

function readType({ architectures }: Json, { outputs }: OnnxFacts): TextModelManifest['type'] {
  const classifies = /ForSequenceClassification/.test(JSON.stringify(architectures ?? ''));
  return classifies || outputs[0]?.name === 'logits' ? 'rerank' : 'embedding';
}

const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1_000_000 ? value : undefined;

function readMaxTokens(config: Json, tokenizer: Json, sentences: Json): number {
  // These count two positions more than a text may have tokens.
  const spare = /roberta|camembert|mpnet/.test(String(config.model_type)) ? 2 : 0;
  const positions = asCount(config.max_position_embeddings);
  const limits = [
    positions && positions - spare,
    asCount(tokenizer.model_max_length),
    asCount(sentences.max_seq_length),
  ].filter((limit) => limit !== undefined);
  return limits.length === 0 ? 512 : Math.min(...limits);
}

function readPooling(config: Json, name: string): Pooling {
  if (config.pooling_mode_cls_token === true) return 'cls';
  if (config.pooling_mode_max_tokens === true) return 'max';
  if (config.pooling_mode_lasttoken === true) return 'last';
  if (config.pooling_mode_mean_tokens === true) return 'mean';
  // Exports often leave the file out; these families were trained by their first token.
  return /bge|arctic-embed|mxbai/i.test(name) ? 'cls' : 'mean';
}

function readPrompts(prompts: unknown): TextModelManifest['prefixes'] | undefined {
  if (typeof prompts !== 'object' || prompts === null) return undefined;
  const { query, document, passage } = prompts as Json;
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 1_000 ? value : '');
  const found = { query: text(query), document: text(document) || text(passage) };
  return found.query || found.document ? found : undefined;
}

function readDimensions(config: Json, { outputs }: OnnxFacts): number | null {
  return asCount(config.hidden_size) ?? outputs[0]?.width ?? null;
}
