import { type AppError, toWire } from '@lectern/contract';
import type { FastifyReply } from 'fastify';
import type { Log } from '../log.ts';
import { asAppError, errorBody } from './errors.ts';
import { languageOf } from './language.ts';
import type { StreamEvent } from './route.ts';

const heartbeatMs = 10_000;

type StreamOptions = {
  log: Log;
  signal: AbortSignal;
  /** What is sent of a fault after the first byte: the status can no longer change. */
  describeFault: (error: AppError) => string;
};

/**
 * Sends server-sent events until the source ends or the caller goes away. A fault after the first
 * byte arrives as an event of the name `error`: the status can no longer change.
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<StreamEvent<unknown>>,
  options: { log: Log; signal: AbortSignal },
): Promise<void> {
  const { request } = reply;
  return sendFrames(reply, toFrames(events), {
    ...options,
    describeFault: (error) =>
      `event: error\ndata: ${JSON.stringify(errorBody(error, languageOf(request), request.id))}\n\n`,
  });
}

async function* toFrames(events: AsyncIterable<StreamEvent<unknown>>): AsyncGenerator<string> {
  for await (const { id, data } of events) yield `id: ${id}\ndata: ${JSON.stringify(toWire(data))}\n\n`;
}

/** Sends pieces of an event stream as they are. */
export async function sendFrames(
  reply: FastifyReply,
  frames: AsyncIterable<string>,
  { log, signal, describeFault }: StreamOptions,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
  raw.setHeader('cache-control', 'no-store');
  // Buffering proxies would hold the words back.
  raw.setHeader('x-accel-buffering', 'no');
  raw.writeHead(200);
  raw.flushHeaders();
  const heartbeat = setInterval(() => raw.write(': alive\n\n'), heartbeatMs);
  try {
    for await (const frame of frames) {
      if (signal.aborted) break;
      const free = raw.write(frame);
      // A reader that is slower than the model must not fill our memory.
      if (!free && !signal.aborted) await waitUntilFree(raw, signal);
    }
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code === 'server.error')
      log.error({ event: 'stream.failed', requestId: reply.request.id }, error.cause);
    raw.write(describeFault(error));
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}

function waitUntilFree(raw: FastifyReply['raw'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    raw.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
