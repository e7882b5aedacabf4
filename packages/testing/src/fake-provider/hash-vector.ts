/**
 * A deterministic unit vector in which texts that share words are near each other: each word adds a
 * few signed ones at places that its hash names.
 */
export function hashVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['empty'];
  for (const word of words) {
    let state = hash(word);
    for (let place = 0; place < 4; place++) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
      vector[state % dimensions]! += state & 0x80000000 ? 1 : -1;
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return state;
}
