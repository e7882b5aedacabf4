import { expect, it } from 'vitest';
import { ModelError } from '../ports.ts';
import { readLines } from './read-lines.ts';

const limits = { bytes: 1_000_000, lineLength: 1_000 };

/** A body that is ready at once, as a fast provider's is. */
function bodyOf(...pieces: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
  });
}

async function read(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const all = [];
  for await (const lines of readLines(body, limits)) all.push(...lines);
  return all;
}

it('reads lines wherever they were cut', async () => {
  expect(await read(bodyOf('one\ntw', 'o\n', '\nthr', 'ee'))).toEqual(['one', 'two', '', 'three']);
});

it.each([
  ['a line without an end', Array.from({ length: 20 }, () => 'x'.repeat(100))],
  ['a line that is too long', [`${'x'.repeat(1_001)}\n`]],
  ['a body that is too long', Array.from({ length: 1_100 }, () => `${'x'.repeat(998)}\n`)],
])('refuses %s', async (_, pieces) => {
  await expect(read(bodyOf(...pieces))).rejects.toThrow(ModelError);
});

it('gives way to everything else while a flood comes in', async () => {
  const flood = bodyOf(...Array.from({ length: 300 }, () => 'x\n'.repeat(1_000)));
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  let lines = 0;
  for await (const some of readLines(flood, limits)) {
    lines += some.length;
    // As much work as reading JSON is.
    for (const end = performance.now() + 0.02; performance.now() < end; );
  }
  clearInterval(timer);
  expect(lines).toBe(300_000);
  expect(turns).toBeGreaterThan(3);
});
