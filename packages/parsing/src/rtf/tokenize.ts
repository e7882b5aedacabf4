/** A part of an RTF file: a group border, a control word or symbol, or bytes of text. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; value: number | undefined }
  | { kind: 'symbol'; symbol: string }
  | { kind: 'byte'; byte: number }
  | { kind: 'bytes'; start: number; end: number };

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Cuts an RTF file into tokens without keeping them; binary data is skipped over. */
export function* tokenizeRtf(bytes: Uint8Array): Generator<RtfToken> {
  let position = 0;
  while (position < bytes.length) {
    const byte = bytes[position]!;
    if (byte === OPEN || byte === CLOSE) {
      yield { kind: byte === OPEN ? 'open' : 'close' };
      position++;
    } else if (byte === BACKSLASH) {
      const next = bytes[position + 1];
      if (next === undefined) return;
      if (isLetter(next)) {
        const { word, value, end } = readWord(bytes, position + 1);
        position = word === 'bin' ? end + Math.max(value ?? 0, 0) : end;
        if (word !== 'bin') yield { kind: 'word', word, value };
      } else if (next === 0x27) {
        const hex = Number.parseInt(
          String.fromCharCode(bytes[position + 2] ?? 0, bytes[position + 3] ?? 0),
          16,
        );
        if (Number.isFinite(hex)) yield { kind: 'byte', byte: hex };
        position += 4;
      } else {
        yield { kind: 'symbol', symbol: String.fromCharCode(next) };
        position += 2;
      }
    } else if (byte === 0x0a || byte === 0x0d) {
      position++;
    } else {
      const start = position;
      while (position < bytes.length && !isSpecial(bytes[position]!)) position++;
      yield { kind: 'bytes', start, end: position };
    }
  }
}

function readWord(
  bytes: Uint8Array,
  start: number,
): { word: string; value: number | undefined; end: number } {
  let end = start;
  while (end < bytes.length && end - start < 32 && isLetter(bytes[end]!)) end++;
  const word = latin1(bytes, start, end);
  const numberStart = end;
  if (bytes[end] === 0x2d) end++;
  while (end < bytes.length && end - numberStart < 11 && isDigit(bytes[end]!)) end++;
  const digits = latin1(bytes, numberStart, end);
  const value = /^-?\d+$/.test(digits) ? Number(digits) : undefined;
  if (value === undefined) end = numberStart;
  // One space after a control word belongs to it.
  if (bytes[end] === 0x20) end++;
  return { word, value, end };
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isSpecial(byte: number): boolean {
  return byte === BACKSLASH || byte === OPEN || byte === CLOSE || byte === 0x0a || byte === 0x0d;
}
