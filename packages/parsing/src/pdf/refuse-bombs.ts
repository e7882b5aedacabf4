import { inflateSync } from 'node:zlib';
import { UnreadableFileError } from '../parsed-document.ts';

/** More than any page's image or font is when unpacked. */
const MAX_STREAM_BYTES = 200 * 1024 * 1024;
/** Deflate makes at most a thousandth of a stream. */
const MAX_RATIO = 1032;
/** The beginning of a stream that could be too large tells how tightly it is packed. */
const PROBE_BYTES = 64 * 1024;
const SUSPICIOUS_RATIO = 100;
/** How far before its data a stream's dictionary may begin. */
const DICTIONARY_BYTES = 2048;

/**
 * Refuses a PDF with a stream that unpacks to more than memory should hold. PDFium unpacks a stream whole, and
 * several times where its filters are named several times: some kilobytes become gigabytes.
 */
export function refuseBombs(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    const times = countDeflate(file.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at));
    if (times === 0) continue;
    let start = at + 6;
    if (file[start] === 13) start++;
    if (file[start] === 10) start++;
    const end = file.indexOf('endstream', start);
    const packed = file.subarray(start, end < 0 ? file.length : end);
    if (packed.length * MAX_RATIO ** times > MAX_STREAM_BYTES) checkStream(packed, times);
  }
}

/** How many times the stream of the dictionary before it is packed by deflate. */
function countDeflate(before: string): number {
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
  const filter = /\/(?:Filter|F)\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1] ?? '';
  return filter.match(/\/Fl(?:ateDecode)?\b/g)?.length ?? 0;
}

function checkStream(packed: Uint8Array, times: number): void {
  const probe = unpack(packed.subarray(0, PROBE_BYTES));
  const isTight =
    probe !== undefined && probe.length > SUSPICIOUS_RATIO * Math.min(packed.length, PROBE_BYTES);
  if (times === 1 && !isTight) return;
  let data: Uint8Array | undefined = packed;
  for (let time = 0; time < times && data !== undefined; time++) data = unpack(data);
}

/** Unpacked data, or undefined where it is damaged; what is unpacked of a cut stream counts. */
function unpack(packed: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM_BYTES, finishFlush: 2 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw new UnreadableFileError('too_large_unpacked', 'a packed stream');
  }
}
