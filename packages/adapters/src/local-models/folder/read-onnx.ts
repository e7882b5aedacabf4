import { type FileHandle, open } from 'node:fs/promises';
import { ModelFileError } from '../model-file-error.ts';

/** What the head of an ONNX file says, without its weights being read. */
export type OnnxFacts = {
  inputs: string[];
  /** With the length of the last dimension, where it is fixed. */
  outputs: { name: string; rank: number; width: number | null }[];
  /** Weights lie in other files. */
  externalData: boolean;
  /** Sets of operators beyond the standard and those that the runtime brings along. */
  unknownDomains: string[];
};

type Field = { number: number; begin: number; end: number };

const knownDomains = [
  '',
  'ai.onnx',
  'ai.onnx.ml',
  'com.microsoft',
  'com.microsoft.nchwc',
  'org.pytorch.aten',
];
const chunkBytes = 64 * 1024;
/** A graph with more parts is none of a model for texts. */
const mostFields = 200_000;

/**
 * Walks through the Protocol Buffers of the file by its lengths, skipping the weights: a file of gigabytes is read in
 * moments. Throws a ModelFileError for anything that is no ONNX model.
 */
export async function readOnnx(path: string): Promise<OnnxFacts> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const reader = createReader(file, size);
    const top = await reader.fields(0, size);
    const graph = top.find(({ number }) => number === 7);
    if (graph === undefined) throw new ModelFileError('not_a_model');
    const domains: string[] = [];
    for (const set of top.filter(({ number }) => number === 8))
      for (const field of await reader.fields(set.begin, set.end))
        if (field.number === 1) domains.push(await reader.text(field));
    const parts = await reader.fields(graph.begin, graph.end);
    let externalData = false;
    for (const tensor of parts.filter(({ number }) => number === 5)) {
      const fields = await reader.fields(tensor.begin, tensor.end);
      externalData ||= fields.some(({ number }) => number === 13);
    }
    const values = (wanted: number) =>
      Promise.all(parts.filter(({ number }) => number === wanted).map((part) => readValue(reader, part)));
    const outputs = await values(12);
    if (outputs.length === 0) throw new ModelFileError('not_a_model');
    return {
      inputs: (await values(11)).map(({ name }) => name),
      outputs,
      externalData,
      unknownDomains: [...new Set(domains)].filter((domain) => !knownDomains.includes(domain)),
    };
  } finally {
    await file.close();
  }
}

type Reader = ReturnType<typeof createReader>;

/** A ValueInfoProto: its name, and the shape of its tensor. */
async function readValue(reader: Reader, part: Field) {
  const fields = await reader.fields(part.begin, part.end);
  const nameField = fields.find(({ number }) => number === 1);
  let inner = fields.find(({ number }) => number === 2);
  // TypeProto.tensor_type, its shape, the dimensions of that.
  for (const number of [1, 2])
    inner = inner && (await reader.fields(inner.begin, inner.end)).find((field) => field.number === number);
  const dims = inner === undefined ? [] : await reader.fields(inner.begin, inner.end);
  const last = dims.at(-1);
  const value = last && (await reader.fields(last.begin, last.end)).find(({ number }) => number === 1);
  return {
    name: nameField === undefined ? '' : await reader.text(nameField),
    rank: dims.length,
    width: value === undefined ? null : await reader.number(value),
  };
}

function createReader(file: FileHandle, size: number) {
  let chunk = Buffer.alloc(0);
  let chunkBegin = 0;
  let seen = 0;

  async function bytes(at: number, length: number): Promise<Buffer> {
    if (at < chunkBegin || at + length > chunkBegin + chunk.length) {
      const buffer = Buffer.alloc(Math.max(chunkBytes, length));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      chunk = buffer.subarray(0, bytesRead);
      chunkBegin = at;
    }
    return chunk.subarray(at - chunkBegin, at - chunkBegin + length);
  }

  async function varint(at: number): Promise<{ value: number; next: number }> {
    const buffer = await bytes(at, Math.min(10, size - at));
    let value = 0;
    for (const [index, byte] of buffer.entries()) {
      value += (byte & 127) * 2 ** (7 * index);
      if (byte < 128) return { value, next: at + index + 1 };
    }
    throw new ModelFileError('not_a_model');
  }

  /** The fields of the message in this part of the file; a number begins where its bytes do. */
  async function fields(begin: number, end: number): Promise<Field[]> {
    const found: Field[] = [];
    let at = begin;
    while (at < end) {
      if (++seen > mostFields) throw new ModelFileError('not_a_model');
      const tag = await varint(at);
      const number = Math.floor(tag.value / 8);
      const kind = tag.value % 8;
      let field: Field;
      if (kind === 2) {
        const length = await varint(tag.next);
        field = { number, begin: length.next, end: length.next + length.value };
      } else if (kind === 0) field = { number, begin: tag.next, end: (await varint(tag.next)).next };
      else if (kind === 1 || kind === 5)
        field = { number, begin: tag.next, end: tag.next + (kind === 1 ? 8 : 4) };
      else throw new ModelFileError('not_a_model');
      if (number === 0) throw new ModelFileError('not_a_model');
      // A download that ended early is cut in the middle of a field.
      if (field.end > end)
        throw new ModelFileError(begin === 0 && found.length === 0 ? 'not_a_model' : 'damaged');
      found.push(field);
      at = field.end;
    }
    return found;
  }

  return {
    fields,
    text: async ({ begin, end }: Field) =>
      (await bytes(begin, Math.min(end - begin, 1_000))).toString('utf8'),
    number: async ({ begin }: Field) => (await varint(begin)).value,
  };
}
