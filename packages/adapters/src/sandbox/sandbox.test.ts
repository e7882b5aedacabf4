import { describe, expect, it } from 'vitest';
import { createSandbox, SandboxError } from './index.ts';

const sandbox = createSandbox();
const run = (code: string, inputs: Record<string, unknown> = {}, timeMs = 2_000) =>
  sandbox.run({ code, inputs, timeMs, signal: new AbortController().signal });
const failure = async (code: string, timeMs?: number): Promise<SandboxError> => {
  const error: unknown = await run(code, {}, timeMs).catch((thrown) => thrown);
  if (!(error instanceof SandboxError)) throw new Error(`${code} did not fail: ${String(error)}`);
  return error;
};

describe('the sandbox', () => {
  it('gives what the code returns, with inputs and awaiting', async () => {
    expect(await run('return inputs.a.map((n) => n * 2)', { a: [1, 2] })).toEqual([2, 4]);
    expect(await run('const x = await Promise.resolve(3); return { x }')).toEqual({ x: 3 });
    expect(await run('')).toBeNull();
  });

  it('ends loops, also those of microtasks, without blocking this process', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    expect((await failure('for (;;) {}', 200)).reason).toBe('time');
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    const loops = [
      'const again = () => Promise.resolve().then(again); return again()',
      'return "a".repeat(1e5).match(/(a+)+b/)',
    ];
    // They use memory as well: which bound they reach first depends on the machine.
    for (const error of await Promise.all(loops.map((code) => failure(code, 200))))
      expect(['time', 'error']).toContain(error.reason);
  });

  it('ends what allocates or recurses without end, and results without end', async () => {
    const memory = await failure(
      'const a = []; for (;;) a.push(new Array(10000).fill("x".repeat(1000)))',
      1_000,
    );
    expect(['time', 'error']).toContain(memory.reason);
    expect((await failure('return "x".repeat(5e7)')).message).toContain('out of memory');
    expect((await failure('const f = () => f() + 1; return f()')).reason).toBe('error');
    expect((await failure('return "x".repeat(600000)')).reason).toBe('size');
    expect((await failure('return 10n')).message).toContain('BigInt');
    expect((await failure('return new Promise(() => {})')).message).toContain('never comes');
  });

  it('knows nothing of this process, by whatever way', async () => {
    const ways = [
      'typeof process',
      'typeof require',
      'typeof fetch',
      'typeof globalThis.Buffer',
      'typeof setTimeout',
      'this.constructor.constructor("return typeof process")()',
      '(async () => {}).constructor("return typeof process")().constructor === Promise ? "undefined" : "escaped"',
      'inputs.constructor.constructor("return typeof process")()',
      '(() => { try { null.x } catch (e) { return e.constructor.constructor("return typeof process")() } })()',
    ];
    for (const way of ways) expect(await run(`return ${way}`), way).toBe('undefined');
    await failure('const fs = await import("node:fs"); return typeof fs');
    await failure('return import("./sandbox.ts")');
    expect(await run('Object.prototype.polluted = 1; JSON.stringify = () => "{}"; return 1')).toEqual({});
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const breakout = await run('return 1 })({}); (async () => { return 2');
    expect([1, 2]).toContain(breakout);
  });

  it('takes the result of a thread that ended while this process was busy', async () => {
    const work = run('return 1');
    // Long enough for the thread to start and end; its messages then come at once.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    expect(await work).toBe(1);
  });

  it('tells what went wrong', async () => {
    expect((await failure('throw new TypeError("no such thing")')).message).toBe('TypeError: no such thing');
    expect((await failure('return (')).message).toContain('SyntaxError');
  });

  it('stops with the run', async () => {
    const stop = new AbortController();
    const work = sandbox.run({ code: 'for (;;) {}', inputs: {}, timeMs: 5_000, signal: stop.signal });
    stop.abort(new Error('cancelled'));
    await expect(work).rejects.toThrow('cancelled');
  });
});
