import { describe, expect, it } from 'vitest';
import { createScheduler, type Engine, type Part, type Writer } from './scheduler.ts';

/** Chooses the number of the step as the next token. `steps` are held until they are let go, one by one. */
function openEngine(sequences: number, batch = 8) {
  const seen: Part[][] = [];
  const cleared: number[] = [];
  let letGo = Promise.withResolvers<void>();
  let fault: Error | undefined;
  const engine: Engine = {
    sequences,
    batch,
    clear: (sequence) => cleared.push(sequence),
    step: async (parts) => {
      seen.push([...parts]);
      await letGo.promise;
      letGo = Promise.withResolvers();
      if (fault) throw fault;
      return parts.map(() => seen.length);
    },
  };
  return {
    engine,
    seen,
    cleared,
    failWith: (error: Error | undefined) => {
      fault = error;
    },
    next: async () => {
      const before = seen.length;
      letGo.resolve();
      // The next step has begun, or there is nothing left to do.
      for (let turn = 0; turn < 20 && seen.length === before; turn++) await Promise.resolve();
    },
  };
}

function openWriter(prompt: number, answer: number) {
  const taken: number[] = [];
  const ended: unknown[] = [];
  const writer: Writer = {
    prompt: Uint32Array.from({ length: prompt }, (_, at) => at),
    take: (token) => taken.push(token) < answer,
    settle: (error) => ended.push(error),
  };
  return { writer, taken, ended };
}

const shapeOf = (parts: Part[] | undefined) =>
  parts?.map(({ sequence, position, tokens, writer }) => [
    sequence,
    position,
    tokens.length,
    writer !== undefined,
  ]);

describe('answers that are written at the same time', () => {
  it('reads a long prompt in steps and chooses a token after the last of them', async () => {
    const { engine, seen, next, cleared } = openEngine(1);
    const { writer, taken, ended } = openWriter(20, 2);
    createScheduler(engine).add(writer);
    for (let step = 0; step < 4; step++) await next();
    expect(seen.map(shapeOf)).toEqual([
      [[0, 0, 8, false]],
      [[0, 8, 8, false]],
      [[0, 16, 4, true]],
      [[0, 20, 1, true]],
    ]);
    expect(taken).toEqual([3, 4]);
    expect(ended).toEqual([undefined]);
    expect(cleared).toEqual([0]);
  });

  it('computes several at once and lets the others wait', async () => {
    const { engine, seen, next } = openEngine(2);
    const writers = [openWriter(3, 2), openWriter(3, 1), openWriter(2, 1)];
    const scheduler = createScheduler(engine);
    for (const { writer } of writers) scheduler.add(writer);
    await next();
    await next();
    // The first began alone, the second joined it.
    expect(seen.slice(0, 2).map(shapeOf)).toEqual([
      [[0, 0, 3, true]],
      [
        [0, 3, 1, true],
        [1, 0, 3, true],
      ],
    ]);
    await next();
    expect(writers.map(({ ended }) => ended.length)).toEqual([1, 1, 1]);
    expect(shapeOf(seen[2])).toEqual([[expect.any(Number), 0, 2, true]]);
  });

  it('gives the place of one that was called off to the next, and takes no token for it', async () => {
    const { engine, next, cleared } = openEngine(1);
    const [first, second, third] = [openWriter(2, 9), openWriter(2, 1), openWriter(2, 1)];
    const scheduler = createScheduler(engine);
    for (const { writer } of [first, second, third]) scheduler.add(writer);
    scheduler.drop(first.writer);
    scheduler.drop(second.writer);
    expect(second.ended).toEqual([undefined]);
    expect(first.ended).toEqual([]);
    await next();
    await next();
    expect(first).toMatchObject({ taken: [], ended: [undefined] });
    expect(second.taken).toEqual([]);
    expect(third.taken).toHaveLength(1);
    expect(cleared).toEqual([0, 0]);
  });

  it('tells those whose step failed, and goes on with those that wait', async () => {
    const { engine, next, failWith } = openEngine(1);
    const [first, second] = [openWriter(2, 1), openWriter(2, 1)];
    const scheduler = createScheduler(engine);
    scheduler.add(first.writer);
    scheduler.add(second.writer);
    failWith(new Error('no memory'));
    await next();
    expect(first.ended).toEqual([expect.objectContaining({ message: 'no memory' })]);
    failWith(undefined);
    await next();
    expect(second).toMatchObject({ ended: [undefined], taken: [2] });
  });
});
