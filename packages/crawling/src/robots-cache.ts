import type { CrawlPorts, CrawlSettings } from './crawl-ports.ts';
import { type CrawlFetch, readBytes } from './fetch-page.ts';
import { mostRobotsBytes, noRules, type RobotsRules, readRobots } from './robots.ts';

/** The rules of each host, asked for once; undefined where a site cannot say what it allows. */
export type RobotsCache = {
  /** `ledFrom`: the page that led to the address, if one did: the rules lie no nearer than what they are for. */
  get: (url: string, signal: AbortSignal, ledFrom?: string) => Promise<RobotsRules | undefined>;
};

const mostSteps = 5;

export function createRobotsCache(
  settings: Pick<CrawlSettings, 'userAgent' | 'timeoutMs'>,
  ports: Pick<CrawlPorts, 'fetch'>,
): RobotsCache {
  const known = new Map<string, Promise<RobotsRules | undefined>>();
  return {
    get: (url, signal, ledFrom) => {
      const { origin } = new URL(url);
      const found =
        known.get(origin) ??
        fetchRules({ origin, ledFrom: ledFrom ?? origin }, settings, ports.fetch, signal);
      known.set(origin, found);
      // A fault of the network is no answer to keep.
      found.then(
        (rules) => rules === undefined && known.delete(origin),
        () => known.delete(origin),
      );
      return found;
    },
  };
}

/** No file: everything is allowed. A site that fails to answer has allowed nothing (RFC 9309). */
async function fetchRules(
  place: { origin: string; ledFrom: string },
  { userAgent, timeoutMs }: Pick<CrawlSettings, 'userAgent' | 'timeoutMs'>,
  fetch: CrawlFetch,
  outer: AbortSignal,
): Promise<RobotsRules | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), outer]);
  const { origin } = place;
  let { ledFrom } = place;
  let url = `${origin}/robots.txt`;
  try {
    for (let step = 0; step < mostSteps; step++) {
      const response = await fetch(url, {
        headers: { 'user-agent': userAgent, accept: 'text/plain,*/*;q=0.8', 'accept-encoding': 'gzip, br' },
        signal,
        redirect: 'manual',
        ledFrom,
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        ledFrom = url;
        url = new URL(location, url).href;
        continue;
      }
      if (response.status >= 200 && response.status < 300) {
        const bytes = await readBytes(response, mostRobotsBytes);
        // One that is too long to read is a site that says nothing we could keep to.
        return bytes === undefined
          ? undefined
          : readRobots(`${origin}/robots.txt`, new TextDecoder().decode(bytes));
      }
      await response.body?.cancel();
      return response.status >= 500 || response.status === 429 ? undefined : noRules;
    }
    return noRules;
  } catch (error) {
    outer.throwIfAborted();
    // An address that may not be asked is no rule of the site: the page's own request says what is wrong.
    return (error as { code?: string }).code === 'outbound_refused' ? noRules : undefined;
  }
}
