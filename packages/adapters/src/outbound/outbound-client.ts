import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import {
  type AllowedHosts,
  checkUrl,
  normaliseHostname,
  portOf,
  readAllowedHosts,
  type Target,
} from './address-rules.ts';
import { OutboundError, refuse } from './outbound-error.ts';
import { type Resolve, resolveBySystem, resolveChecked } from './resolve-checked.ts';

/** What may be asked of the client; the part of `fetch` that the product needs. */
export type OutboundInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** `manual` hands the redirect back; `follow` checks every step again. */
  redirect?: 'follow' | 'manual' | 'error';
  /** The page whose link or redirect this address is: as at a redirect, another host then enjoys no allowance. */
  ledFrom?: string;
};

/** The one way out of the process. Every rule holds for every request and every step of it. */
export type OutboundClient = {
  /** As `fetch`. Throws an OutboundError, or an error with a `code` of Node or undici. */
  fetch: (url: string | URL, init?: OutboundInit) => Promise<Response>;
  /** Applies the rules, resolving included, without connecting. Throws an OutboundError. */
  check: (url: string) => Promise<void>;
  close: () => Promise<void>;
};

export type OutboundOptions = {
  /** "host" or "host:port" that may be reached although not public. */
  allowedHosts?: readonly string[];
  resolve?: Resolve;
  /** To an open connection; 5 s unless told. */
  connectMs?: number;
  /** From the request to the last byte; 10 minutes unless told. */
  totalMs?: number;
  /** Of a body, unpacked; 64 MiB unless told. */
  maxBytes?: number;
  maxRedirects?: number;
  userAgent?: string;
};

const redirects = new Set([301, 302, 303, 307, 308]);
/** `Response` refuses a body for these. */
const bodiless = new Set([204, 205, 304]);

export function createOutboundClient(options: OutboundOptions = {}): OutboundClient {
  const allowedHosts = readAllowedHosts(options.allowedHosts ?? []);
  const resolve = options.resolve ?? resolveBySystem;
  const totalMs = options.totalMs ?? 600_000;
  const maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  const maxRedirects = options.maxRedirects ?? 5;
  let transport: Promise<Transport> | undefined;

  /** The library is loaded by the first request, not by the start of the server. */
  async function openTransport(): Promise<Transport> {
    const [{ Agent, request }, { createCheckedConnector }] = await Promise.all([
      import('undici'),
      import('./checked-connector.ts'),
    ]);
    const dispatcher = new Agent({
      connect: createCheckedConnector({ allowedHosts, resolve, connectMs: options.connectMs ?? 5_000 }),
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 60_000,
      // The whole request has its limit, and models have tighter ones of their own.
      headersTimeout: totalMs,
      bodyTimeout: totalMs,
    });
    return { request, dispatcher };
  }

  async function fetchChecked(url: string | URL, init: OutboundInit = {}): Promise<Response> {
    let target =
      init.ledFrom === undefined
        ? checkUrl(url, allowedHosts)
        : checkStep(new URL(init.ledFrom), url, allowedHosts);
    let method = (init.method ?? 'GET').toUpperCase();
    let body = init.body;
    let headers = prepareHeaders(init.headers ?? {}, options.userAgent ?? 'Lectern');
    transport ??= openTransport();
    const { request, dispatcher } = await transport;
    const limit = startLimit(totalMs, init.signal);
    try {
      for (let step = 0; ; step++) {
        const answer = await request(target.url, {
          method: method as 'GET',
          headers,
          body,
          signal: limit.signal,
          dispatcher,
        });
        const location = answer.headers.location;
        const mode = init.redirect ?? 'follow';
        if (!redirects.has(answer.statusCode) || typeof location !== 'string' || mode === 'manual') {
          return toResponse(target.url, answer, maxBytes, limit);
        }
        answer.body.on('error', () => {}).destroy();
        if (mode === 'error') refuse('redirect', 'the address leads elsewhere');
        if (step >= maxRedirects) refuse('redirect', `more than ${maxRedirects} redirects`);
        const next = checkStep(target.url, location, allowedHosts);
        if (answer.statusCode === 303 || (answer.statusCode < 303 && method === 'POST')) {
          method = 'GET';
          body = undefined;
          headers = without(headers, ['content-type', 'content-length']);
        }
        if (next.url.origin !== target.url.origin) {
          // A key or a text meant for one host is never handed to another.
          if (body !== undefined) refuse('redirect', 'the address passes what was sent to another host');
          headers = without(headers, ['authorization', 'cookie', 'x-api-key', 'api-key']);
        }
        target = next;
      }
    } catch (error) {
      limit.clear();
      throw limit.explain(error);
    }
  }

  return {
    fetch: fetchChecked,
    check: async (url) => {
      const { hostname, allowed } = checkUrl(url, allowedHosts);
      await resolveChecked(hostname, allowed, resolve);
    },
    close: async () => {
      await (await transport)?.dispatcher.destroy();
    },
  };
}

