import { toWire } from '@lectern/contract';
import type { FastifyReply } from 'fastify';
import type { Log } from '../log.ts';
import { asAppError, errorBody } from './errors.ts';
import { languageOf } from './language.ts';
import type { StreamEvent } from './route.ts';

const heartbeatMs = 10_000;

/**
 * Sends server-sent events until the source ends or the caller goes away. A fault after the first
 * byte arrives as an event of the name `error`: the status can no longer change.
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<StreamEvent<unknown>>,
  options: { log: Log; signal: AbortSignal },
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
    for await (const event of events) {
      if (options.signal.aborted) break;
      const free = raw.write(`id: ${event.id}\ndata: ${JSON.stringify(toWire(event.data))}\n\n`);
      // A reader that is slower than the model must not fill our memory.
      if (!free && !options.signal.aborted) await waitUntilFree(raw, options.signal);
    }
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code === 'server.error')
      options.log.error({ event: 'stream.failed', requestId: reply.request.id }, error.cause);
    raw.write(
      `event: error\ndata: ${JSON.stringify(errorBody(error, languageOf(reply.request), reply.request.id))}\n\n`,
    );
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
