import { type FileHandle, open } from 'node:fs/promises';
import { ModelFileError } from '../model-file-error.ts';

/** A number, text or flag of the header. Of arrays, the numbers or the texts; null where there are too many. */
export type GgufValue = number | string | boolean | readonly (number | string)[] | null;

/** What the header of a GGUF file says, without its weights being read. */
export type GgufHeader = {
  /** Keys that begin with `tokenizer.` are left out, except the chat template. */
  values: ReadonlyMap<string, GgufValue>;
  tensors: number;
  /** Where the weights end, as far as their types are known. */
  end: number;
  size: number;
};

const bufferBytes = 1024 * 1024;
/** More than any model has; what says more is made to keep a reader busy. */
const most = {
  headerBytes: 256 * 1024 * 1024,
  keys: 10_000,
  keyBytes: 65_535,
  tensors: 65_536,
  textBytes: 1024 * 1024,
  items: 4_000_000,
  keptItems: 1_024,
};

/** Sizes of the fixed types, by their number: those of llama.cpp's `gguf_type`. */
const fixedBytes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const text = 8;
const array = 9;

/** Weights of a block and its bytes, by the number of llama.cpp's `ggml_type`. */
const blocks: Readonly<Record<number, readonly [weights: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
};

/** Reads a header within bounds. Throws a ModelFileError for what is no GGUF file, or ends too early. */
export async function readGguf(path: string): Promise<GgufHeader> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const cursor = createCursor(file, size);
    if (size < 24 || (await cursor.take(4)).toString('latin1') !== 'GGUF') throw notAModel();
    const version = await cursor.number(4);
    // Version 1 is of 2023 and counts differently; files of big-endian machines have a huge number here.
    if (version !== 2 && version !== 3) throw notAModel();
    const tensors = await cursor.count(most.tensors);
    const keys = await cursor.count(most.keys);
    const values = new Map<string, GgufValue>();
    for (let at = 0; at < keys; at++) {
      const key = await cursor.text(most.keyBytes);
      const value = await readValue(cursor, await cursor.number(4));
      if (!key.startsWith('tokenizer.') || key === 'tokenizer.chat_template') values.set(key, value);
    }
    const end = await readEnd(cursor, tensors, values.get('general.alignment'));
    if (end > size) throw new ModelFileError('damaged');
    return { values, tensors, end, size };
  } finally {
    await file.close();
  }
}

const notAModel = () => new ModelFileError('not_a_model');

async function readValue(cursor: Cursor, type: number): Promise<GgufValue> {
  if (type === text) return cursor.text(most.textBytes);
  if (type !== array) return cursor.fixed(type);
  const inner = await cursor.number(4);
  const items = await cursor.count(most.items);
  if (inner !== text && items > most.keptItems) {
    await cursor.skip(items * sizeOf(inner));
    return null;
  }
  const kept: (number | string)[] = [];
  for (let at = 0; at < items; at++) {
    if (items > most.keptItems) await cursor.skipText();
    else kept.push(inner === text ? await cursor.text(most.textBytes) : Number(await cursor.fixed(inner)));
  }
  return items > most.keptItems ? null : kept;
}

function sizeOf(type: number): number {
  const bytes = fixedBytes[type];
  if (bytes === undefined) throw notAModel();
  return bytes;
}

/** Reads where each tensor lies, and returns the end of the last. */
async function readEnd(cursor: Cursor, tensors: number, alignment: GgufValue | undefined): Promise<number> {
  let last = 0;
  for (let at = 0; at < tensors; at++) {
    await cursor.text(most.keyBytes);
    const dimensions = await cursor.number(4);
    if (dimensions > 4) throw notAModel();
    let weights = 1;
    for (let index = 0; index < dimensions; index++) weights *= await cursor.count(Number.MAX_SAFE_INTEGER);
    const block = blocks[await cursor.number(4)];
    const offset = await cursor.count(Number.MAX_SAFE_INTEGER);
    last = Math.max(last, offset + (block ? Math.ceil(weights / block[0]) * block[1] : 0));
  }
  const step = typeof alignment === 'number' && alignment > 0 ? alignment : 32;
  return Math.ceil(cursor.at / step) * step + last;
}

type Cursor = ReturnType<typeof createCursor>;

/** Reads forwards through a buffer. What leads beyond the file is damage. */
function createCursor(file: FileHandle, size: number) {
  let buffer = Buffer.alloc(0);
  let begin = 0;
  let at = 0;

  async function take(length: number): Promise<Buffer> {
    if (at + length > size) throw new ModelFileError('damaged');
    if (at + length > most.headerBytes) throw notAModel();
    if (at + length > begin + buffer.length) {
      buffer = Buffer.alloc(Math.max(bufferBytes, length));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      buffer = buffer.subarray(0, bytesRead);
      begin = at;
      if (bytesRead < length) throw new ModelFileError('damaged');
    }
    const part = buffer.subarray(at - begin, at - begin + length);
    at += length;
    return part;
  }

  function skip(length: number): void {
    if (at + length > size) throw new ModelFileError('damaged');
    if (at + length > most.headerBytes) throw notAModel();
    at += length;
    if (at > begin + buffer.length) buffer = Buffer.alloc(0);
  }

  async function count(limit: number): Promise<number> {
    const value = (await take(8)).readBigUInt64LE();
    if (value > BigInt(limit)) throw notAModel();
    return Number(value);
  }

  async function fixed(type: number): Promise<number | boolean> {
    const part = await take(sizeOf(type));
    if (type === 7) return part[0] !== 0;
    if (type === 6) return part.readFloatLE();
    if (type === 12) return part.readDoubleLE();
    if (type === 11) return Number(part.readBigInt64LE());
    if (type === 10) return Number(part.readBigUInt64LE());
    return type % 2 === 0 ? part.readUIntLE(0, part.length) : part.readIntLE(0, part.length);
  }

  return {
    get at() {
      return at;
    },
    take,
    skip,
    count,
    fixed,
    number: async (bytes: number) => (await take(bytes)).readUIntLE(0, bytes),
    text: async (limit: number) => (await take(await count(limit))).toString('utf8'),
    skipText: async () => skip(await count(most.textBytes)),
  };
}
