/** How much of a file is looked at to judge its encoding. */
export const SAMPLE_BYTES = 256 * 1024;

/** Whether the bytes can be text in some encoding: few control characters, zero bytes only as UTF-16 has them. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (findByteOrderMark(bytes) || findUtf16ByZeros(bytes)) return true;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    // Form feed, escape (ISO-2022) and end-of-file (DOS) occur in honest text.
    const isHarmless = byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27 || byte === 26;
    if (!isHarmless) controls++;
  }
  return controls <= sample.length / 100;
}

/** The encoding that a byte order mark names. */
export function findByteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

/** Latin text in UTF-16 has a zero in nearly every other byte, and none in the places between. */
export function findUtf16ByZeros(bytes: Uint8Array): string | undefined {
  if (bytes.length < 8 || bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] === 0) i % 2 === 0 ? even++ : odd++;
  }
  const pairs = sample.length / 2;
  if (odd > pairs * 0.7 && even === 0) return 'utf-16le';
  if (even > pairs * 0.7 && odd === 0) return 'utf-16be';
  if (even + odd === 0) return undefined;
  // Chinese has a zero only in its spaces, digits and line ends: what the bytes would say decides.
  if (readsAsEastAsian(sample, (index) => sample[index]! | (sample[index + 1]! << 8))) return 'utf-16le';
  if (readsAsEastAsian(sample, (index) => (sample[index]! << 8) | sample[index + 1]!)) return 'utf-16be';
  return undefined;
}

/** Shares of the characters: those that East Asian text has at all, and those of its own among them. */
const MIN_KNOWN = 0.97;
const MIN_EAST_ASIAN = 0.3;

function readsAsEastAsian(sample: Uint8Array, unitAt: (index: number) => number): boolean {
  let eastAsian = 0;
  let others = 0;
  for (let index = 0; index + 1 < sample.length; index += 2) {
    const unit = unitAt(index);
    if ((unit >= 0x3000 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3)) eastAsian++;
    else if (isWesternSign(unit) || (unit >= 0xff00 && unit <= 0xffef)) others++;
  }
  const units = sample.length / 2;
  return eastAsian + others >= MIN_KNOWN * units && eastAsian >= MIN_EAST_ASIAN * units;
}

function isWesternSign(unit: number): boolean {
  if (unit < 0x20) return unit === 9 || unit === 10 || unit === 13;
  return unit <= 0x7e || (unit >= 0xa0 && unit <= 0xff) || (unit >= 0x2010 && unit <= 0x2040);
}
