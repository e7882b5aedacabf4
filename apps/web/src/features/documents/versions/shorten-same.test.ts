import { expect, test } from 'vitest';
import { shortenSame } from './shorten-same.ts';

const long = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');

test('of what stayed the same, what stands next to a change is shown', () => {
  expect(shortenSame('a few words', false, false)).toBe('a few words');
  const middle = shortenSame(long, false, false);
  expect(middle).toMatch(/^word0 .* … .*word199$/);
  expect(middle.length).toBeLessThan(340);
  expect(shortenSame(long, true, false)).toMatch(/^ … word\d+ .*word199$/);
  expect(shortenSame(long, false, true)).toMatch(/^word0 .* … $/);
});
