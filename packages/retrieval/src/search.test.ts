import type { EmbeddingModel } from '@lectern/models';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChunkIndex, IndexedChunk } from './chunk-index.ts';
import { type ChunkToIndex, prepareChunks } from './prepare-chunk.ts';
import { createRetriever, type RetrievalRequest } from './search.ts';

/** Axes of a tiny meaning space: a text points to the axes whose words it has, and a little to one of its own. */
const axes = [/\b(?:cat|kitten)/i, /\b(?:dog|puppy)/i, /\b(?:tax|levy)/i];

function buildModel(id: string): EmbeddingModel & { calls: number } {
  const model = {
    id,
    maxInputTokens: 512,
    calls: 0,
    async embed(texts: string[]) {
      model.calls++;
      const vectors = texts.map((text) => {
        const values = axes.map((axis) => (axis.test(text) ? 1 : 0));
        const own = [0.3 * Math.cos(text.length), 0.3 * Math.sin(text.length)];
        const length = Math.hypot(...values, ...own);
        return Float32Array.from([...values, ...own], (value) => value / length);
      });
      return { vectors, usage: { promptTokens: texts.length, completionTokens: 0 } };
    },
  };
  return model;
}

/** An index in memory that finds everything, so that these tests see scoring alone. */
function buildIndex() {
  const bases = new Map<string, IndexedChunk[]>();
  const rows = (id: string) => bases.get(id)!;
  const index = {
    async search(id, { filter, limit, ...request }) {
      return rows(id)
        .filter((chunk) => filter?.documentIds?.includes(chunk.documentId) ?? true)
        .filter(
          (chunk) =>
            request.kind === 'vector' || request.terms.some((term) => chunk.terms.split(' ').includes(term)),
        )
        .slice(0, limit);
    },
    sample: async (id) => rows(id),
    findState: async (id) =>
      bases.has(id) ? { version: rows(id).length, chunks: rows(id).length } : undefined,
  } as Partial<ChunkIndex> as ChunkIndex;
  return { index, bases };
}

const model = buildModel('one');
const { index, bases } = buildIndex();
const retriever = createRetriever({ index });

async function fill(baseId: string, texts: (string | Partial<ChunkToIndex>)[], embeddingModel = model) {
  const chunks = texts.map((text, i) => ({
    id: `${baseId}-${i}`,
    documentId: `${baseId}-d${i}`,
    text: '',
    ...(typeof text === 'string' ? { text } : text),
  }));
  bases.set(baseId, (await prepareChunks(chunks, { embeddingModel })).chunks);
}

async function ask(query: string, request: Partial<RetrievalRequest> = {}) {
  const { hits } = await retriever.retrieve({
    query,
    bases: [{ id: 'base', embeddingModel: model }],
    ...request,
  });
  return hits;
}

beforeEach(() => bases.clear());

