import { describe, expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { extractSummary } from './extract-summary.ts';
import { groupVectors } from './group-vectors.ts';
import { buildSummaryPrompt, readSummary } from './summary-prompt.ts';

/** Unit vectors around so many centres. */
function scatter(centres: number, each: number, seed: number): Float32Array[] {
  const random = createRandom(seed);
  const dimensions = 24;
  const middles = Array.from({ length: centres }, () =>
    Array.from({ length: dimensions }, () => random() - 0.5),
  );
  return Array.from({ length: centres * each }, (_, i) => {
    const values = middles[i % centres]!.map((value) => value + (random() - 0.5) * 0.12);
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / length);
  });
}

describe('groups', () => {
  const options = { threshold: 0.1, maxCluster: 64, randomSeed: 7 };

  test('are those that the vectors lie in', async () => {
    const groups = await groupVectors(scatter(4, 15, 1), options);
    expect(groups.length).toBeGreaterThanOrEqual(4);
    for (const group of groups) expect(new Set(group.map((i) => i % 4)).size).toBe(1);
    expect(new Set(groups.flat()).size).toBe(60);
  });

  test('are the same for the same seed, whatever ran before', async () => {
    const vectors = scatter(6, 12, 2);
    const first = await groupVectors(vectors, options);
    await groupVectors(vectors, { ...options, randomSeed: 8 });
    expect(await groupVectors(vectors, options)).toEqual(first);
  });

  test('are no more than allowed, and few vectors are one group', async () => {
    const vectors = scatter(8, 10, 3);
    expect((await groupVectors(vectors, { ...options, maxCluster: 3 })).length).toBeLessThanOrEqual(3);
    expect(await groupVectors(vectors.slice(0, 3), options)).toEqual([[0, 1, 2]]);
    expect(await groupVectors([], options)).toEqual([]);
    const same = Array.from({ length: 12 }, () => vectors[0]!);
    expect((await groupVectors(same, options)).flat().length).toBeGreaterThanOrEqual(12);
  });
});

describe('summaries without a model', () => {
  test('are the sentences that say what most say, in their order', () => {
    const summary = extractSummary(
      [
        '# Moorings\n\nEvery boat needs a mooring permit. The sky was blue.',
        'A mooring permit costs 40 euros. Dogs bark.',
        'The mooring permit of a boat ends in May.',
      ],
      40,
    )!;
    expect(summary).toContain('mooring permit');
    expect(summary).not.toContain('sky');
    expect(summary).not.toContain('#');
  });

  test('keep to their length, and need sentences', () => {
    expect(
      extractSummary([`${Array.from({ length: 500 }, (_, n) => `word${n}`).join(' ')}.`], 20)!.length,
    ).toBeLessThan(120);
    expect(extractSummary(['', '| a | b |'], 50)).toBeUndefined();
  });
});

test('texts too long for the model are each cut to their share', () => {
  const texts = Array.from({ length: 10 }, (_, n) => `${n} `.repeat(4_000));
  const { prompt } = buildSummaryPrompt('Say briefly:\n{cluster_content}', texts, {
    maxTokens: 100,
    contextTokens: 2_000,
  });
  expect(prompt.length).toBeLessThan(6_000);
  for (let n = 0; n < 10; n++) expect(prompt).toContain(`${n} ${n}`);
  expect(readSummary(' \n')).toBeUndefined();
  expect(readSummary('Summary: Boats.')).toBe('Boats.');
});
