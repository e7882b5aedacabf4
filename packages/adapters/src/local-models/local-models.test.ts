import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findModelRuntimes, tinyModels } from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createLocalModels,
  idFromPath,
  type LocalModelError,
  openModelStore,
  openRuntimeStore,
} from './index.ts';

const runtimes = await findModelRuntimes();
const folder = mkdtempSync(join(tmpdir(), 'lectern-models-'));
const store = openModelStore(join(folder, 'models'), { memoryMegabytes: 1_024 });
const { find: findRuntime } = openRuntimeStore(runtimes ?? '');
const options = { folderOf: store.folderOf, findRuntime, memoryMegabytes: 1_024, threads: 1 };
let pool = createLocalModels(options);
const prefixes = () => ({ query: '', document: '' });

async function install(source: string, id = idFromPath(source)) {
  const incoming = await store.openIncoming(id);
  try {
    await store.copy(source, incoming);
    return await store.install(incoming, { id, prefixes }, (path, draft) => pool.attempt(path, draft.type));
  } finally {
    await store.discard(incoming);
  }
}

/** A copy of the embedder with something changed. */
function spoil(change: (copy: string) => void): string {
  const copy = join(mkdtempSync(join(folder, 'spoiled-')), 'model');
  cpSync(tinyModels.embedder, copy, { recursive: true });
  change(copy);
  return copy;
}

const similarity = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!runtimes)('a model in a process of its own', () => {
  beforeAll(async () => {
    await install(tinyModels.embedder);
    await install(tinyModels.reranker);
  });
  afterEach(async () => {
    await pool.close();
    pool = createLocalModels(options);
  });

  it('is described by its own files', async () => {
    const manifests = await store.list();
    expect(manifests.map(({ id, type }) => [id, type])).toEqual([
      ['tiny-embedder', 'embedding'],
      ['tiny-reranker', 'rerank'],
    ]);
    expect(manifests[0]).toMatchObject({
      pooling: 'mean',
      prefixes: { query: 'query: ', document: 'passage: ' },
      maxTokens: 32,
      dimensions: 16,
    });
  });

  it('gives unit vectors in order, close for words of one meaning in two languages', async () => {
    const texts = ['the cat', 'le chat', 'my salary', ''];
    const { vectors, tokens } = await pool.embed('tiny-embedder', texts, { kind: 'document' });
    for (const vector of vectors) expect(similarity(vector, vector)).toBeCloseTo(1, 5);
    expect(similarity(vectors[0]!, vectors[1]!)).toBeGreaterThan(0.9);
    expect(similarity(vectors[0]!, vectors[2]!)).toBeLessThan(0.8);
    // [CLS] passage : the cat [SEP] and so on; the empty text is a full stop.
    expect(tokens).toBe(6 + 6 + 6 + 5);
  });

  it('gives a text the same vector alone and in a batch of others', async () => {
    const texts = Array.from({ length: 50 }, (_, at) => `dog ${'money '.repeat(at)}`);
    const { vectors } = await pool.embed('tiny-embedder', texts, { kind: 'document' });
    const alone = await pool.embed('tiny-embedder', [texts[7]!], { kind: 'document' });
    for (const [at, value] of alone.vectors[0]!.entries()) expect(vectors[7]![at]).toBeCloseTo(value, 5);
  });

  it('shares one process between callers and starts it anew after it was killed', async () => {
    const call = () => pool.embed('tiny-embedder', ['cat'], { kind: 'query' });
    await Promise.all([call(), call(), call()]);
    expect(pool.loaded).toEqual(['tiny-embedder']);
    await pool.release('tiny-embedder');
    expect(pool.loaded).toEqual([]);
    expect((await call()).vectors).toHaveLength(1);
  });

  it('stops a call whose caller has gone, and serves the others', async () => {
    const controller = new AbortController();
    const texts = Array.from({ length: 2_000 }, (_, at) => `dog ${at}`);
    const long = pool.embed('tiny-embedder', texts, { kind: 'document', signal: controller.signal });
    const other = pool.embed('tiny-embedder', ['cat'], { kind: 'query' });
    controller.abort();
    await expect(long).rejects.toMatchObject({ kind: 'aborted' });
    expect((await other).vectors).toHaveLength(1);
  });

  it('scores a text that means what the question does higher', async () => {
    const texts = ['the salary of the dog', 'a purchase of a house', 'nothing at all'];
    const { scores } = await pool.rerank('tiny-reranker', 'How do I buy a home?', texts, {});
    expect(scores[1]).toBeGreaterThan(scores[0]!);
    expect(scores[1]).toBeGreaterThan(scores[2]!);
    for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
  });

  it('ends what was not used for a while', async () => {
    const brief = createLocalModels({ ...options, idleMs: 50 });
    await brief.embed('tiny-embedder', ['cat'], { kind: 'query' });
    await expect.poll(() => brief.loaded, { timeout: 10_000 }).toEqual([]);
    await brief.close();
  });

  it('says that a model is not there, or cannot do what is asked', async () => {
    const kindOf = (call: Promise<unknown>) => call.catch((error: LocalModelError) => error.kind);
    expect(await kindOf(pool.embed('unknown', ['a'], { kind: 'query' }))).toBe('local_missing');
    expect(await kindOf(pool.rerank('tiny-embedder', 'a', ['b'], {}))).toBe('local_unusable');
    expect((await pool.embed('tiny-embedder', ['cat'], { kind: 'query' })).vectors).toHaveLength(1);
  });
});

describe('what is no model', () => {
  const refused = (source: string) =>
    install(source).then(
      () => 'installed',
      (error) => error.reason ?? error.kind,
    );
  const onnx = 'model.onnx';

  it.each<[string, (copy: string) => void]>([
    ['not_a_model', (copy) => rmSync(join(copy, onnx))],
    ['not_a_model', (copy) => writeFileSync(join(copy, onnx), '')],
    ['not_a_model', (copy) => writeFileSync(join(copy, onnx), '<html>Not found</html>')],
    ['damaged', (copy) => writeFileSync(join(copy, onnx), readFileSync(join(copy, onnx)).subarray(0, 2_000))],
    ['tokenizer_missing', (copy) => rmSync(join(copy, 'tokenizer.json'))],
    ['damaged', (copy) => writeFileSync(join(copy, 'config.json'), '{ "hidden_size": ')],
  ])('is refused: %s', async (reason, change) => {
    expect(await refused(spoil(change))).toBe(reason);
    expect((await store.list()).some(({ id }) => id === 'model')).toBe(false);
  });

  it.skipIf(!runtimes)('is refused when it cannot be run', async () => {
    const copy = spoil((path) => writeFileSync(join(path, 'tokenizer.json'), '{"model":{}}'));
    expect(await refused(copy)).toBe('local_unusable');
  });

  it('is refused when it needs more memory than there is', async () => {
    const small = openModelStore(join(folder, 'small'), { memoryMegabytes: 100 });
    const incoming = await small.openIncoming('tiny-embedder');
    await small.copy(tinyModels.embedder, incoming);
    const call = small.install(incoming, { id: 'tiny-embedder', prefixes }, async () => ({}));
    await expect(call).rejects.toMatchObject({ reason: 'too_large' });
  });
});
