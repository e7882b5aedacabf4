import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OutboundClient } from '../../outbound/index.ts';
import { DownloadError } from './download-error.ts';

export type FileToDownload = {
  url: string;
  target: string;
  /** What the file must be; without it, what its server says about it. */
  digest?: Digest;
  /** Longest body that is taken. */
  mostBytes: number;
};

/** `git`: the id of the content in a Git repository, which model hubs state for small files. */
export type Digest = { kind: 'sha256' | 'sha512' | 'git'; value: string };

type Options = {
  fetch: OutboundClient['fetch'];
  signal?: AbortSignal;
  /** Bytes of this file that are here. */
  onProgress?: (bytes: number) => void;
};

/**
 * Downloads a file, going on where an earlier attempt broke off, and puts it into place only when its digest is right.
 * Throws a DownloadError, or the reason of the signal.
 */
export async function downloadFile(file: FileToDownload, options: Options): Promise<void> {
  const { target } = file;
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  const digest = file.digest ?? (await askDigest(file.url, options));
  try {
    await fetchRest(file, part, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ENOSPC') throw error;
    throw new DownloadError('unreachable', message);
  }
  if ((await digestOf(part, digest.kind, options.signal)) !== digest.value) {
    // Going on with it would only fail again.
    await rm(part, { force: true });
    throw new DownloadError('checksum', basename(target));
  }
  await rename(part, target);
}

async function fetchRest(file: FileToDownload, part: string, options: Options): Promise<void> {
  const { fetch, signal, onProgress } = options;
  let have = await sizeOf(part);
  const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {};
  const response = await fetch(file.url, { headers, ...(signal ? { signal } : {}) });
  if (response.status === 416 && have > 0) {
    await response.body?.cancel();
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    // All of it is here already; its digest decides.
    if (total === have) return;
    await rm(part, { force: true });
    return fetchRest(file, part, options);
  }
  if (response.status !== 200 && response.status !== 206) {
    await response.body?.cancel();
    throw new DownloadError('answer', `HTTP ${response.status}`);
  }
  if (response.status === 200) have = 0;
  const limit = file.mostBytes;
  async function* count(source: AsyncIterable<Uint8Array>) {
    for await (const bytes of source) {
      have += bytes.byteLength;
      if (have > limit) throw new DownloadError('answer', `more than ${limit} bytes`);
      onProgress?.(have);
      yield bytes;
    }
  }
  if (response.body === null) throw new DownloadError('answer', 'an empty body');
  const body = Readable.fromWeb(response.body as never);
  await pipeline(body, count, createWriteStream(part, { flags: response.status === 206 ? 'a' : 'w' }));
}

/** What the server of a model hub says a file is, in the first answer, before it leads to where the file lies. */
async function askDigest(url: string, { fetch, signal }: Options): Promise<Digest> {
  let response: Response;
  try {
    response = await fetch(url, { method: 'HEAD', redirect: 'manual', ...(signal ? { signal } : {}) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new DownloadError('unreachable', (error as Error).message);
  }
  await response.body?.cancel();
  if (response.status >= 400) throw new DownloadError('answer', `HTTP ${response.status}`);
  const stated = response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? '';
  const value = stated.replace(/^W\//, '').replaceAll('"', '');
  if (/^[0-9a-f]{64}$/.test(value)) return { kind: 'sha256', value };
  if (/^[0-9a-f]{40}$/.test(value)) return { kind: 'git', value };
  throw new DownloadError('no_checksum', basename(new URL(url).pathname));
}

async function digestOf(path: string, kind: Digest['kind'], signal?: AbortSignal): Promise<string> {
  const hash: Hash = createHash(kind === 'git' ? 'sha1' : kind);
  if (kind === 'git') hash.update(`blob ${await sizeOf(path)}\0`);
  await pipeline(
    createReadStream(path),
    async (parts) => {
      for await (const part of parts) hash.update(part as Buffer);
    },
    signal ? { signal } : {},
  );
  return hash.digest(kind === 'sha512' ? 'base64' : 'hex');
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0;