describe('one base', () => {
  beforeEach(() =>
    fill('base', [
      'The cat sleeps on the sofa all day.',
      'The dog runs in the park with its owner.',
      'Taxes are due in April of each year, says the office.',
      'The weather in the mountains changes quickly.',
    ]),
  );

  test('the chunk with the words of the question comes first, with its scores', async () => {
    const [first] = await ask('where does the dog run');
    expect(first).toMatchObject({
      chunkId: 'base-1',
      documentId: 'base-d1',
      knowledgeBaseId: 'base',
      rank: 1,
    });
    const { score, keywordScore, vectorScore } = first!;
    expect(score).toBeCloseTo(0.7 * keywordScore + 0.3 * vectorScore, 6);
    for (const value of [score, keywordScore, vectorScore]) expect(value).toBeGreaterThan(0);
    for (const value of [score, keywordScore, vectorScore]) expect(value).toBeLessThanOrEqual(1);
  });

  test('vectors find what shares no word', async () => {
    const hits = await ask('kitten', { settings: { similarityThreshold: 0.05 } });
    expect(hits[0]).toMatchObject({ chunkId: 'base-0', keywordScore: 0 });
  });

  test('a question about something absent passes no default threshold', async () => {
    expect(await ask('quantum chromodynamics lattice simulations')).toEqual([]);
  });

  test('words alone call no embedding model', async () => {
    const before = model.calls;
    const hits = await ask('dog park', { settings: { keywordWeight: 1 } });
    expect(model.calls).toBe(before);
    expect(hits[0]).toMatchObject({ chunkId: 'base-1', vectorScore: 0 });
  });

  test('vectors alone ignore the words', async () => {
    const hits = await ask('levy', { settings: { keywordWeight: 0, similarityThreshold: 0 } });
    expect(hits[0]).toMatchObject({ chunkId: 'base-2' });
    expect(hits[0]!.score).toBeCloseTo(hits[0]!.vectorScore, 6);
  });

  test('the threshold cuts by score and topN by number, ranks count from 1', async () => {
    const all = await ask('cat dog taxes weather', { settings: { similarityThreshold: 0 } });
    expect(all.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    const scores = all.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const limited = await ask('cat dog taxes weather', { settings: { similarityThreshold: 0, topN: 2 } });
    expect(limited.map(({ chunkId }) => chunkId)).toEqual(all.slice(0, 2).map(({ chunkId }) => chunkId));
    const strict = await ask('cat dog taxes weather', { settings: { similarityThreshold: scores[1]! } });
    expect(strict.every(({ score }) => score >= scores[1]!)).toBe(true);
    expect(strict.length).toBeLessThan(4);
  });

  test('the filter reaches the index', async () => {
    const filtered = { id: 'base', embeddingModel: model, filter: { documentIds: ['base-d0'] } };
    const hits = await ask('dog cat', { bases: [filtered], settings: { similarityThreshold: 0 } });
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['base-0']);
  });

  test('a rerank model reorders the best; a chunk whose text is gone is dropped', async () => {
    const seen: string[] = [];
    const rerank = {
      model: {
        id: 'rerank',
        async rerank(_: string, texts: string[]) {
          seen.push(...texts);
          return {
            scores: texts.map((text) => (text.startsWith('sofa') ? 1 : 0)),
            usage: { promptTokens: 7, completionTokens: 0 },
          };
        },
      },
      loadTexts: async (ids: string[]) =>
        new Map(
          ids.filter((id) => id !== 'base-2').map((id) => [id, id === 'base-0' ? 'sofa text' : 'other']),
        ),
    };
    const hits = await ask('dog taxes cat', {
      rerank,
      settings: { similarityThreshold: 0, keywordWeight: 0.1 },
    });
    expect(hits[0]).toMatchObject({ chunkId: 'base-0', rerankScore: 1 });
    expect(hits.map(({ chunkId }) => chunkId)).not.toContain('base-2');
    expect(seen).toContain('sofa text');
  });
});

test('in a base of one chunk a good match passes the threshold', async () => {
  await fill('base', ['Customers may return goods within 30 days of delivery.']);
  expect(await ask('How many days do I have to return goods?')).toHaveLength(1);
});

test('the title finds a chunk whose text does not name its subject, as far as the folder weight says', async () => {
  await fill('base', [
    { title: 'Annual report Amazon', text: 'Net sales rose to record levels.' },
    { title: 'Annual report Boeing', text: 'Net sales fell to record levels.' },
    'Rivers of South America and their wildlife.',
  ]);
  const [first] = await ask('Amazon net sales');
  expect(first?.chunkId).toBe('base-0');
  const without = await ask('Amazon net sales', { settings: { folderWeight: 0, keywordWeight: 1 } });
  expect(without[0]!.keywordScore).toBe(without[1]!.keywordScore);
});

