import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What a store tells of a new object. `key` is made by the store and is all that finds it again. */
export type StoredObject = { key: string; size: number; sha256: string };

export type ObjectListing = { key: string; size: number; modifiedAt: Date };

export type PutOptions = {
  /** More bytes than this end in an ObjectTooLargeError, and nothing is kept. */
  maxBytes?: number;
  signal?: AbortSignal;
};

/**
 * Originals and images. Content-addressed: the same bytes under the same prefix are one object, so a
 * caller deletes an object only when no row refers to its key any more.
 */
export type ObjectStore = {
  /** Resolves when the object is durable. `prefix` is the owner's id: lower-case letters, digits, hyphens. */
  put: (prefix: string, source: AsyncIterable<Uint8Array>, options?: PutOptions) => Promise<StoredObject>;
  /** The bytes, or those of a half-open range. Throws an ObjectNotFoundError. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  head: (key: string) => Promise<{ size: number } | undefined>;
  /** Deleting what is not there succeeds: deletions are repeated after a crash. */
  delete: (key: string) => Promise<void>;
  /** Every object under a prefix, or all of them, in no promised order. */
  list: (prefix?: string) => AsyncIterable<ObjectListing>;
  /** Gives the object as a file that must not be changed and that may vanish after `use`. */
  withLocalFile: <Result>(key: string, use: (path: string) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

export class ObjectNotFoundError extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`no object ${key}`);
    this.name = 'ObjectNotFoundError';
    this.key = key;
  }
}

export class ObjectTooLargeError extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'ObjectTooLargeError';
    this.maxBytes = maxBytes;
  }
}

const prefixForm = /^[a-z0-9][a-z0-9-]{0,63}$/;
const keyForm = /^[a-z0-9][a-z0-9-]{0,63}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;

/** The key of content under a prefix. Throws on a prefix that could reach outside its own part of the store. */
export function makeObjectKey(prefix: string, sha256: string): string {
  checkPrefix(prefix);
  return `${prefix}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Throws unless the store itself could have made the key: names from outside never reach a path. */
export function checkObjectKey(key: string): void {
  if (!keyForm.test(key)) throw new ObjectNotFoundError(key);
}

export function checkPrefix(prefix: string): void {
  if (!prefixForm.test(prefix))
    throw new Error('an object prefix is an id: lower-case letters, digits, hyphens');
}

/** Passes bytes on while counting and hashing them; throws once they are too many or the signal fires. */
export function measureBytes(source: AsyncIterable<Uint8Array>, options: PutOptions) {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      options.signal?.throwIfAborted();
      size += part.byteLength;
      if (options.maxBytes !== undefined && size > options.maxBytes)
        throw new ObjectTooLargeError(options.maxBytes);
      hash.update(part);
      yield part;
    }
  }
  return { bytes: pass(), finish: () => ({ size, sha256: hash.digest('hex') }) };
}
