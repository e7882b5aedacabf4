/** A value of a GGUF header. Numbers are 32-bit unless they are said to be floats. */
export type GgufEntry = string | number | boolean | { floats: number[] } | string[] | number[];

export type GgufTensor = { name: string; dimensions: number[]; weights: Float32Array };

const alignment = 32;

/** The bytes of a GGUF file. */
export function buildGguf(
  values: Readonly<Record<string, GgufEntry>>,
  tensors: readonly GgufTensor[],
): Buffer {
  const entries = Object.entries(values);
  const header = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length)];
  for (const [key, value] of entries) header.push(text(key), entryOf(value));
  let offset = 0;
  const data: Buffer[] = [];
  for (const { name, dimensions, weights } of tensors) {
    header.push(text(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset));
    const bytes = pad(Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength));
    data.push(bytes);
    offset += bytes.length;
  }
  return Buffer.concat([pad(Buffer.concat(header)), ...data]);
}

function entryOf(value: GgufEntry): Buffer {
  if (typeof value === 'string') return Buffer.concat([u32(8), text(value)]);
  if (typeof value === 'boolean') return Buffer.concat([u32(7), Buffer.from([Number(value)])]);
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? Buffer.concat([u32(4), u32(value)])
      : Buffer.concat([u32(6), f32(value)]);
  if (!Array.isArray(value)) return list(6, value.floats.map(f32));
  return typeof value[0] === 'string'
    ? list(
        8,
        value.map((item) => text(String(item))),
      )
    : list(
        5,
        value.map((item) => u32(Number(item))),
      );
}

const list = (type: number, items: Buffer[]) =>
  Buffer.concat([u32(9), u32(type), u64(items.length), ...items]);
const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
};
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
const pad = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
