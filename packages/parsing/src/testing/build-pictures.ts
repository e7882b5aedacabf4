/** A white 24-bit Windows bitmap. */
export function buildBmp(width: number, height: number): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + stride * height, 0xff);
  bytes.fill(0, 0, 54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

type TiffOptions = {
  /** The page whose pixels lie beyond the end of the file. */
  damaged?: number;
  /** What the pages claim to measure, whatever their pixels. */
  claimed?: { width: number; height: number };
};

const SHORT = 3;
const LONG = 4;
const ENTRY_BYTES = 12;

/** An uncompressed grey TIFF of several white pages. */
export function buildPagedTiff(
  pages: number,
  width: number,
  height: number,
  { damaged, claimed = { width, height } }: TiffOptions = {},
): Uint8Array {
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  const parts: Buffer[] = [head];
  let at = head.length;
  let link: { part: Buffer; offset: number } = { part: head, offset: 4 };
  for (let page = 1; page <= pages; page++) {
    const pixels = Buffer.alloc(width * height, 0xff);
    const entries: [tag: number, type: number, value: number][] = [
      [256, LONG, claimed.width],
      [257, LONG, claimed.height],
      [258, SHORT, 8],
      [259, SHORT, 1],
      [262, SHORT, 1],
      [273, LONG, page === damaged ? 0x7000_0000 : at],
      [277, SHORT, 1],
      [278, LONG, claimed.height],
      [279, LONG, pixels.length],
    ];
    const directory = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4);
    directory.writeUInt16LE(entries.length, 0);
    entries.forEach(([tag, type, value], index) => {
      const place = 2 + index * ENTRY_BYTES;
      directory.writeUInt16LE(tag, place);
      directory.writeUInt16LE(type, place + 2);
      directory.writeUInt32LE(1, place + 4);
      directory.writeUInt32LE(value, place + 8);
    });
    link.part.writeUInt32LE(at + pixels.length, link.offset);
    link = { part: directory, offset: directory.length - 4 };
    parts.push(pixels, directory);
    at += pixels.length + directory.length;
  }
  return Buffer.concat(parts);
}
