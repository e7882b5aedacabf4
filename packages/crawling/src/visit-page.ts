import type { PageLeftOutReason } from '@lectern/contract';
import type { CrawlPorts, CrawlSettings, FrontierPage } from './crawl-ports.ts';
import { extensionOf, siteOf, urlKey } from './crawl-url.ts';
import { type Fetched, fetchPage } from './fetch-page.ts';
import type { PageOutcome, Validators } from './page-outcome.ts';
import { type PageFacts, readRobotsDirectives } from './read-page.ts';
import type { RobotsCache } from './robots-cache.ts';

export type VisitContext = {
  settings: CrawlSettings;
  ports: CrawlPorts;
  robots: RobotsCache;
  signal: AbortSignal;
};

/** With fewer characters a page that brings scripts is taken for one that they make. */
const nearlyEmpty = 200;
/** With fewer there is nothing to know from it. */
const emptyText = 20;
/** A site that asks for patience is asked again so often, and waited for so long at most. */
const patience = { attempts: 3, firstMs: 5_000, longestMs: 120_000 };

/** One page from its address to its outcome. Throws only what the signal says. */
export async function visitPage(page: FrontierPage, context: VisitContext): Promise<PageOutcome> {
  const { settings, robots, signal } = context;
  const outside = page.first ? undefined : settings.scope.reject(page.url);
  if (outside !== undefined) return { kind: 'left_out', reason: outside, links: [] };
  const rules = await robots.get(page.url, signal, page.foundOn);
  if (rules === undefined) return { kind: 'failed', reason: 'robots_unreachable' };
  if (!rules.allows(page.url)) return { kind: 'left_out', reason: 'robots', links: [] };
  const fetched = await fetchWithRetry(page, Math.max(settings.delayMs, rules.delayMs), context);
  switch (fetched.kind) {
    case 'bytes':
      return readFetched(page, fetched, context);
    case 'unchanged':
      return { kind: 'unchanged', validators: keepValidators(page.validators, fetched.headers), links: [] };
    case 'moved':
      return movedTo(page, fetched.to, 'redirect', [], settings);
    case 'later':
      return { kind: 'failed', reason: 'busy', status: fetched.status };
    case 'not_wanted':
      return { kind: 'left_out', reason: 'not_a_page', links: [] };
    default:
      return fetched;
  }
}

async function fetchWithRetry(page: FrontierPage, delayMs: number, context: VisitContext): Promise<Fetched> {
  const { settings, ports, signal } = context;
  const host = siteOf(new URL(page.url));
  for (let attempt = 1; ; attempt++) {
    await ports.pacer.wait(host, delayMs, signal);
    const fetched = await fetchPage(ports.fetch, {
      url: page.url,
      ledFrom: page.foundOn,
      validators: page.validators,
      mostBytes: (mediaType, url) => mostBytesOf(mediaType, url, settings),
      userAgent: settings.userAgent,
      timeoutMs: settings.timeoutMs,
      signal,
    });
    if (fetched.kind !== 'later' || attempt >= patience.attempts) return fetched;
    const asked = fetched.afterMs ?? patience.firstMs * attempt;
    if (asked > patience.longestMs) return fetched;
    await ports.pacer.rest(host, asked);
  }
}

const pageTypes = new Set(['text/html', 'application/xhtml+xml']);

/** Pages by their type; files by their name, since few servers know the types of all formats. */
function mostBytesOf(mediaType: string, url: string, settings: CrawlSettings): number | undefined {
  if (pageTypes.has(mediaType)) return settings.mostPageBytes;
  if (settings.fileExtensions.includes(fileFormat(mediaType, url))) return settings.mostFileBytes;
  return mediaType === '' ? settings.mostPageBytes : undefined;
}

function fileFormat(mediaType: string, url: string): string {
  return mediaType === 'application/pdf' ? 'pdf' : extensionOf(url);
}

