import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnreadableFileError } from '@lectern/parsing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createParserPool, type ParserPool, type ParserPoolOptions } from './parser-pool.ts';

const workerScript = join(import.meta.dirname, 'hostile-worker.fixture.ts');
let pool: ParserPool;
let folder: string;

function open(options: Partial<ParserPoolOptions> = {}): ParserPool {
  pool = createParserPool({ workerScript, workers: 1, memoryMegabytes: 512, ...options });
  return pool;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-parse-'));
});
afterEach(() => pool.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => 'no error',
    (thrown) => thrown,
  );
  return error instanceof UnreadableFileError ? error.reason : String(error);
}

describe('the parser pool', () => {
  it('reads a real file into blocks', async () => {
    const path = join(folder, 'upload');
    await writeFile(path, '# Tides\n\nThe moon moves the sea.\n');
    const document = await open({ memoryMegabytes: 1536 }).parse({ path, name: 'tides.md' });
    expect(document.format).toBe('markdown');
    expect(document.blocks.map((block) => block.text)).toEqual(['Tides', 'The moon moves the sea.']);
  });

  it('tells why a file cannot be read', async () => {
    const path = join(folder, 'broken');
    await writeFile(path, '%PDF-1.7 and nothing else');
    const failure = open({ memoryMegabytes: 1536 }).parse({ path, name: 'broken.pdf' });
    await expect(failure).rejects.toBeInstanceOf(UnreadableFileError);
    expect(await reasonOf(pool.parse({ path: join(folder, 'none'), name: 'x.md' }))).toMatch(/ENOENT/);
  });

  it('carries bytes as bytes', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    const answer = await open().run<{ bytes: Uint8Array }>('echo', { bytes });
    expect(Buffer.from(answer.bytes).equals(Buffer.from(bytes))).toBe(true);
  });

  it('starts no process before the first task and ends an idle one', async () => {
    open({ idleMs: 50 });
    expect(pool.state.workers).toBe(0);
    const processId = await pool.run<number>('processId', null);
    expect(isAlive(processId)).toBe(true);
    await expect.poll(() => pool.state.workers, { timeout: 5000 }).toBe(0);
    await expect.poll(() => isAlive(processId), { timeout: 5000 }).toBe(false);
    expect(await pool.run('echo', 1)).toBe(1);
  });

  it('renews a worker after its share of tasks', async () => {
    open({ tasksPerWorker: 2 });
    const ids: number[] = [];
    for (let task = 0; task < 4; task++) ids.push(await pool.run<number>('processId', null));
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('renews a worker that keeps much of what a file took', async () => {
    open({ memoryMegabytes: 1024 });
    const first = await pool.run<number>('processId', null);
    await pool.run('keep', 20);
    expect(await pool.run('processId', null)).toBe(first);
    await pool.run('keep', 400);
    expect(await pool.run('processId', null)).not.toBe(first);
  });

  it('shows a worker no secret', async () => {
    process.env.LECTERN_SECRET_KEY = 'not to be seen';
    const names = await open().run<string[]>('environment', null);
    delete process.env.LECTERN_SECRET_KEY;
    expect(names.filter((name) => name.startsWith('LECTERN_'))).toEqual([]);
  });

  const hostile: [string, string][] = [
    ['spin', 'time_limit'],
    ['hang', 'time_limit'],
    ['heap', 'memory_limit'],
    ['buffers', 'memory_limit'],
    ['webAssembly', 'memory_limit'],
    ['exit', 'broken'],
    ['segmentationFault', 'broken'],
  ];
  it.each(hostile)('survives %s (%s) and serves the next task', async (method, reason) => {
    open({ silenceMs: reason === 'time_limit' ? 1500 : 60_000 });
    const processId = await pool.run<number>('processId', null);
    expect(await reasonOf(pool.run(method, null))).toBe(reason);
    expect(await pool.run('echo', 'next')).toBe('next');
    await expect.poll(() => isAlive(processId), { timeout: 5000 }).toBe(false);
  });

  it('waits for a slow reader that reports, and for no longer than its pages allow', async () => {
    open({ silenceMs: 1000, pageMs: 200 });
    await pool.run('echo', 'warm');
    expect(await pool.run('pages', { count: 8, each: 200 })).toBe(8);
    expect(await reasonOf(pool.run('pages', { count: 4, each: 900 }))).toBe('time_limit');
  });

  it('gives pages the time that the task says they take', async () => {
    open({ silenceMs: 2000, pageMs: 0 });
    await pool.run('echo', 'warm');
    expect(await pool.run('pages', { count: 6, each: 400 }, { pageMs: 2000 })).toBe(6);
    expect(await reasonOf(pool.run('pages', { count: 6, each: 400 }))).toBe('time_limit');
  });

  it('takes back no time when a later part of the work counts less', async () => {
    open({ silenceMs: 3000, pageMs: 300 });
    await pool.run('echo', 'warm');
    expect(await pool.run('pages', { count: 20, each: 100, after: 20 })).toBe(20);
  });

  it('passes progress on', async () => {
    const seen: [number, number][] = [];
    const onProgress = (done: number, total: number) => seen.push([done, total]);
    await open().run('pages', { count: 3, each: 60 }, { onProgress });
    expect(seen.at(-1)).toEqual([3, 3]);
    expect(seen.length).toBeGreaterThan(1);
  });

  it('calls off a running and a waiting task', async () => {
    open();
    const running = new AbortController();
    const waiting = new AbortController();
    const spin = pool.run('spin', null, { signal: running.signal });
    const queued = pool.run('echo', 'never', { signal: waiting.signal });
    const after = pool.run('echo', 'after');
    await expect.poll(() => pool.state.waiting).toBe(2);
    waiting.abort(new Error('waiting called off'));
    await expect(queued).rejects.toThrow('waiting called off');
    running.abort(new Error('running called off'));
    await expect(spin).rejects.toThrow('running called off');
    expect(await after).toBe('after');
    await expect(pool.run('echo', 1, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('is not blocked by what a library prints', async () => {
    expect(await open().run('noise', null)).toBe('done');
  });

  it('works on as many tasks at once as it has workers', async () => {
    open({ workers: 2 });
    const ids = await Promise.all(
      [1, 2].map(() => pool.run('pages', { count: 1, each: 100 }).then(() => pool.state)),
    );
    expect(ids[0]!.workers).toBe(2);
  });

  it('says plainly that a worker cannot start', async () => {
    open({ workerScript: join(folder, 'missing.js') });
    await expect(pool.run('echo', 1)).rejects.toThrow(/does not start/);
  });

  it('takes no signal to everybody for a fault of the file', async () => {
    open();
    const processId = await pool.run<number>('processId', null);
    const task = pool.run('pages', { count: 2, each: 200 });
    process.kill(processId, 'SIGINT');
    process.kill(processId, 'SIGTERM');
    expect(await task).toBe(2);
    expect(await pool.run('processId', null)).toBe(processId);
  });

  it('leaves no worker behind when its process is killed, even one that spins', async () => {
    open();
    const poolModule = join(import.meta.dirname, 'index.ts');
    const script = `
      const { createParserPool } = await import(${JSON.stringify(poolModule)});
      const pool = createParserPool({ workerScript: ${JSON.stringify(workerScript)}, workers: 1 });
      console.log(await pool.run('processId', null));
      await pool.run('spin', null);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const processId = Number(line.toString());
    expect(isAlive(processId)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(processId), { timeout: 10_000 }).toBe(false);
  });

  it('ends its workers when it closes', async () => {
    open();
    const processId = await pool.run<number>('processId', null);
    const spin = pool.run('spin', null);
    spin.catch(() => {});
    await pool.close();
    await expect(spin).rejects.toThrow();
    await expect(pool.run('echo', 1)).rejects.toThrow(/closed/);
    await expect.poll(() => isAlive(processId), { timeout: 5000 }).toBe(false);
  });
});