test('bases of one model compare by score, of different models by rank', async () => {
  const other = buildModel('two');
  await fill('base', ['The dog runs in the park.', 'A dog and another dog.', 'Nothing of it here at all.']);
  await fill('second', ['Dog food prices in the city.', 'Something else entirely.'], other);
  const hits = await ask('dog', {
    bases: [
      { id: 'base', embeddingModel: model },
      { id: 'second', embeddingModel: other },
    ],
    settings: { similarityThreshold: 0.01 },
  });
  // The best of each come before the second of either.
  expect(new Set(hits.slice(0, 2).map(({ knowledgeBaseId }) => knowledgeBaseId))).toEqual(
    new Set(['base', 'second']),
  );
  const same = await ask('dog', {
    bases: [
      { id: 'base', embeddingModel: model },
      { id: 'second', embeddingModel: model },
    ],
    settings: { similarityThreshold: 0.01 },
  });
  const scores = same.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('a base without an index has no hits, and an empty one neither', async () => {
  bases.set('base', []);
  expect(await ask('dog')).toEqual([]);
  expect(await ask('dog', { bases: [{ id: 'missing', embeddingModel: model }] })).toEqual([]);
});

test('equal scores come in the same order every time', async () => {
  await fill('base', ['same words here', 'same words here', 'same words here', 'other text']);
  const first = await ask('same words', { settings: { similarityThreshold: 0 } });
  const again = await ask('same words', { settings: { similarityThreshold: 0 } });
  expect(again).toEqual(first);
  expect(first.slice(0, 3).map(({ chunkId }) => chunkId)).toEqual(['base-0', 'base-1', 'base-2']);
});

describe('questions and background', () => {
  const only = { settings: { similarityThreshold: 0, keywordWeight: 1 } };

  test('the words of a question weigh like a title: the pair comes before a text that has them in passing', async () => {
    await fill('base', [
      'We were asked how to renew a permit, among much else, and had no time to say it then.',
      { text: 'Go to the counter with your old one.', questions: ['How do I renew a permit?'], isPair: true },
    ]);
    expect((await ask('renew permit', only))[0]).toMatchObject({ chunkId: 'base-1' });
  });

  test('a pair is near to what is asked and near to what it answers', async () => {
    await fill('base', [
      { text: 'The levy is due in May.', questions: ['Where may my puppy run?'], isPair: true },
      'The weather in the mountains changes quickly.',
    ]);
    const vectors = { settings: { similarityThreshold: 0, keywordWeight: 0 } };
    for (const query of ['dog', 'tax']) {
      const [first, second] = await ask(query, vectors);
      expect(first).toMatchObject({ chunkId: 'base-0' });
      expect(first!.vectorScore).toBeGreaterThan(second?.vectorScore ?? 0);
    }
  });

  test('background finds a chunk, and less than its own words or its header would', async () => {
    await fill('base', [
      { text: 'Boats moor at the west pier.', background: 'Regulation 4711 of the harbour' },
      { text: 'Boats moor at the west pier. 4711' },
      { text: 'Boats moor at the west pier.', title: '4711' },
      'Nothing of the kind.',
    ]);
    const hits = await ask('4711', only);
    const scores = new Map(hits.map((hit) => [hit.chunkId, hit.keywordScore]));
    expect(scores.get('base-0')).toBeGreaterThan(0);
    expect(scores.get('base-0')).toBeLessThan(scores.get('base-1')!);
    expect(scores.get('base-1')).toBeLessThan(scores.get('base-2')!);
    expect(scores.get('base-3') ?? 0).toBe(0);
  });
});

describe('what the words of a question give', () => {
  const only = { settings: { similarityThreshold: 0, keywordWeight: 1 } };

  test('a chunk with all of it comes before one that repeats a part', async () => {
    await fill('base', [
      'Mooring, mooring and mooring: moorings of every kind, at every pier, and more about mooring.',
      'A permit for mooring is issued here, and it costs as much as at any other pier of the town.',
      'The pier is closed.',
    ]);
    expect((await ask('mooring permit', only))[0]).toMatchObject({ chunkId: 'base-1' });
  });

  test('a chunk in the words of the best ones comes before one with as much of the question', async () => {
    await fill('base', [
      'ferry museum pupil painted oil canvas',
      'ferry leaves western quay tickets kiosk',
      'ferry waits western quay tickets kiosk',
      'ferry boards western quay tickets kiosk',
      'Nothing of the kind is here.',
    ]);
    const order = (await ask('ferry', only)).map(({ chunkId }) => chunkId);
    expect(order.indexOf('base-0')).toBe(3);
  });

  test('feedback reorders and lifts nothing above the best', async () => {
    await fill('base', ['alpha beta gamma', 'alpha gamma delta', 'alpha', 'gamma delta']);
    const hits = await ask('alpha', only);
    expect(hits.map(({ chunkId }) => chunkId)).not.toContain('base-3');
    expect(Math.max(...hits.map(({ score }) => score))).toBeLessThanOrEqual(1);
  });
});
