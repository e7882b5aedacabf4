/**
 * Yields the lines of a body as they arrive, without their ends, several at a time: one turn of the
 * event loop per network packet rather than per token keeps hundreds of streams cheap.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest += decoder.decode(value, { stream: true });
      const end = rest.lastIndexOf('\n');
      if (end < 0) continue;
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 1);
      yield lines;
    }
    finished = true;
    rest += decoder.decode();
    if (rest !== '') yield [rest];
  } finally {
    // A reader that stops early must close the connection, or the provider continues writing (and billing).
    if (!finished) await reader.cancel().catch(() => undefined);
  }
}
