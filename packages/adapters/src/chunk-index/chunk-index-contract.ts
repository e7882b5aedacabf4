import { type ChunkIndex, ChunkIndexMissing, type IndexedChunk } from '@lectern/retrieval';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Opens the same store each time it is called in one test: a second call is another process, or the next start. */
export type OpenIndex = () => Promise<ChunkIndex>;

/** What every engine behind the ChunkIndex port must do. `prepare` makes an empty store for one test. */
export function describeChunkIndex(
  name: string,
  prepare: () => Promise<{ open: OpenIndex; remove: () => Promise<void> }>,
) {
  describe(`chunk index: ${name}`, () => {
    let store: Awaited<ReturnType<typeof prepare>>;
    let index: ChunkIndex;
    const opened: ChunkIndex[] = [];
    const open = async () => {
      const another = await store.open();
      opened.push(another);
      return another;
    };

    beforeEach(async () => {
      store = await prepare();
      index = await open();
      await index.create('base', { dimensions: 4 });
    });

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()));
      await store.remove();
    });

    const keywords = async (terms: string[], filter?: object) =>
      (await index.search('base', { kind: 'keyword', terms, limit: 10, filter })).map(({ id }) => id).sort();
    const nearest = async (vector: number[], filter?: object) =>
      (await index.search('base', { kind: 'vector', vector: unit(vector), limit: 2, filter })).map(
        ({ id }) => id,
      );

    test('finds a chunk by any of its terms at once after the write', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'alpha beta'), chunk('b', 'd1', 'gamma')]);
      expect(await keywords(['alpha'])).toEqual(['a']);
      expect(await keywords(['gamma', 'beta'])).toEqual(['a', 'b']);
      expect(await keywords(['delta'])).toEqual([]);
    });

    test('takes a document in batches, and its old chunks go when the last has come', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'alpha'), chunk('b', 'd1', 'alpha')]);
      await index.upsertDocument('base', 'd2', [chunk('k', 'd2', 'alpha')]);
      async function* inBatches() {
        yield [chunk('c', 'd1', 'alpha')];
        expect(await keywords(['alpha'])).toEqual(['a', 'b', 'c', 'k']);
        yield [];
        yield [chunk('d', 'd1', 'alpha'), chunk('e', 'd1', 'alpha')];
      }
      expect(await index.upsertDocument('base', 'd1', inBatches())).toMatchObject({ chunks: 4 });
      expect(await keywords(['alpha'])).toEqual(['c', 'd', 'e', 'k']);
    });

    test('replaces several documents in one change', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'alpha')]);
      await index.upsertDocument('base', 'd3', [chunk('k', 'd3', 'alpha')]);
      const { chunks } = await index.upsertDocuments(
        'base',
        ['d2', 'd1', 'd4'],
        [chunk('b', 'd1', 'alpha'), chunk('c', 'd2', 'alpha'), chunk('d', 'd2', 'beta')],
      );
      expect(chunks).toBe(4);
      expect(await keywords(['alpha'])).toEqual(['b', 'c', 'k']);
      expect(await keywords(['beta'])).toEqual(['d']);
    });

    test('finds the old chunks and the new ones until these are published', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'alpha')]);
      const batches: IndexedChunk[][] = [[chunk('b', 'd1', 'alpha')], [chunk('c', 'd1', 'alpha')]];
      await index.upsertDocument('base', 'd1', batches[0]!, async () => {
        expect(await keywords(['alpha'])).toEqual(['a', 'b']);
        // Edited right after it was published: no part of what is removed.
        await index.upsertChunks('base', [chunk('b', 'd1', 'alpha edited')]);
      });
      expect(await keywords(['alpha'])).toEqual(['b']);
      expect(await keywords(['edited'])).toEqual(['b']);
      const refuse = () => Promise.reject(new Error('refused'));
      await expect(index.upsertDocuments('base', ['d1'], batches[1]!, refuse)).rejects.toThrow('refused');
      expect(await keywords(['alpha'])).toEqual(['b']);
    });

    test('counts an emptied base as empty', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'alpha')]);
      await index.deleteDocuments('base', ['d1']);
      expect(await index.countByDocument('base')).toEqual(new Map());
      expect(await index.sample('base', 10)).toEqual([]);
      expect(await keywords(['alpha'])).toEqual([]);
    });

    test('takes terms as they are: no stemming, folding or splitting of its own', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'Élan running 生态环境 c++ the 8.5')]);
      for (const term of ['Élan', 'running', '生态环境', 'c++', 'the', '8.5'])
        expect(await keywords([term])).toEqual(['a']);
      for (const term of ['élan', 'elan', 'run', '生态', 'c', '8'])
        expect(await keywords([term])).toEqual([]);
    });

    test('finds the nearest vectors first and gives what scoring needs', async () => {
      await index.upsertDocument('base', 'd1', [
        chunk('x', 'd1', 'one', [1, 0, 0, 0]),
        chunk('y', 'd1', 'two', [0, 1, 0, 0]),
        chunk('z', 'd1', 'three', [0.9, 0.1, 0, 0]),
      ]);
      expect(await nearest([1, 0, 0, 0])).toEqual(['x', 'z']);
      const [first] = await index.search('base', { kind: 'vector', vector: unit([0, 1, 0, 0]), limit: 1 });
      expect(first).toMatchObject({ id: 'y', documentId: 'd1' });
      expect([...first!.profile]).toEqual([1, 2, 3]);
      expect(first!.vector[1]).toBeCloseTo(1, 2);
    });

    test('replaces a document as a whole and leaves the others', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'old'), chunk('b', 'd1', 'old')]);
      await index.upsertDocument('base', 'd2', [chunk('c', 'd2', 'old')]);
      const state = await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'new')]);
      expect(state.chunks).toBe(2);
      expect(await keywords(['old'])).toEqual(['c']);
      expect(await keywords(['new'])).toEqual(['a']);
      expect(await index.countByDocument('base')).toEqual(
        new Map([
          ['d1', 1],
          ['d2', 1],
        ]),
      );
    });

    test('replaces, adds and deletes single chunks; a document without chunks is gone', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'old'), chunk('b', 'd1', 'old')]);
      await index.upsertChunks('base', [chunk('b', 'd1', 'edited'), chunk('c', 'd1', 'added')]);
      expect(await keywords(['old', 'edited', 'added'])).toEqual(['a', 'b', 'c']);
      expect(await keywords(['old'])).toEqual(['a']);
      await index.deleteChunks('base', ['a', 'unknown']);
      expect(await keywords(['old'])).toEqual([]);
      await index.upsertDocument('base', 'd1', []);
      expect((await index.findState('base'))?.chunks).toBe(0);
    });

    test('deletes documents from both searches', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'word')]);
      await index.upsertDocument('base', 'd2', [chunk('b', 'd2', 'word')]);
      await index.upsertDocument('base', 'd3', [chunk('c', 'd3', 'word')]);
      await index.deleteDocuments('base', ['d3', 'unknown', 'd1']);
      expect(await keywords(['word'])).toEqual(['b']);
      expect(await nearest([1, 0, 0, 0])).toEqual(['b']);
    });

    test('filters by documents and excluded chunks before it counts', async () => {
      for (const document of ['d1', 'd2', 'd3']) {
        const chunks = [chunk(`${document}a`, document, 'word'), chunk(`${document}b`, document, 'word')];
        await index.upsertDocument('base', document, chunks);
      }
      expect(await keywords(['word'], { documentIds: ['d2'] })).toEqual(['d2a', 'd2b']);
      expect(await keywords(['word'], { documentIds: [] })).toEqual([]);
      const excluded = { excludedDocumentIds: ['d1'], excludedChunkIds: ['d2a'] };
      expect(await keywords(['word'], excluded)).toEqual(['d2b', 'd3a', 'd3b']);
      expect(await nearest([1, 0, 0, 0], { excludedChunkIds: ['d1a', 'd1b', 'd2a', 'd2b'] })).toHaveLength(2);
      const many = Array.from({ length: 500 }, (_, i) => `gone${i}`);
      expect(await keywords(['word'], { excludedChunkIds: [...many, 'd1a'] })).not.toContain('d1a');
    });

    test("one base never shows another's chunks", async () => {
      await index.create('other', { dimensions: 4 });
      await index.upsertDocument('other', 'd9', [chunk('secret', 'd9', 'word')]);
      await index.upsertDocument('base', 'd1', [chunk('mine', 'd1', 'word')]);
      expect(await keywords(['word'])).toEqual(['mine']);
      expect(await nearest([1, 0, 0, 0])).toEqual(['mine']);
    });

    test('a second table of a base, of other dimensions, stands beside the first until either is dropped', async () => {
      await index.create('base_1', { dimensions: 2 });
      await index.upsertDocument('base', 'd1', [chunk('old', 'd1', 'word')]);
      await index.upsertDocument('base_1', 'd1', [chunk('new', 'd1', 'word', [1, 0])]);
      expect(await keywords(['word'])).toEqual(['old']);
      const beside = await index.search('base_1', { kind: 'vector', vector: unit([1, 0]), limit: 2 });
      expect(beside.map(({ id }) => id)).toEqual(['new']);
      expect((await index.listTables()).sort()).toEqual(['base', 'base_1']);
      await index.drop('base');
      expect(await (await open()).listTables()).toEqual(['base_1']);
      expect((await index.findState('base_1'))?.chunks).toBe(1);
    });

    test('ids with quotes are data, not conditions', async () => {
      await index.upsertDocument('base', "d'1", [chunk("a' OR 'x'='x", "d'1", 'word')]);
      await index.upsertDocument('base', 'd2', [chunk('b', 'd2', 'word')]);
      expect(await keywords(['word'], { documentIds: ["d'1"] })).toEqual(["a' OR 'x'='x"]);
      await index.deleteDocuments('base', ["d'1' OR 'x'='x"]);
      expect((await index.findState('base'))?.chunks).toBe(2);
    });

    test('optimising changes no answer, and the version grows with every write', async () => {
      const first = await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'word')]);
      const second = await index.upsertDocument('base', 'd2', [chunk('b', 'd2', 'word')]);
      expect(second.version).toBeGreaterThan(first.version);
      await index.optimise('base');
      expect(await keywords(['word'])).toEqual(['a', 'b']);
      await index.deleteDocuments('base', ['d1']);
      expect(await keywords(['word'])).toEqual(['b']);
    });

    test('writes and optimising at the same time lose nothing and double nothing', async () => {
      const documents = Array.from({ length: 12 }, (_, i) => `d${i}`);
      await Promise.all([
        ...documents.map((id) => index.upsertDocument('base', id, [chunk(`${id}-old`, id, 'word')])),
        index.optimise('base'),
        ...documents.map((id) => index.upsertDocument('base', id, [chunk(`${id}-new`, id, 'word')])),
        index.optimise('base'),
        index.deleteDocuments('base', ['d0']),
      ]);
      const counts = await index.countByDocument('base');
      expect(counts).toEqual(new Map(documents.slice(1).map((id) => [id, 1])));
    });

    test('another process sees a write that has returned', async () => {
      const other = await open();
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'word')]);
      expect((await other.findState('base'))?.chunks).toBe(1);
      await index.upsertDocument('base', 'd2', [chunk('b', 'd2', 'word')]);
      const found = await other.search('base', { kind: 'keyword', terms: ['word'], limit: 5 });
      expect(found.map(({ id }) => id).sort()).toEqual(['a', 'b']);
    });

    test('samples all of a small base and no more than asked of a larger one', async () => {
      const chunks = Array.from({ length: 30 }, (_, i) => chunk(`c${i}`, 'd1', 'word'));
      await index.upsertDocument('base', 'd1', chunks);
      expect(await index.sample('base', 100)).toHaveLength(30);
      const sample = await index.sample('base', 10);
      expect(new Set(sample.map(({ id }) => id)).size).toBe(10);
    });

    test('creating again keeps what is there; other dimensions are refused', async () => {
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'word')]);
      await index.create('base', { dimensions: 4 });
      expect((await index.findState('base'))?.chunks).toBe(1);
      await expect(index.create('base', { dimensions: 8 })).rejects.toThrow(/dimensions/);
      await expect(index.upsertChunks('base', [chunk('b', 'd1', 'word', [1, 0])])).rejects.toThrow(
        /dimensions/,
      );
    });

    test('a base that was never created or was dropped is missing, and can be made again', async () => {
      await expect(index.search('nowhere', { kind: 'keyword', terms: ['x'], limit: 1 })).rejects.toThrow(
        ChunkIndexMissing,
      );
      expect(await index.findState('nowhere')).toBeUndefined();
      await index.drop('nowhere');
      await index.upsertDocument('base', 'd1', [chunk('a', 'd1', 'word')]);
      await index.drop('base');
      expect(await index.findState('base')).toBeUndefined();
      await expect(index.upsertDocument('base', 'd1', [])).rejects.toThrow(ChunkIndexMissing);
      await index.create('base', { dimensions: 2 });
      expect(await index.findState('base')).toMatchObject({ chunks: 0 });
    });
  });
}

function unit(values: number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

function chunk(id: string, documentId: string, terms: string, vector = [1, 0, 0, 0]): IndexedChunk {
  return { id, documentId, terms, profile: Uint8Array.of(1, 2, 3), vector: unit(vector) };
}
