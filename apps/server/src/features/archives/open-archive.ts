import { createHash } from 'node:crypto';
import { AppError, archiveLimits } from '@lectern/contract';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { formatName, formatVersion, type Manifest, manifest, placeForm, places } from './archive-format.ts';

const longestManifest = 32 * 1024 * 1024;
const longestLine = 16 * 1024 * 1024;
/** No archive of ours is packed tighter; what is, unpacks into nothing but one letter. */
const tightest = 200;
const tightFrom = 64 * 1024 * 1024;

/** An archive whose entries are those that its manifest names, and no larger than it says. */
export type OpenArchive = {
  manifest: Manifest;
  /** Bytes of all entries unpacked. */
  unpackedBytes: number;
  names: readonly string[];
  /** Throws `archive.…` errors where an entry is missing or not what its place in the archive says. */
  read: (name: string) => AsyncIterable<Uint8Array>;
  /** Reads the entry to its end and throws `archive.checksum` where it is another than was written. */
  verify: (name: string, onBytes: (count: number) => void) => Promise<void>;
  /** The lines of an entry, checked, with the place of each for messages. */
  readLines: <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ) => AsyncGenerator<{ value: z.output<Schema>; line: number }>;
  close: () => void;
};

/** Opens a file that came from anywhere. Throws `archive.…` errors; `maxUnpacked` in bytes. */
export async function openArchive(path: string, maxUnpacked: number): Promise<OpenArchive> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (error) {
    throw new AppError('archive.unreadable', {}, { cause: error });
  }
  try {
    const entries = await readEntries(zip, maxUnpacked);
    const read = (name: string) => readEntry(zip, entries, name);
    const described = await readManifest(read, entries);
    checkEntries(described, entries);
    return {
      manifest: described,
      unpackedBytes: [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
      names: [...entries.keys()],
      read,
      verify: async (name, onBytes) => {
        const hash = createHash('sha256');
        for await (const part of read(name)) {
          hash.update(part);
          onBytes(part.byteLength);
        }
        if (name !== places.manifest && hash.digest('hex') !== described.entries[name]?.sha256)
          throw new AppError('archive.checksum', { entry: name });
      },
      readLines: (name, schema) => readLines(read(name), name, schema),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Sizes are summed as they are declared before anything is unpacked, and no entry gives more than it declares. */
async function readEntries(zip: ZipFile, maxUnpacked: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > archiveLimits.maxEntries)
    throw new AppError('archive.too_many_entries', { max: archiveLimits.maxEntries });
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let packed = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (!placeForm.test(entry.fileName) || entries.has(entry.fileName) || entry.isEncrypted())
        throw new AppError('archive.bad_entry', { entry: entry.fileName.slice(0, 200) });
      unpacked += entry.uncompressedSize;
      packed += entry.compressedSize;
      if (unpacked > maxUnpacked) throw new AppError('archive.too_large_unpacked');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  if (unpacked > tightFrom && unpacked > packed * tightest) throw new AppError('archive.too_large_unpacked');
  return entries;
}

async function* readEntry(
  zip: ZipFile,
  entries: Map<string, Entry>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const entry = entries.get(name);
  if (!entry) throw new AppError('archive.invalid', { entry: name, detail: 'missing' });
  try {
    for await (const part of await zip.openReadStreamPromise(entry)) yield part as Buffer;
  } catch (error) {
    throw asRefusal(error, name);
  }
}

async function readManifest(
  read: (name: string) => AsyncIterable<Uint8Array>,
  entries: Map<string, Entry>,
): Promise<Manifest> {
  const entry = entries.get(places.manifest);
  if (!entry || entry.uncompressedSize > longestManifest) throw new AppError('archive.unreadable');
  const parts: Uint8Array[] = [];
  for await (const part of read(places.manifest)) parts.push(part);
  const value = parseJson(Buffer.concat(parts).toString('utf8'));
  const head = z.object({ format: z.literal(formatName), version: z.number().int().min(1) }).safeParse(value);
  if (!head.success) throw new AppError('archive.unreadable');
  if (head.data.version > formatVersion)
    throw new AppError('archive.newer_version', { version: head.data.version });
  return checkShape(manifest, value, places.manifest);
}

/** The manifest names what is there, all of it, with its true size. */
function checkEntries({ entries: named }: Manifest, entries: Map<string, Entry>): void {
  for (const name of Object.keys(named))
    if (!entries.has(name)) throw new AppError('archive.invalid', { entry: name, detail: 'missing' });
  for (const [name, { uncompressedSize }] of entries) {
    if (name === places.manifest) continue;
    if (!Object.hasOwn(named, name)) throw new AppError('archive.bad_entry', { entry: name });
    if (named[name]?.size !== uncompressedSize) throw new AppError('archive.checksum', { entry: name });
  }
}

async function* readLines<Schema extends z.ZodType>(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  schema: Schema,
): AsyncGenerator<{ value: z.output<Schema>; line: number }> {
  let line = 0;
  let rest: Buffer[] = [];
  let waiting = 0;
  const take = (text: string) => ({
    value: checkShape(schema, parseJson(text), `${name}:${++line}`),
    line,
  });
  for await (const part of bytes) {
    const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    let from = 0;
    for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10, from)) {
      yield take(Buffer.concat([...rest, buffer.subarray(from, end)]).toString('utf8'));
      rest = [];
      waiting = 0;
      from = end + 1;
    }
    rest.push(buffer.subarray(from));
    waiting += buffer.length - from;
    if (waiting > longestLine)
      throw new AppError('archive.invalid', { entry: `${name}:${line + 1}`, detail: 'too long' });
  }
  if (waiting > 0) yield take(Buffer.concat(rest).toString('utf8'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  entry: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const detail = `${issue?.path.join('.') ?? ''} ${issue?.code ?? ''}`.trim();
  throw new AppError('archive.invalid', { entry, detail: detail.slice(0, 200) });
}

/** Whatever the reader of ZIP files finds wrong is wrong with the file. */
function asRefusal(error: unknown, entry?: string): unknown {
  if (error instanceof AppError) return error;
  const { code, message } = error as { code?: string; message?: string };
  // Of the machine, not of the file.
  if (code === 'ENOSPC' || code === 'EIO' || code === 'EMFILE') return error;
  if (entry !== undefined) return new AppError('archive.checksum', { entry }, { cause: error });
  return /relative path|absolute path|characters in fileName/i.test(message ?? '')
    ? new AppError('archive.bad_entry', { entry: (message ?? '').split(': ').pop() ?? '' }, { cause: error })
    : new AppError('archive.unreadable', {}, { cause: error });
}
