/**
 * A chunk's terms as numbers, sorted by hash. Scoring looks a question's terms up by binary search, so that hundreds
 * of candidates cost less than a millisecond. Little-endian layout, n entries:
 * uint32 format · uint32 body length in terms · n × uint32 hash · n × uint8 (bits 0–6 count in the body, bit 7 header;
 * 0 is a term of the background alone).
 */
export type ChunkProfile = {
  /** Terms in the body, repetitions counted. */
  length: number;
  hashes: Uint32Array;
  counts: Uint8Array;
};

const format = 1;
const headerBit = 0x80;
/** Of an entry of `counts`: how often the term is in the body. */
export const countMask = 0x7f;

/** 32-bit FNV-1a over UTF-16 units with a final mix. Stored in every index: a change needs a new format number. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** `families` are counted like the body, but do not lengthen it. */
export function encodeProfile(
  header: string[],
  body: string[],
  background: string[] = [],
  families: string[] = [],
): Uint8Array {
  const entries = new Map<number, number>();
  for (const term of background) entries.set(hashTerm(term), 0);
  for (const term of [...body, ...families]) {
    const hash = hashTerm(term);
    const count = entries.get(hash) ?? 0;
    if (count < countMask) entries.set(hash, count + 1);
  }
  for (const term of header) {
    const hash = hashTerm(term);
    entries.set(hash, (entries.get(hash) ?? 0) | headerBit);
  }
  const hashes = Uint32Array.from(entries.keys()).sort();
  const bytes = new Uint8Array(8 + hashes.length * 5);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, format, true);
  view.setUint32(4, body.length, true);
  hashes.forEach((hash, i) => {
    view.setUint32(8 + i * 4, hash, true);
    bytes[8 + hashes.length * 4 + i] = entries.get(hash)!;
  });
  return bytes;
}

/** Throws where the bytes are of another format: such a base must be indexed again. */
export function decodeProfile(bytes: Uint8Array): ChunkProfile {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const head = new Uint32Array(aligned.buffer, aligned.byteOffset, 2);
  if (head[0] !== format) throw new Error(`Unknown chunk profile format ${head[0]}`);
  const entries = (aligned.length - 8) / 5;
  return {
    length: head[1]!,
    hashes: new Uint32Array(aligned.buffer, aligned.byteOffset + 8, entries),
    counts: aligned.subarray(8 + entries * 4),
  };
}

/** How often a term is in the body, and whether the header, or nothing but the background, has it. */
export function countTerm(
  profile: ChunkProfile,
  hash: number,
): { body: number; header: boolean; background: boolean } {
  const entry = findEntry(profile.hashes, hash);
  if (entry < 0) return absent;
  const count = profile.counts[entry]!;
  return { body: count & countMask, header: (count & headerBit) !== 0, background: count === 0 };
}

const absent = { body: 0, header: false, background: false };

function findEntry(hashes: Uint32Array, hash: number): number {
  let low = 0;
  let high = hashes.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = hashes[middle]!;
    if (value === hash) return middle;
    if (value < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
