export type ServerSentEvent = { id: string; event: string; data: string };

/** Reads `text/event-stream` as the HTML standard describes it; comments and retry lines are passed over. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  let id = '';
  let event = 'message';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      pending += decoder.decode(value, { stream: !done });
      const lines = pending.split(/\r\n|\n|\r(?!$)/);
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { id, event, data: data.join('\n') };
          data = [];
          event = 'message';
          continue;
        }
        const colon = line.indexOf(':');
        if (colon === 0) continue;
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'data') data.push(text);
        if (field === 'id') id = text;
        if (field === 'event') event = text;
      }
      if (done) return;
    }
  } finally {
    // Also when the consumer stops early: the connection is of no more use.
    void reader.cancel().catch(() => undefined);
  }
}
