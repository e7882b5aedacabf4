import { expect, test } from 'vitest';
import { hashedEmbeddingModel } from './hashed-embedding.ts';

async function cosine(a: string, b: string): Promise<number> {
  const { vectors } = await hashedEmbeddingModel.embed([a, b], { kind: 'document' });
  return vectors[0]!.reduce((sum, value, i) => sum + value * vectors[1]![i]!, 0);
}

test('vectors have one length, are unit and the same every time', async () => {
  const texts = ['The cat sat', '', '   ', '生态环境', 'a', '…'];
  const { vectors } = await hashedEmbeddingModel.embed(texts, { kind: 'query' });
  const again = await hashedEmbeddingModel.embed(texts, { kind: 'document' });
  expect(vectors).toEqual(again.vectors);
  for (const vector of vectors) {
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  }
});

test.each([
  ['The contract ends in March', 'The contracts are ending in March', 'A kitten plays with wool'],
  ['La protection des données personnelles', 'Protéger une donnée personnelle', 'Le train part à midi'],
  ['生态环境修复费用', '环境修复的费用由谁承担', '今天的天气很好'],
  ['mispelled retreival system', 'misspelled retrieval system', 'a bowl of warm soup'],
])('%s is nearer to its like than to something else', async (text, like, other) => {
  expect(await cosine(text, like)).toBeGreaterThan((await cosine(text, other)) + 0.15);
});

test('an aborted call stops', async () => {
  const signal = AbortSignal.abort();
  await expect(hashedEmbeddingModel.embed(['x'], { kind: 'query', signal })).rejects.toThrow();
});
