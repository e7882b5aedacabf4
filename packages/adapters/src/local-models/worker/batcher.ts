import type { Tokens } from './tokenizer.ts';

/** One text of a call, waiting to be computed. */
type Item<Result> = { tokens: Tokens; owner: object; urgent: boolean; done: (result: Result) => void };

export type Batcher<Result> = {
  /** Resolves in the order of the texts. `urgent`: somebody waits, so these go first. */
  run: (texts: readonly Tokens[], options: { owner: object; urgent: boolean }) => Promise<Result[]>;
  /** Forgets what waits of this owner; its `run` never settles. */
  drop: (owner: object) => void;
};

/** Texts that lie together are sorted by length, so that little is computed for padding. */
const window = 256;

/**
 * Brings the texts of all callers together in batches of at most `texts`, and of at most `tokens` with padding: as many
 * as pay, and few enough that a question need not wait long for the batch before it.
 */
export function createBatcher<Result>(
  compute: (batch: readonly Tokens[]) => Promise<Result[]>,
  limits: { texts: number; tokens: number },
): Batcher<Result> {
  let waiting: Item<Result>[] = [];
  const failed = new Map<object, (error: unknown) => void>();
  let running = false;

  function takeBatch(): Item<Result>[] {
    const urgent = waiting.filter((item) => item.urgent);
    const near = (urgent.length > 0 ? urgent : waiting).slice(0, window);
    near.sort((a, b) => b.tokens.ids.length - a.tokens.ids.length);
    const length = near[0]?.tokens.ids.length ?? 1;
    const batch = near.slice(0, Math.max(1, Math.min(limits.texts, Math.floor(limits.tokens / length))));
    const taken = new Set(batch);
    waiting = waiting.filter((item) => !taken.has(item));
    return batch;
  }

  async function work(): Promise<void> {
    if (running) return;
    running = true;
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const results = await compute(batch.map(({ tokens }) => tokens));
        for (const [at, item] of batch.entries()) item.done(results[at] as Result);
      } catch (error) {
        for (const owner of new Set(batch.map((item) => item.owner))) {
          drop(owner);
          failed.get(owner)?.(error);
        }
      }
      // Lets messages in, cancellations among them: computing leaves the process no time of its own.
      await new Promise(setImmediate);
    }
    running = false;
  }

  function drop(owner: object): void {
    waiting = waiting.filter((item) => item.owner !== owner);
  }

  return {
    drop,
    run: (texts, { owner, urgent }) =>
      new Promise((resolve, reject) => {
        const results = new Array<Result>(texts.length);
        let left = texts.length;
        if (left === 0) resolve(results);
        failed.set(owner, reject);
        for (const [at, tokens] of texts.entries())
          waiting.push({
            tokens,
            owner,
            urgent,
            done: (result) => {
              results[at] = result;
              if (--left > 0) return;
              failed.delete(owner);
              resolve(results);
            },
          });
        void work();
      }),
  };
}
