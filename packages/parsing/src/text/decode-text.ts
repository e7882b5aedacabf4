import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { UnreadableFileError } from '../parsed-document.ts';
import { findByteOrderMark, findUtf16ByZeros, looksLikeText, SAMPLE_BYTES } from './sniff-text.ts';

/** Text with the encoding it was read in; `guessed` when nothing in the file proves that encoding. */
export type DecodedText = { text: string; encoding: string; guessed: boolean };

/**
 * Reads bytes as text: byte order mark, then strict UTF-8, then UTF-16 by its zero bytes, then a
 * statistical guess. Throws 'mislabelled' when the bytes are no text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = findByteOrderMark(bytes);
  if (marked) return { text: iconv.decode(Buffer.from(bytes), marked), encoding: marked, guessed: false };
  const utf16 = findUtf16ByZeros(bytes);
  if (utf16) return { text: iconv.decode(Buffer.from(bytes), utf16), encoding: utf16, guessed: true };
  if (!looksLikeText(bytes)) throw new UnreadableFileError('mislabelled', 'binary content in a text file');
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      encoding: 'utf-8',
      guessed: false,
    };
  } catch {
    const encoding = guessEncoding(bytes);
    return { text: iconv.decode(Buffer.from(bytes), encoding), encoding, guessed: true };
  }
}

/** Decodes by a name the file itself gives (a mail header, a meta element); unknown names fall back to guessing. */
export function decodeTextAs(bytes: Uint8Array, encoding: string): DecodedText {
  const name = normaliseEncodingName(encoding);
  if (!iconv.encodingExists(name)) return decodeText(bytes);
  return { text: iconv.decode(Buffer.from(bytes), name), encoding: name, guessed: false };
}

/** A guess must beat plain Western text clearly: short texts with a few accents look like anything. */
const SURE_CONFIDENCE = 60;

function guessEncoding(bytes: Uint8Array): string {
  const matches = analyse(bytes.subarray(0, SAMPLE_BYTES));
  for (const match of matches) {
    const name = normaliseEncodingName(match.name);
    if (name === 'windows-1252') return name;
    const isUsable = name !== 'utf-8' && !name.startsWith('utf-') && iconv.encodingExists(name);
    if (isUsable && (match.confidence >= SURE_CONFIDENCE || isMultiByte(name, bytes))) return name;
  }
  return 'windows-1252';
}

/** Multi-byte text decodes without a replacement character and gives mostly East Asian letters. */
function isMultiByte(encoding: string, bytes: Uint8Array): boolean {
  if (!/^(gb|big5|shift|euc|iso-2022)/.test(encoding)) return false;
  const text = iconv.decode(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)), encoding);
  if (text.includes('\ufffd')) return false;
  const beyondAscii = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const eastAsian = text.match(/[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0;
  return eastAsian > 3 && eastAsian >= beyondAscii * 0.9;
}

// ISO-8859-1 files are windows-1252 in truth: browsers read them so, and the curly quotes depend on it.
function normaliseEncodingName(name: string): string {
  const lower = name.trim().toLowerCase();
  return lower === 'iso-8859-1' || lower === 'latin1' || lower === 'us-ascii' || lower === 'ascii'
    ? 'windows-1252'
    : lower === 'gb2312' || lower === 'gbk'
      ? 'gb18030'
      : lower;
}
