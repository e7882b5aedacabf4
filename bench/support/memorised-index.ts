import type { ChunkIndex } from '../../packages/retrieval/src/index.ts';

/** An index that does not change: every search is made once, and what follows it over and over. */
export function openMemorisedIndex(index: ChunkIndex): ChunkIndex {
  const memorise = <Input extends unknown[], Output>(make: (...input: Input) => Promise<Output>) => {
    const made = new Map<string, Promise<Output>>();
    return (...input: Input) => {
      const key = JSON.stringify(input, (_, value) =>
        value instanceof Float32Array ? Buffer.from(value.buffer).toString('base64') : value,
      );
      const known = made.get(key) ?? make(...input);
      made.set(key, known);
      return known;
    };
  };
  return {
    ...index,
    search: memorise(index.search),
    sample: memorise(index.sample),
    findState: memorise(index.findState),
  };
}
