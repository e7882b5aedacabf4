import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFileError } from '../parsed-document.ts';

/** A ZIP container opened for reading, its bounds already checked. */
export type Archive = {
  /** Entry names as stored, folders left out. */
  names: readonly string[];
  has: (name: string) => boolean;
  /** The content of an entry. Throws 'broken' when it is missing or damaged. */
  readBytes: (name: string) => Promise<Uint8Array>;
  /** The content of an entry piece by piece; what goes wrong is thrown as by `readBytes`. */
  readParts: (name: string) => AsyncIterable<Uint8Array>;
  /** Unpacked bytes of an entry; 0 when it is missing. */
  sizeOf: (name: string) => number;
  /** The content of an entry as UTF-8 (or UTF-16 by its byte order mark), or undefined when it is missing. */
  findText: (name: string) => Promise<string | undefined>;
};

const MAX_ENTRIES = 5_000;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/**
 * Opens a ZIP container. Declared sizes are summed before anything is unpacked, and every stream is
 * stopped where it exceeds its declared size, so that the sum is the true bound. Throws
 * 'too_large_unpacked', 'encrypted' or 'broken'.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let zip: ZipFile;
  const entries = new Map<string, Entry>();
  try {
    zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true, autoClose: false });
    if (zip.entryCount > MAX_ENTRIES)
      throw new UnreadableFileError('too_large_unpacked', `${zip.entryCount} entries`);
    let unpacked = 0;
    for (const entry of await readEntries(zip)) {
      if (entry.isEncrypted()) throw new UnreadableFileError('encrypted');
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES)
        throw new UnreadableFileError('too_large_unpacked', `${unpacked} bytes`);
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw asUnreadable(error);
  }

  async function* readParts(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name);
    if (!entry) throw new UnreadableFileError('broken', `${name} is missing`);
    try {
      for await (const part of await zip.openReadStreamPromise(entry)) yield part as Buffer;
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  async function readBytes(name: string): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of readParts(name)) parts.push(part);
    return Buffer.concat(parts);
  }

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    readBytes,
    readParts,
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    findText: async (name) => (entries.has(name) ? decodeXmlBytes(await readBytes(name)) : undefined),
  };
}

/** Unpacks every entry once without keeping it, so that a library that trusts declared sizes may follow. */
export async function verifyArchive(archive: Archive): Promise<void> {
  for (const name of archive.names) for await (const _ of archive.readParts(name));
}

function readEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) reject(new UnreadableFileError('too_large_unpacked', 'entries'));
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

function asUnreadable(error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isOverrun = message.includes('too many bytes');
  return new UnreadableFileError(isOverrun ? 'too_large_unpacked' : 'broken', message.slice(0, 200));
}

function decodeXmlBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const declared = /^<\?xml[^>]{0,80}encoding=["']([\w-]+)["']/.exec(
    Buffer.from(bytes.subarray(0, 120)).toString('latin1'),
  )?.[1];
  if (declared && /^(?:iso-8859-1|windows-1252)$/i.test(declared))
    return new TextDecoder('windows-1252').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}
