import type { PageFailureReason } from '@lectern/contract';
import type { CrawlPorts, CrawlSettings } from './crawl-ports.ts';
import { normaliseUrl, siteOf, urlKey } from './crawl-url.ts';
import { fetchPage } from './fetch-page.ts';
import { createRobotsCache } from './robots-cache.ts';
import { isSitemap } from './scope.ts';
import { sitemapLimits } from './sitemap.ts';

/** Pages that a site lists of itself. */
export type SitemapPages = {
  /** In the order of the sitemap, each once, only those in scope. */
  urls: string[];
  /** There is more than was read. */
  incomplete: boolean;
  /** Sitemap files that were read; 0: the site has none, or `failure` says why not. */
  files: number;
  failure?: PageFailureReason;
};

const mostFiles = 100;
const mostPages = 50_000;
const mostSteps = 3;

type SitemapPorts = Pick<CrawlPorts, 'fetch' | 'pacer' | 'readSitemap'>;

/**
 * Reads the sitemap that `start` names, or those that the site's robots.txt names, or the one at the usual place, and
 * all that they lead to. Throws only what the signal says.
 */
export async function findSitemapPages(
  start: string,
  settings: CrawlSettings,
  ports: SitemapPorts,
  signal: AbortSignal,
): Promise<SitemapPages> {
  const robots = createRobotsCache(settings, ports);
  const rules = await robots.get(start, signal);
  const { origin } = new URL(start);
  const named = (rules?.sitemaps ?? [])
    .map((url) => normaliseUrl(url, origin))
    .filter((url) => url !== undefined);
  const first = isSitemap(new URL(start))
    ? [start]
    : named.length > 0
      ? named
      : [`${origin}/sitemap.xml`, `${origin}/sitemap_index.xml`];
  const waiting = first.map((url) => ({ url, ledFrom: start }));
  const seen = new Set(first);
  const keys = new Set<string>();
  const found: SitemapPages = { urls: [], incomplete: false, files: 0 };

  function addPages(urls: readonly string[], base: string): void {
    for (const address of urls) {
      const url = normaliseUrl(address, base);
      if (url === undefined || settings.scope.reject(url) !== undefined) continue;
      const key = urlKey(url);
      if (keys.has(key)) continue;
      if (found.urls.length >= mostPages) {
        found.incomplete = true;
        return;
      }
      keys.add(key);
      found.urls.push(url);
    }
  }

  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.files >= mostFiles) {
      found.incomplete = true;
      break;
    }
    const read = await fetchSitemap(
      next,
      Math.max(settings.delayMs, rules?.delayMs ?? 0),
      settings,
      ports,
      signal,
    );
    if ('failure' in read) {
      if (read.failure) found.failure ??= read.failure;
      continue;
    }
    found.files++;
    found.incomplete ||= read.sitemap.incomplete;
    if (read.sitemap.kind === 'pages') {
      addPages(read.sitemap.urls, read.url);
      continue;
    }
    for (const address of read.sitemap.urls) {
      const url = normaliseUrl(address, read.url);
      if (url === undefined || seen.has(url)) continue;
      seen.add(url);
      waiting.push({ url, ledFrom: read.url });
    }
  }
  if (found.files > 0) delete found.failure;
  return found;
}

/** `failure` undefined: there is no sitemap at this address. */
async function fetchSitemap(
  { url, ledFrom }: { url: string; ledFrom: string },
  delayMs: number,
  settings: CrawlSettings,
  ports: SitemapPorts,
  signal: AbortSignal,
) {
  for (let step = 0; step < mostSteps; step++) {
    await ports.pacer.wait(siteOf(new URL(url)), delayMs, signal);
    const fetched = await fetchPage(ports.fetch, {
      url,
      ledFrom,
      mostBytes: (mediaType) => (mediaType === 'text/html' ? undefined : sitemapLimits.mostBytes),
      userAgent: settings.userAgent,
      timeoutMs: settings.timeoutMs,
      signal,
    });
    if (fetched.kind === 'moved') {
      ledFrom = url;
      url = fetched.to;
      continue;
    }
    if (fetched.kind === 'failed') return { failure: fetched.reason };
    if (fetched.kind === 'later') return { failure: 'busy' as const };
    if (fetched.kind !== 'bytes') break;
    const sitemap = await ports.readSitemap(fetched.bytes, signal).catch(() => {
      signal.throwIfAborted();
      return undefined;
    });
    if (sitemap === undefined) break;
    return { sitemap, url };
  }
  return { failure: undefined };
}
