import { expect, it } from 'vitest';
import { readEvents } from './events.ts';

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>) {
  const events = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

it('reads events wherever the stream is cut, also between CR and LF', async () => {
  const text = 'id: 3\r\ndata: {"a":1}\r\n\r\n: beat\n\nid: 7\ndata: first\ndata: second\n\n';
  const whole = await collect(streamOf(text));
  expect(whole).toEqual([
    { id: '3', event: 'message', data: '{"a":1}' },
    { id: '7', event: 'message', data: 'first\nsecond' },
  ]);
  for (let cut = 1; cut < text.length; cut += 1)
    expect(await collect(streamOf(text.slice(0, cut), text.slice(cut)))).toEqual(whole);
});

it('names an event once, and the next one not by it', async () => {
  const events = await collect(streamOf('event: error\ndata: a\n\ndata: b\n\n'));
  expect(events.map(({ event }) => event)).toEqual(['error', 'message']);
});

it('keeps letters whole that are cut between two pieces', async () => {
  const bytes = new TextEncoder().encode('data: été 引用\n\n');
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  expect(await collect(stream)).toEqual([{ id: '', event: 'message', data: 'été 引用' }]);
});

it('drops an event that the end of the stream cut off', async () => {
  expect(await collect(streamOf('data: whole\n\ndata: ha'))).toEqual([
    { id: '', event: 'message', data: 'whole' },
  ]);
});

it('gives the connection back when its reader stops early', async () => {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: more\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const event of readEvents(stream)) {
    expect(event.data).toBe('more');
    break;
  }
  expect(cancelled).toBe(true);
});