/** A step to another host enjoys no allowance: else any public page could reach what was allowed for us alone. */
function checkStep(from: URL, location: string | URL, allowedHosts: AllowedHosts): Target {
  let url: URL;
  try {
    url = new URL(location, from);
  } catch {
    refuse('redirect', 'the address leads nowhere');
  }
  const next = checkUrl(url, allowedHosts);
  if (next.allowed && siteOf(next.url) !== siteOf(from)) {
    refuse('redirect', `${from.hostname} may not lead to ${next.hostname}`);
  }
  return next;
}

function siteOf(url: URL): string {
  return `${normaliseHostname(url.hostname)}:${portOf(url)}`;
}

function prepareHeaders(given: Record<string, string>, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  return without(headers, ['host', 'connection', 'transfer-encoding']);
}

function without(headers: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

type Limit = { signal: AbortSignal; clear: () => void; explain: (error: unknown) => unknown };

/** One limit on the whole request, its body included; passes the caller's own signal on. */
function startLimit(totalMs: number, outer: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  const timeout = new OutboundError('outbound_timeout', `no end within ${totalMs / 1000} s`);
  const timer = setTimeout(() => controller.abort(timeout), totalMs);
  const passOn = () => controller.abort(outer?.reason);
  if (outer?.aborted) passOn();
  outer?.addEventListener('abort', passOn, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', passOn);
    },
    explain: (error) => (controller.signal.aborted ? controller.signal.reason : error),
  };
}

type Transport = { request: typeof import('undici').request; dispatcher: Dispatcher };
type Answer = Dispatcher.ResponseData;

/** Hands the body over piece by piece as it is asked for, counting. */
function toResponse(url: URL, answer: Answer, maxBytes: number, limit: Limit): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) headers.append(name, item);
  }
  const source = unpack(answer.body, headers);
  const parts = source[Symbol.asyncIterator]();
  let size = 0;
  function end(): void {
    limit.clear();
    answer.body.on('error', () => {}).destroy();
    source.on('error', () => {}).destroy();
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await parts.next();
          if (done) {
            limit.clear();
            controller.close();
            return;
          }
          size += value.byteLength;
          if (size > maxBytes) throw new OutboundError('outbound_too_large', `more than ${maxBytes} bytes`);
          controller.enqueue(value);
        } catch (error) {
          end();
          controller.error(limit.explain(error));
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  const status = answer.statusCode;
  if (bodiless.has(status)) end();
  const response = new Response(bodiless.has(status) ? null : stream, { status, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

/** Some servers pack what was asked for plain. */
function unpack(body: Readable, headers: Headers): Readable {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return body;
  const unpacker =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined;
  if (unpacker === undefined) return body;
  headers.delete('content-encoding');
  headers.delete('content-length');
  body.once('error', (error) => unpacker.destroy(error));
  return body.pipe(unpacker);
}
