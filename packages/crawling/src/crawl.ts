import type { CrawlPorts, CrawlSettings, Frontier, FrontierPage } from './crawl-ports.ts';
import { createRobotsCache } from './robots-cache.ts';
import { visitPage } from './visit-page.ts';

/**
 * Visits the pages of a frontier until none is left, politely: by the site's rules, one request after the other with
 * a pause between, few at once. Every outcome is settled before its place is given to the next page, so that a crawl
 * that dies continues where it stood. Throws what the signal says, and what the frontier throws.
 */
export async function crawl(
  frontier: Frontier,
  settings: CrawlSettings,
  ports: CrawlPorts,
  signal: AbortSignal,
): Promise<void> {
  const robots = createRobotsCache(settings, ports);
  const stop = new AbortController();
  const all = AbortSignal.any([signal, stop.signal]);
  const busy = new Set<Promise<void>>();
  let dry = false;

  async function work(page: FrontierPage): Promise<void> {
    const outcome = await visitPage(page, { settings, ports, robots, signal: all });
    await frontier.settle(page, outcome);
    // What it led to may be waiting now.
    dry = false;
  }

  try {
    for (;;) {
      all.throwIfAborted();
      const page = dry || busy.size >= settings.atOnce ? undefined : await frontier.next();
      if (page !== undefined) {
        const visit: Promise<void> = work(page).finally(() => busy.delete(visit));
        // Observed below by whoever waits; never unhandled.
        visit.catch(() => {});
        busy.add(visit);
        continue;
      }
      if (busy.size === 0) return;
      if (busy.size < settings.atOnce) dry = true;
      await Promise.race(busy);
    }
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(busy);
    throw error;
  }
}
