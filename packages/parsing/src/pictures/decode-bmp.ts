import { UnreadableFileError } from '../parsed-document.ts';

/** Three bytes a pixel, red first, rows from the top. */
export type RawPicture = { pixels: Uint8Array; width: number; height: number };

const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;
const UNCOMPRESSED = 0;
const BIT_FIELDS = [3, 6];

/**
 * Decodes an uncompressed Windows bitmap, which the picture library does not read. Throws
 * UnreadableFileError: 'broken', 'unsupported' (compressed), 'too_large_unpacked' (over `maxPixels`).
 */
export function decodeBmp(bytes: Uint8Array, maxPixels: number): RawPicture {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view);
  const { width, height, bits, palette, start, masks } = header;
  if (width * height > maxPixels) throw new UnreadableFileError('too_large_unpacked', `${width} × ${height}`);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start + stride * height > view.length)
    throw new UnreadableFileError('broken', 'the picture is cut off');
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = start + stride * (header.fromTop ? row : height - 1 - row);
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3;
      if (bits <= 8) {
        const perByte = 8 / bits;
        const byte = view[from + Math.floor(column / perByte)]!;
        const index = (byte >> ((perByte - 1 - (column % perByte)) * bits)) & ((1 << bits) - 1);
        for (let channel = 0; channel < 3; channel++)
          pixels[at + channel] = palette[index * 3 + channel] ?? 0;
      } else if (bits === 24) {
        const place = from + column * 3;
        pixels[at] = view[place + 2]!;
        pixels[at + 1] = view[place + 1]!;
        pixels[at + 2] = view[place]!;
      } else {
        const value =
          bits === 16 ? view.readUInt16LE(from + column * 2) : view.readUInt32LE(from + column * 4);
        for (let channel = 0; channel < 3; channel++) pixels[at + channel] = unmask(value, masks[channel]!);
      }
    }
  }
  return { pixels, width, height };
}

type Header = {
  width: number;
  height: number;
  fromTop: boolean;
  bits: number;
  start: number;
  /** Red, green and blue of each colour. */
  palette: Uint8Array;
  /** Where red, green and blue are in a pixel of 16 or 32 bits. */
  masks: readonly number[];
};

function readHeader(view: Buffer): Header {
  if (view.length < FILE_HEADER_BYTES + CORE_HEADER_BYTES || view.toString('latin1', 0, 2) !== 'BM')
    throw new UnreadableFileError('broken', 'no bitmap header');
  const start = view.readUInt32LE(10);
  const headerBytes = view.readUInt32LE(14);
  const isCore = headerBytes === CORE_HEADER_BYTES;
  if (!isCore && (headerBytes < 40 || headerBytes > 256 || view.length < FILE_HEADER_BYTES + headerBytes))
    throw new UnreadableFileError('broken', 'no bitmap header');
  const width = isCore ? view.readUInt16LE(18) : view.readInt32LE(18);
  const signedHeight = isCore ? view.readUInt16LE(20) : view.readInt32LE(22);
  const bits = view.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? UNCOMPRESSED : view.readUInt32LE(30);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0) throw new UnreadableFileError('broken', 'no size');
  const hasMasks = BIT_FIELDS.includes(compression) && (bits === 16 || bits === 32);
  if ((compression !== UNCOMPRESSED && !hasMasks) || ![1, 2, 4, 8, 16, 24, 32].includes(bits))
    throw new UnreadableFileError('unsupported', 'compressed bitmap');
  return {
    width,
    height,
    fromTop: signedHeight < 0,
    bits,
    start,
    palette: bits <= 8 ? readPalette(view, headerBytes, bits, isCore ? 3 : 4) : new Uint8Array(),
    masks: hasMasks ? readMasks(view) : bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff],
  };
}

function readPalette(view: Buffer, headerBytes: number, bits: number, entryBytes: number): Uint8Array {
  const palette = new Uint8Array(3 * 2 ** bits);
  for (let index = 0; index < 2 ** bits; index++) {
    const at = FILE_HEADER_BYTES + headerBytes + index * entryBytes;
    if (at + 3 > view.length) break;
    palette.set([view[at + 2]!, view[at + 1]!, view[at]!], index * 3);
  }
  return palette;
}

/** They follow the oldest header and are part of the later ones: in either case at this place. */
function readMasks(view: Buffer): number[] {
  if (view.length < 66) throw new UnreadableFileError('broken', 'no bitmap header');
  return [54, 58, 62].map((at) => view.readUInt32LE(at));
}

/** The bits under a mask, stretched to a byte. */
function unmask(value: number, mask: number): number {
  if (mask === 0) return 0;
  const shift = Math.clz32(mask & -mask) ^ 31;
  const most = mask >>> shift;
  return Math.round((((value & mask) >>> shift) * 255) / most);
}
