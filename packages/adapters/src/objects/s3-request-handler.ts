import { Readable } from 'node:stream';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

type SdkRequest = {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
};

/**
 * What the library calls instead of a socket of its own. We only read: no request has a body. A server that sends
 * nothing for `quietMs`, before its answer or amid it, is given up.
 */
export function createRequestHandler(outbound: OutboundClient, quietMs: number) {
  return {
    handle: async (request: SdkRequest, { abortSignal }: { abortSignal?: unknown } = {}) => {
      const port = request.port === undefined ? '' : `:${request.port}`;
      const url = `${request.protocol}//${request.hostname}${port}${request.path}${writeQuery(request.query)}`;
      const watch = watchQuiet(quietMs);
      const answer = await outbound
        .fetch(url, {
          method: request.method,
          headers: request.headers,
          // A redirect says that the bucket is elsewhere: nothing signed for one place goes to another.
          redirect: 'manual',
          signal:
            abortSignal instanceof AbortSignal ? AbortSignal.any([abortSignal, watch.signal]) : watch.signal,
        })
        .finally(watch.rest);
      return {
        response: {
          statusCode: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: answer.body ? openWatched(answer.body, watch) : Readable.from([]),
        },
      };
    },
    destroy: () => undefined,
  } as never;
}

type Watch = { signal: AbortSignal; wait: () => void; rest: () => void };

/** Fires when one wait lasts too long; how long the reader takes with what it has does not count. */
function watchQuiet(quietMs: number): Watch {
  const controller = new AbortController();
  const timeout = new OutboundError('outbound_timeout', `nothing came for ${quietMs / 1000} s`);
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => controller.abort(timeout), quietMs);
  };
  wait();
  return { signal: controller.signal, wait, rest: () => clearTimeout(timer) };
}

function openWatched(body: ReadableStream<Uint8Array>, watch: Watch): Readable {
  const stream = Readable.from(readWatched(body, watch), { objectMode: false });
  // One that is dropped before its first byte has nobody yet who would let go of the connection.
  return stream.once('close', () => void body.cancel().catch(() => {}));
}

async function* readWatched(body: ReadableStream<Uint8Array>, watch: Watch): AsyncGenerator<Uint8Array> {
  try {
    watch.wait();
    for await (const part of body) {
      watch.rest();
      yield part;
      watch.wait();
    }
  } finally {
    watch.rest();
  }
}

/** The exact letters that were signed. */
function writeQuery(query: SdkRequest['query'] = {}): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const parts = Object.keys(query)
    .sort()
    .flatMap((name) => [query[name] ?? ''].flat().map((value) => `${encode(name)}=${encode(value)}`));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
