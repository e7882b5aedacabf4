import type { LlamaModel } from './llama.ts';

/** Tokens of a character that takes several, at most. */
const mostHeld = 8;
/** Enough that words before decide about the space of the next one. */
const kept = 4;
const longestWindow = 64;

/** Turns tokens into text as they come. Half a character waits for its other half. */
export function createTextWriter(model: LlamaModel): {
  push: (token: number) => string;
  finish: () => string;
} {
  let window: number[] = [];
  let shown = '';
  let held = 0;

  function advance(whole: string): string {
    const fresh = whole.slice(shown.length);
    shown = whole;
    held = 0;
    if (window.length > longestWindow) {
      window = window.slice(-kept);
      shown = model.detokenize(Uint32Array.from(window), false);
    }
    return fresh;
  }

  return {
    push: (token) => {
      window.push(token);
      const whole = model.detokenize(Uint32Array.from(window), false);
      if (whole.endsWith('\uFFFD') && ++held < mostHeld) return '';
      return advance(whole);
    },
    finish: () => (held === 0 ? '' : advance(model.detokenize(Uint32Array.from(window), false))),
  };
}
