import type { PageFailureReason } from '@lectern/contract';
import { normaliseUrl, urlKey } from './crawl-url.ts';
import type { Validators } from './page-outcome.ts';

/** The part of a checked client that a crawl needs: it refuses what is not public, and never follows by itself. */
export type CrawlFetch = (
  url: string,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    redirect: 'manual';
    /** The page that led here: another host then enjoys no allowance. */
    ledFrom?: string;
  },
) => Promise<Response>;

/** What a request came to. */
export type Fetched =
  | { kind: 'bytes'; bytes: Uint8Array; mediaType: string; charset: string | undefined; headers: Headers }
  | { kind: 'unchanged'; headers: Headers }
  /** Leads to a page of another key; one to the same page is followed here. */
  | { kind: 'moved'; to: string }
  | { kind: 'gone'; status: number }
  /** The site asks for patience. */
  | { kind: 'later'; status: number; afterMs: number | undefined }
  | { kind: 'not_wanted'; mediaType: string }
  | { kind: 'failed'; reason: PageFailureReason; status?: number; detail?: string };

export type FetchRequest = {
  url: string;
  ledFrom?: string | undefined;
  validators?: Validators;
  /** Longest body of a media type; undefined: not wanted at all. */
  mostBytes: (mediaType: string, url: string) => number | undefined;
  userAgent: string;
  timeoutMs: number;
  signal: AbortSignal;
};

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Fetches one address under all limits. Throws only what the caller's own signal says. */
export async function fetchPage(fetch: CrawlFetch, request: FetchRequest): Promise<Fetched> {
  const limit = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([limit, request.signal]);
  let url = request.url;
  let ledFrom = request.ledFrom;
  try {
    for (let step = 0; step <= mostRedirects; step++) {
      const response = await fetch(url, {
        headers: requestHeaders(request),
        signal,
        redirect: 'manual',
        ...(ledFrom === undefined ? {} : { ledFrom }),
      });
      if (!redirects.has(response.status)) return await readResponse(response, url, request);
      await response.body?.cancel();
      const next = normaliseUrl(response.headers.get('location') ?? '', url);
      if (next === undefined) return { kind: 'failed', reason: 'unreadable', status: response.status };
      if (urlKey(next) !== urlKey(request.url)) return { kind: 'moved', to: next };
      ledFrom = url;
      url = next;
    }
    return { kind: 'failed', reason: 'too_many_redirects' };
  } catch (error) {
    request.signal.throwIfAborted();
    return { kind: 'failed', ...explain(error, limit.aborted) };
  }
}

function requestHeaders({ userAgent, validators }: FetchRequest): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-encoding': 'gzip, br',
    ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
    ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
  };
}

async function readResponse(response: Response, url: string, request: FetchRequest): Promise<Fetched> {
  const { status, headers } = response;
  const leave = async (fetched: Fetched): Promise<Fetched> => {
    await response.body?.cancel();
    return fetched;
  };
  if (status === 304) return leave({ kind: 'unchanged', headers });
  if (status === 404 || status === 410) return leave({ kind: 'gone', status });
  if (status === 429 || status === 503)
    return leave({ kind: 'later', status, afterMs: readRetryAfter(headers.get('retry-after')) });
  if (status === 401 || status === 403 || status === 407)
    return leave({ kind: 'failed', reason: 'needs_sign_in', status });
  if (status < 200 || status >= 300) return leave({ kind: 'failed', reason: 'http_error', status });
  const type = headers.get('content-type') ?? '';
  const mediaType = type.split(';')[0]!.trim().toLowerCase();
  const mostBytes = request.mostBytes(mediaType, url);
  if (mostBytes === undefined) return leave({ kind: 'not_wanted', mediaType });
  // Packed bodies are as long as they say only before they are unpacked.
  if (!headers.has('content-encoding') && Number(headers.get('content-length') ?? 0) > mostBytes)
    return leave({ kind: 'failed', reason: 'too_large' });
  const bytes = await readBytes(response, mostBytes);
  if (bytes === undefined) return { kind: 'failed', reason: 'too_large' };
  return {
    kind: 'bytes',
    bytes,
    mediaType,
    charset: /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1],
    headers,
  };
}

/** Undefined once they are too many; the rest is not fetched. */
export async function readBytes(response: Response, mostBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > mostBytes) return undefined;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Seconds or a date; milliseconds from now. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** By the codes of the outbound client, of Node and of undici. */
function explain(error: unknown, timedOut: boolean): { reason: PageFailureReason; detail?: string } {
  const { code, name, message } = (error ?? {}) as { code?: string; name?: string; message?: string };
  if (timedOut || name === 'TimeoutError' || code === 'outbound_timeout' || code?.includes('TIMEOUT'))
    return { reason: 'timeout' };
  if (code === 'outbound_refused') return { reason: 'refused_address', detail: message ?? '' };
  if (code === 'outbound_too_large') return { reason: 'too_large' };
  return { reason: 'unreachable', detail: code ?? message ?? '' };
}
