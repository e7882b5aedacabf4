/** Counts tokens of a text in the o200k vocabulary. */
export type CountTokens = (text: string) => number;

/** The tokenizer takes quadratic time on unbroken runs: longer ones are counted in parts. */
const MAX_RUN = 1_000;
const LONG_RUN = /\S{1001,}/g;

let counter: Promise<CountTokens> | undefined;

/** Loads the vocabulary (about 0.1 s) with the first call; later calls share it. */
export function loadTokenCounter(): Promise<CountTokens> {
  counter ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // Text that spells a control token, such as "<|endoftext|>", is text like any other.
    const options = { disallowedSpecial: new Set<string>() };
    return (text) => {
      if (++counts % COUNTS_TO_TELL === 0) for (const listener of listeners) listener();
      return countWithoutLongRuns(text, (part) => countTokens(part, options));
    };
  });
  return counter;
}

/** Texts that are counted within a second or less. */
const COUNTS_TO_TELL = 1_000;
const listeners = new Set<() => void>();
let counts = 0;

/**
 * Tells every thousand texts that cutting continues: a hundred thousand rows are cut in one go, in which nothing else of
 * the process is heard. Returns what ends it.
 */
export function watchCounting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function countWithoutLongRuns(text: string, count: CountTokens): number {
  if (text.length <= MAX_RUN) return count(text);
  let tokens = 0;
  let position = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    const end = run.index + run[0].length;
    if (run.index > position) tokens += count(text.slice(position, run.index));
    for (let i = run.index; i < end; i += MAX_RUN) tokens += count(text.slice(i, Math.min(i + MAX_RUN, end)));
    position = end;
  }
  return tokens + (position === 0 ? count(text) : position < text.length ? count(text.slice(position)) : 0);
}
