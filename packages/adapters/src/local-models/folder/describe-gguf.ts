import { basename, join } from 'node:path';
import { ModelFileError } from '../model-file-error.ts';
import type { ContextFacts } from './chat-memory.ts';
import type { ModelHints } from './describe-folder.ts';
import { type GgufHeader, readGguf } from './gguf-reader.ts';
import type { ChatModelManifest } from './manifest.ts';

/** What a GGUF file is, before it is known what this machine bears. */
export type GgufModel = {
  description: Omit<ChatModelManifest, 'files' | 'maxTokens' | 'parallel' | 'memoryMegabytes'>;
  context: ContextFacts;
  bytes: number;
};

/** Numbers of llama.cpp's `llama_ftype` with the names that people know. */
const quantizations: Readonly<Record<number, string>> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  7: 'Q8_0',
  8: 'Q5_0',
  9: 'Q5_1',
  10: 'Q2_K',
  11: 'Q3_K_S',
  12: 'Q3_K_M',
  13: 'Q3_K_L',
  14: 'Q4_K_S',
  15: 'Q4_K_M',
  16: 'Q5_K_S',
  17: 'Q5_K_M',
  18: 'Q6_K',
  19: 'IQ2_XXS',
  20: 'IQ2_XS',
  21: 'Q2_K_S',
  22: 'IQ3_XS',
  23: 'IQ3_XXS',
  24: 'IQ1_S',
  25: 'IQ4_NL',
  26: 'IQ3_S',
  27: 'IQ3_M',
  28: 'IQ2_S',
  29: 'IQ2_M',
  30: 'IQ4_XS',
  31: 'IQ1_M',
  32: 'BF16',
  36: 'TQ1_0',
  37: 'TQ2_0',
  38: 'MXFP4',
};

/** They embed, see or translate; none of them goes on with a conversation. */
const otherArchitectures = /bert|encoder|^t5|clip|^wavtokenizer|^whisper|embedding|rerank/i;
const mostTemplateCharacters = 262_144;
const mostLanguages = 50;

/** Reads from the header of a GGUF file what model it is. Throws a ModelFileError for what cannot chat. */
export async function describeGguf(folder: string, model: string, hints: ModelHints): Promise<GgufModel> {
  const file = basename(model);
  const header = await readGguf(join(folder, model));
  const read = readers(header);
  const architecture = read.text('general.architecture');
  if (architecture === undefined || header.tensors === 0) throw new ModelFileError('damaged', { file });
  if ((read.number('split.count') ?? 1) > 1) throw new ModelFileError('external_data', { file });
  const pooled = read.number(`${architecture}.pooling_type`) ?? 0;
  const causal = header.values.get(`${architecture}.attention.causal`) !== false;
  const type = read.text('general.type') ?? 'model';
  if (type !== 'model' || pooled !== 0 || !causal || otherArchitectures.test(architecture))
    throw new ModelFileError('no_chat_model', { file });
  const template = read.text('tokenizer.chat_template');
  if (!template?.trim() || template.length > mostTemplateCharacters)
    throw new ModelFileError('no_chat_template', { file });
  const fileType = read.number('general.file_type');
  const languages = header.values.get('general.languages');
  return {
    description: {
      format: 1,
      id: hints.id,
      name: hints.name ?? hints.id,
      type: 'chat',
      model,
      architecture,
      quantization: fileType === undefined ? null : (quantizations[fileType] ?? null),
      template,
      dimensions: null,
      licence: hints.licence ?? read.text('general.license')?.slice(0, 100) ?? null,
      languages: hints.languages ?? readLanguages(languages),
    },
    context: readContext(architecture, read, file),
    bytes: header.size,
  };
}

type Readers = ReturnType<typeof readers>;

function readers({ values }: GgufHeader) {
  return {
    text: (key: string) => {
      const value = values.get(key);
      return typeof value === 'string' ? value : undefined;
    },
    number: (key: string) => {
      const value = values.get(key);
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
    },
    /** Where layers differ there is a number for each: the largest. */
    most: (key: string) => {
      const value = values.get(key);
      const numbers = (Array.isArray(value) ? value : [value]).map(Number).filter(Number.isSafeInteger);
      return numbers.length > 0 ? Math.max(...numbers) : undefined;
    },
  };
}

function readContext(architecture: string, read: Readers, file: string): ContextFacts {
  const of = (key: string) => `${architecture}.${key}`;
  const trained = read.number(of('context_length'));
  const layers = read.number(of('block_count'));
  const width = read.number(of('embedding_length'));
  const heads = read.most(of('attention.head_count'));
  if (!trained || !layers || !width || layers > 10_000) throw new ModelFileError('damaged', { file });
  // Models without attention keep a state of a fixed size, which is small.
  if (!heads) return { trained, bytesPerToken: 0 };
  const groups = read.most(of('attention.head_count_kv')) ?? heads;
  const key = read.number(of('attention.key_length')) ?? width / heads;
  const value = read.number(of('attention.value_length')) ?? width / heads;
  // Keys and values are kept with two bytes each.
  return { trained, bytesPerToken: layers * groups * (key + value) * 2 };
}

function readLanguages(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((item): item is string => typeof item === 'string' && /^[a-z]{2,3}$/.test(item))
    .slice(0, mostLanguages);
}
