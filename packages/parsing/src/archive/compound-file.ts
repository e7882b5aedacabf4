import { UnreadableFileError } from '../parsed-document.ts';

/** What is known of a compound file (the container of old Office files and of Outlook's) without reading its streams. */
export type CompoundFile = {
  /** Names of the streams and storages at the top, as written there. */
  names: Set<string>;
  /** Where in the file a stream at the top begins; undefined for small ones, which share sectors. */
  findStart: (name: string) => number | undefined;
};

const SIGNATURE = 'd0cf11e0a1b11ae1';
const HEADER_SIZE = 512;
const ENTRY_SIZE = 128;
const MINI_SECTOR_SIZE = 64;
const HEADER_FAT_SECTORS = 109;
/** Ids from here up are marks: free, end of chain, part of the tables themselves. */
const FIRST_MARK = 0xfffffffa;
const STREAM = 2;
const ROOT = 5;

/**
 * Checks that every chain of sectors ends and stays within the file, which readers of such files take for granted: a
 * ring of two sectors keeps them busy until the memory is full. Throws 'broken'.
 */
export function verifyCompoundFile(bytes: Uint8Array): CompoundFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_SIZE || Buffer.from(bytes.subarray(0, 8)).toString('hex') !== SIGNATURE)
    throw broken('no compound file');
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw broken('sector size');
  const size = 1 << shift;
  // The header has a sector of its own, whatever their size.
  const sectorCount = Math.ceil((bytes.length - size) / size);
  const table = readTable(view, { size, sectors: listTableSectors(view, size, sectorCount), sectorCount });
  const walk = createWalk(table, sectorCount);
  const directory = readDirectory(view, walk(view.getUint32(48, true)), size);
  const miniSectors = walk(view.getUint32(60, true));
  const miniTable = readTable(view, { size, sectors: miniSectors, sectorCount });
  const cutoff = view.getUint32(56, true);
  const root = directory[0];
  if (root?.type !== ROOT) throw broken('no root');
  const miniStream = walk(root.start);
  const walkMini = createWalk(miniTable, (miniStream.length * size) / MINI_SECTOR_SIZE);
  for (const { type, start, length } of directory) {
    if (type !== STREAM || length === 0) continue;
    if (length < cutoff) walkMini(start);
    else walk(start);
  }
  const names = listTopNames(directory);
  return {
    names,
    findStart: (name) => {
      const stream = directory.find((entry) => entry.name === name && entry.type === STREAM);
      return stream && stream.length >= cutoff ? (stream.start + 1) * size : undefined;
    },
  };
}

function broken(detail: string): UnreadableFileError {
  return new UnreadableFileError('broken', `compound file: ${detail}`);
}

function listTableSectors(view: DataView, size: number, sectorCount: number): number[] {
  const count = view.getUint32(44, true);
  if (count > sectorCount) throw broken('more tables than sectors');
  const sectors: number[] = [];
  for (let index = 0; index < Math.min(count, HEADER_FAT_SECTORS); index++)
    sectors.push(view.getUint32(76 + index * 4, true));
  const perSector = size / 4 - 1;
  const seen = new Set<number>();
  let next = view.getUint32(68, true);
  while (sectors.length < count && next < FIRST_MARK) {
    if (seen.has(next)) throw broken('a ring of tables');
    seen.add(next);
    const offset = sectorOffset(view, next, size, sectorCount);
    for (let index = 0; index < perSector && sectors.length < count; index++)
      sectors.push(view.getUint32(offset + index * 4, true));
    next = view.getUint32(offset + perSector * 4, true);
  }
  return sectors;
}

function sectorOffset(view: DataView, sector: number, size: number, sectorCount: number): number {
  const offset = (sector + 1) * size;
  if (sector >= sectorCount || offset + size > view.byteLength) throw broken('a sector outside the file');
  return offset;
}

function readTable(
  view: DataView,
  { size, sectors, sectorCount }: { size: number; sectors: number[]; sectorCount: number },
): Uint32Array {
  const perSector = size / 4;
  const table = new Uint32Array(sectors.length * perSector);
  sectors.forEach((sector, position) => {
    const offset = sectorOffset(view, sector, size, sectorCount);
    for (let index = 0; index < perSector; index++)
      table[position * perSector + index] = view.getUint32(offset + index * 4, true);
  });
  return table;
}

/** Follows chains through one table; all of them together may not be much longer than the table itself. */
function createWalk(table: Uint32Array, sectorCount: number): (start: number) => number[] {
  let left = table.length * 2 + 1;
  return (start) => {
    const chain: number[] = [];
    for (let sector = start; sector < FIRST_MARK; sector = table[sector] ?? FIRST_MARK) {
      if (sector >= sectorCount || sector >= table.length) throw broken('a chain that leaves the file');
      if (--left < 0) throw broken('a chain without end');
      chain.push(sector);
    }
    return chain;
  };
}

type Entry = {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  length: number;
};

function readDirectory(view: DataView, chain: number[], size: number): Entry[] {
  const entries: Entry[] = [];
  for (const sector of chain) {
    for (let at = (sector + 1) * size; at < (sector + 2) * size; at += ENTRY_SIZE) {
      if (at + ENTRY_SIZE > view.byteLength) throw broken('a directory outside the file');
      const nameLength = Math.min(Math.max(view.getUint16(at + 64, true) - 2, 0), 62);
      const name = Buffer.from(view.buffer, view.byteOffset + at, nameLength).toString('utf16le');
      entries.push({
        name,
        type: view.getUint8(at + 66),
        left: view.getUint32(at + 68, true),
        right: view.getUint32(at + 72, true),
        child: view.getUint32(at + 76, true),
        start: view.getUint32(at + 116, true),
        length: view.getUint32(at + 120, true),
      });
    }
  }
  return entries;
}

/** Also refuses a tree of names that is a ring: every storage is looked through. */
function listTopNames(entries: Entry[]): Set<string> {
  const seen = new Set<number>();
  const collect = (first: number, into: Set<string> | undefined) => {
    const waiting = [first];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const entry = entries[index];
      if (!entry) continue;
      if (seen.has(index)) throw broken('a ring of names');
      seen.add(index);
      into?.add(entry.name);
      waiting.push(entry.left, entry.right);
      if (into) storages.push(entry.child);
      else waiting.push(entry.child);
    }
  };
  const storages: number[] = [];
  const names = new Set<string>();
  collect(entries[0]!.child, names);
  for (const child of storages) collect(child, undefined);
  return names;
}