async function readFetched(
  page: FrontierPage,
  fetched: Extract<Fetched, { kind: 'bytes' }>,
  context: VisitContext,
): Promise<PageOutcome> {
  const { settings, ports, signal } = context;
  const { bytes, mediaType, charset, headers } = fetched;
  const directives = readRobotsDirectives(headers.get('x-robots-tag') ?? '');
  const format = fileFormat(mediaType, page.url);
  if (!pageTypes.has(mediaType) && settings.fileExtensions.includes(format)) {
    if (directives.noindex) return { kind: 'left_out', reason: 'noindex', links: [] };
    const title = decodeURIComponentSafely(new URL(page.url).pathname.split('/').at(-1) ?? '');
    const validators = keepValidators({}, headers);
    return { kind: 'content', format, title, bytes, validators, links: [], rendered: false };
  }
  const read = await readSafely(() => ports.readPage({ bytes, charset, url: page.url }, signal), signal);
  if (read === undefined) return { kind: 'failed', reason: 'unreadable' };
  const plain = { ...read, bytes: read.bytes ?? bytes, rendered: false };
  const wanted =
    settings.render === 'always' ||
    (settings.render === 'auto' && plain.facts.hasScripts && plain.facts.textLength < nearlyEmpty);
  if (!wanted) return judge(page, plain, { ...context, headers, directives });
  if (ports.render === undefined) {
    const useless = settings.render === 'always' || plain.facts.textLength < emptyText;
    if (useless) return { kind: 'failed', reason: 'browser_missing' };
    return judge(page, plain, { ...context, headers, directives });
  }
  return renderPage(page, { ...context, headers, directives, render: ports.render });
}

type Judged = { facts: PageFacts; bytes: Uint8Array; rendered: boolean };
type Answered = VisitContext & { headers: Headers; directives: { noindex: boolean; nofollow: boolean } };

async function renderPage(
  page: FrontierPage,
  context: Answered & { render: NonNullable<CrawlPorts['render']> },
): Promise<PageOutcome> {
  const { ports, settings, signal, render } = context;
  let rendered: { url: string; html: string };
  try {
    rendered = await render(page.url, signal);
  } catch (error) {
    signal.throwIfAborted();
    const detail = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { kind: 'failed', reason: 'browser_failed', detail };
  }
  if (urlKey(rendered.url) !== urlKey(page.url)) return movedTo(page, rendered.url, 'redirect', [], settings);
  const bytes = new TextEncoder().encode(rendered.html);
  if (bytes.byteLength > settings.mostPageBytes) return { kind: 'failed', reason: 'too_large' };
  const task = { bytes, charset: 'utf-8', url: page.url };
  const read = await readSafely(() => ports.readPage(task, signal), signal);
  if (read === undefined) return { kind: 'failed', reason: 'unreadable' };
  return judge(page, { facts: read.facts, bytes, rendered: true }, context);
}

/** What a page that was read comes to, by its own words and by what was there before. */
function judge(page: FrontierPage, { facts, bytes, rendered }: Judged, context: Answered): PageOutcome {
  const { settings, headers, directives } = context;
  const links = directives.nofollow ? [] : facts.links;
  if (facts.refresh && urlKey(facts.refresh) !== urlKey(page.url))
    return movedTo(page, facts.refresh, 'redirect', links, settings);
  if (directives.noindex || facts.noindex) return { kind: 'left_out', reason: 'noindex', links };
  if (isAnotherPage(facts.canonical, page, settings))
    return { kind: 'moved', to: facts.canonical, why: 'canonical', links };
  if (facts.textLength < emptyText) return { kind: 'left_out', reason: 'empty', links };
  // A browser's page is not what the headers speak of.
  const validators = keepValidators({}, rendered ? new Headers() : headers, facts.textHash);
  if (facts.textHash !== '' && facts.textHash === page.validators.textHash)
    return { kind: 'unchanged', validators, links };
  return { kind: 'content', format: 'html', title: facts.title, bytes, validators, links, rendered };
}

/** A whole site that names its first page as the true one of every page has made a mistake. */
function isAnotherPage(
  canonical: string | undefined,
  page: FrontierPage,
  settings: CrawlSettings,
): canonical is string {
  if (canonical === undefined || urlKey(canonical) === urlKey(page.url)) return false;
  if (new URL(canonical).pathname === '/' && new URL(page.url).pathname !== '/') return false;
  return settings.scope.reject(canonical) === undefined;
}

function movedTo(
  page: FrontierPage,
  to: string,
  why: 'redirect' | 'canonical',
  links: string[],
  settings: CrawlSettings,
): PageOutcome {
  const outside: PageLeftOutReason | undefined = page.first ? undefined : settings.scope.reject(to);
  return outside === undefined
    ? { kind: 'moved', to, why, links }
    : { kind: 'left_out', reason: outside, links };
}

function keepValidators(before: Validators, headers: Headers, textHash = before.textHash): Validators {
  const etag = headers.get('etag') ?? before.etag;
  const lastModified = headers.get('last-modified') ?? before.lastModified;
  return {
    // Longer ones are no such thing, and would be sent back at every visit.
    ...(etag && etag.length <= 500 ? { etag } : {}),
    ...(lastModified && lastModified.length <= 100 ? { lastModified } : {}),
    ...(textHash ? { textHash } : {}),
  };
}

/** A page that kills its reader is one that cannot be read. */
async function readSafely<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
