import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FakeS3, startFakeS3 } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalObjectStore } from './local-object-store.ts';
import { ObjectNotFoundError, type ObjectStore, ObjectTooLargeError } from './object-store.ts';
import { openS3ObjectStore, probeConditionalPut } from './s3-object-store.ts';

let folder: string;
let s3: FakeS3;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-objects-'));
  s3 = await startFakeS3({ pageSize: 2 });
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function* inParts(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const stores: { name: string; open: () => Promise<ObjectStore> }[] = [
  { name: 'local folder', open: () => openLocalObjectStore(folder) },
  { name: 'S3', open: () => openS3ObjectStore({ ...s3, prefix: 'some/where/' }) },
];

describe.each(stores)('objects: $name', ({ open }) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  async function keysOf(prefix?: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of store.list(prefix)) keys.push(key);
    return keys.sort();
  }

  it('gives back what was put, whole and in ranges', async () => {
    const bytes = randomBytes(300_000);
    const { key, size, sha256 } = await store.put('company-1', inParts(bytes));
    expect(size).toBe(300_000);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await buffer(await store.get(key))).toEqual(bytes);
    expect(await buffer(await store.get(key, { start: 1000, end: 1010 }))).toEqual(
      bytes.subarray(1000, 1010),
    );
    expect(await buffer(await store.get(key, { start: 299_990, end: 400_000 }))).toEqual(
      bytes.subarray(299_990),
    );
    expect(await buffer(await store.get(key, { start: 5, end: 5 }))).toHaveLength(0);
    expect(await buffer(await store.get(key, { start: 500_000, end: 500_010 }))).toHaveLength(0);
    expect(await store.head(key)).toEqual({ size: 300_000 });
  });

  it('keeps large and empty objects', async () => {
    const bytes = randomBytes(20 * 1024 * 1024);
    const large = await store.put('company-1', inParts(bytes));
    expect((await buffer(await store.get(large.key))).equals(bytes)).toBe(true);
    const empty = await store.put('company-1', inParts(Buffer.alloc(0)));
    expect(empty.size).toBe(0);
    expect(await buffer(await store.get(empty.key))).toHaveLength(0);
  });

  it('keeps equal content once for each owner', async () => {
    const first = await store.put('company-2', inParts(Buffer.from('same')));
    const second = await store.put('company-2', inParts(Buffer.from('same')));
    const foreign = await store.put('company-3', inParts(Buffer.from('same')));
    expect(second).toEqual(first);
    expect(foreign.key).not.toBe(first.key);
    expect(await keysOf('company-2')).toEqual([first.key]);
    await store.delete(first.key);
    expect(await store.head(first.key)).toBeUndefined();
    expect(await store.head(foreign.key)).toEqual({ size: 4 });
  });

  it('lists every object under a prefix, over several pages', async () => {
    const put = ['a', 'b', 'c', 'd', 'e'].map((text) => store.put('company-4', inParts(Buffer.from(text))));
    const keys = (await Promise.all(put)).map(({ key }) => key);
    expect(await keysOf('company-4')).toEqual(keys.sort());
    expect(await keysOf('company-40')).toEqual([]);
    expect(await keysOf()).toEqual(expect.arrayContaining(keys));
  });

  it('knows missing objects, and deletes them twice without complaint', async () => {
    const { key } = await store.put('company-5', inParts(Buffer.from('gone')));
    await store.delete(key);
    await store.delete(key);
    expect(await store.head(key)).toBeUndefined();
    await expect(store.get(key)).rejects.toThrow(ObjectNotFoundError);
    await expect(store.withLocalFile(key, async () => 'used')).rejects.toThrow(ObjectNotFoundError);
  });

  it('takes no name from outside', async () => {
    for (const key of [
      '../secret',
      '/etc/passwd',
      'company-1/../../x',
      `company-1/aa/${'a'.repeat(64)}/..`,
      '',
    ]) {
      await expect(store.get(key)).rejects.toThrow(ObjectNotFoundError);
      expect(await store.head(key)).toBeUndefined();
    }
    await expect(store.put('../up', inParts(Buffer.from('x')))).rejects.toThrow(/prefix/);
    await expect(store.put('', inParts(Buffer.from('x')))).rejects.toThrow(/prefix/);
  });

  it('keeps nothing of an upload that is too large, fails or is called off', async () => {
    const before = await keysOf('company-6');
    const large = randomBytes(10 * 1024 * 1024);
    await expect(store.put('company-6', inParts(large), { maxBytes: 9_000_000 })).rejects.toThrow(
      ObjectTooLargeError,
    );
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(store.put('company-6', broken())).rejects.toThrow('connection lost');
    const signal = AbortSignal.abort();
    await expect(store.put('company-6', inParts(large), { signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(await keysOf('company-6')).toEqual(before);
  });

  it('lends an object as a file', async () => {
    const { key } = await store.put('company-7', inParts(Buffer.from('to be read')));
    expect(await store.withLocalFile(key, (path) => readFile(path, 'utf8'))).toBe('to be read');
  });
});

describe('local folder', () => {
  it('leaves no half-written file and sweeps up those of a dead process', async () => {
    const root = join(folder, 'sweep');
    const incoming = join(root, '.incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, 'old'), 'x');
    await utimes(join(incoming, 'old'), 0, 0);
    await writeFile(join(incoming, 'young'), 'x');
    const store = await openLocalObjectStore(root);
    await expect(access(join(incoming, 'old'))).rejects.toThrow();
    await expect(store.put('company', inParts(Buffer.from('toolarge')), { maxBytes: 3 })).rejects.toThrow();
    expect(await readdir(incoming)).toEqual(['young']);
  });
});

describe('the probe for conditional puts', () => {
  it('tells servers that honour them from those that do not', async () => {
    expect(await probeConditionalPut(s3)).toBe(true);
    const careless = await startFakeS3({ conditionalPut: false });
    expect(await probeConditionalPut(careless)).toBe(false);
    expect(careless.objects.size).toBe(0);
    await careless.close();
    await expect(probeConditionalPut({ ...s3, accessKeyId: 'wrong' })).rejects.toThrow();
  });
});
