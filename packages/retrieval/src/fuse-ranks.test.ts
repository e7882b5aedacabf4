import { describe, expect, test } from 'vitest';
import { fuseRanks, type OtherHits } from './fuse-ranks.ts';
import type { RetrievedChunk } from './hits.ts';

const found = (...scores: number[]): RetrievedChunk[] =>
  scores.map((score, n) => ({
    chunkId: `w${n + 1}`,
    documentId: 'd',
    knowledgeBaseId: 'b',
    rank: 0,
    score,
    keywordScore: score,
    vectorScore: score,
    rerankScore: undefined,
  }));

const others = (ids: string[], options: Partial<OtherHits> = {}): OtherHits => ({
  hits: ids.map((chunkId, n) => ({ chunkId, documentId: 'd', knowledgeBaseId: 'b', score: 1 / (n + 1) })),
  weight: 0.9,
  most: 3,
  ...options,
});

const idsOf = (hits: RetrievedChunk[]) => hits.map(({ chunkId }) => chunkId);

describe('two lists', () => {
  test('are one by the ranks that each gives; what both found keeps its place', () => {
    const fused = fuseRanks(found(0.9, 0.8, 0.7, 0.6, 0.5, 0.4), others(['g1', 'w4', 'g2']), 0.1);
    expect(idsOf(fused)).toEqual(['w1', 'w2', 'w3', 'g1', 'w4', 'w5', 'g2', 'w6']);
    expect(fused[3]).toMatchObject({ score: 0.9 * 0.9, keywordScore: 0, otherScore: 0.9 * 0.9 });
    expect(fused[4]).toEqual(found(0.9, 0.8, 0.7, 0.6)[3]);
  });

  test('the first of words and vectors stays the first, however sure the other is', () => {
    const sure = others(['g1', 'g2', 'g3', 'w2'], { weight: 1 });
    expect(idsOf(fuseRanks(found(0.9, 0.85), sure, 0.1))[0]).toBe('w1');
  });

  test('the other brings only so many, and none that is worth less than the threshold', () => {
    expect(idsOf(fuseRanks(found(0.9), others(['g1', 'g2', 'g3'], { most: 2 }), 0.1))).toEqual([
      'w1',
      'g1',
      'g2',
    ]);
    expect(idsOf(fuseRanks(found(0.9), others(['g1', 'g2', 'g3']), 0.5))).toEqual(['w1', 'g1']);
  });

  test('what was found below the threshold is lifted by the other list, or comes last', () => {
    const fused = fuseRanks(found(0.9, 0.05, 0.04), others(['w3']), 0.1);
    expect(idsOf(fused)).toEqual(['w1', 'w3', 'w2']);
    expect(fused[1]).toMatchObject({ keywordScore: 0.04, score: 0.9 * 0.9 });
  });

  test('where words and vectors found nothing, the other stands for itself', () => {
    expect(fuseRanks([], others(['g1']), 0.1)).toMatchObject([{ chunkId: 'g1', score: 0.45 }]);
  });
});
