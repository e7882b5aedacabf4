import { setImmediate } from 'node:timers/promises';
import { ModelError } from '../ports.ts';

/** Far more than any answer: whoever sends more is not answering. */
export const lineLimits = { bytes: 32 * 1024 * 1024, lineLength: 1024 * 1024 };
/** Lines that are passed on at once, and how long others wait for that at most. */
const linesAtOnce = 64;
const longestTurnMs = 5;

/**
 * Yields the lines of a body as they arrive, without their ends, several at a time: one turn of the
 * event loop per network packet rather than per token keeps hundreds of streams cheap. A body that
 * comes in faster than it can be read gives way to everything else at intervals.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  limits: typeof lineLimits = lineLimits,
): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  let turnBegan = performance.now();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > limits.bytes) throw new ModelError('bad_response', { detail: 'the answer is too long' });
      rest += decoder.decode(value, { stream: true });
      const end = rest.lastIndexOf('\n');
      const lines = end < 0 ? [] : rest.slice(0, end).split('\n');
      rest = rest.slice(end + 1);
      if (rest.length > limits.lineLength || lines.some((line) => line.length > limits.lineLength))
        throw new ModelError('bad_response', { detail: 'a line of the answer is too long' });
      for (let at = 0; at < lines.length; at += linesAtOnce) {
        yield lines.slice(at, at + linesAtOnce);
        if (performance.now() - turnBegan < longestTurnMs) continue;
        await setImmediate();
        turnBegan = performance.now();
      }
    }
    finished = true;
    rest += decoder.decode();
    if (rest !== '') yield [rest];
  } finally {
    // A reader that stops early must close the connection, or the provider continues writing (and billing).
    if (!finished) await reader.cancel().catch(() => undefined);
  }
}
