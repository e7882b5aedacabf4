import { describe, expect, it } from 'vitest';
import { crawl } from './crawl.ts';
import type { CrawlPorts, CrawlSettings, Frontier, FrontierPage } from './crawl-ports.ts';
import { urlKey } from './crawl-url.ts';
import type { CrawlFetch } from './fetch-page.ts';
import { findSitemapPages } from './find-sitemap-pages.ts';
import { createPacer } from './pacer.ts';
import type { PageOutcome } from './page-outcome.ts';
import { readPageBytes } from './read-page-bytes.ts';
import { createScope } from './scope.ts';
import { readSitemap } from './sitemap.ts';
import { createTurnsInMemory } from './testing/turns-in-memory.ts';

const site = 'https://example.org';
const never = new AbortController().signal;
const text = 'Roses bloom from June on and want to be cut in spring.';

type Answer = { status?: number; headers?: Record<string, string>; body?: string } | string | Error;

/** A site as a table, and every request that reached it with the time of its own clock. */
function openSite(answers: Record<string, Answer | (() => Answer)>, options: Partial<CrawlSettings> = {}) {
  const requests: { path: string; at: number; headers: Record<string, string>; ledFrom?: string }[] = [];
  let now = 0;
  let atOnce = 0;
  let most = 0;
  const sleepers: { until: number; wake: () => void }[] = [];
  const clock = {
    now: () => now,
    // One sleeper wakes at a time, the earliest first, after all that was awake has gone on.
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ until: now + ms, wake });
        setTimeout(() => {
          const next = sleepers.sort((a, b) => a.until - b.until).shift()!;
          now = Math.max(now, next.until);
          next.wake();
        }, 4 * sleepers.length);
      }),
  };
  const fetch: CrawlFetch = async (url, { headers, ledFrom }) => {
    const path = url.replace(site, '');
    requests.push({ path, at: now, headers, ...(ledFrom === undefined ? {} : { ledFrom }) });
    atOnce++;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 1));
    atOnce--;
    const given = answers[path];
    const answer = typeof given === 'function' ? given() : given;
    if (answer instanceof Error) throw answer;
    if (answer === undefined) return new Response('not found', { status: 404 });
    const {
      status = 200,
      headers: sent = {},
      body = '',
    } = typeof answer === 'string' ? { body: answer } : answer;
    return new Response(status === 304 ? null : body, {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...sent },
    });
  };
  const settings: CrawlSettings = {
    scope: createScope({ start: `${site}/` }),
    userAgent: 'Lectern/test',
    delayMs: 1_000,
    atOnce: 2,
    render: 'never',
    fileExtensions: [],
    mostPageBytes: 10_000,
    mostFileBytes: 20_000,
    timeoutMs: 1_000,
    ...options,
  };
  const ports: CrawlPorts = {
    fetch,
    readPage: async (task) => readPageBytes(task),
    readSitemap: async (bytes) => readSitemap(bytes),
    pacer: createPacer(clock, createTurnsInMemory(clock)),
    clock,
  };
  return { requests, settings, ports, mostAtOnce: () => most };
}

/** A frontier that follows every link once; what came of each page by its path. */
function createFrontier(first: FrontierPage[] = [page('/')]) {
  const waiting = [...first];
  const keys = new Set(first.map(({ url }) => urlKey(url)));
  const outcomes: Record<string, PageOutcome> = {};
  const frontier: Frontier = {
    next: async () => waiting.shift(),
    settle: async (from, outcome) => {
      outcomes[from.url.replace(site, '')] = outcome;
      const links = 'links' in outcome ? outcome.links : [];
      for (const url of outcome.kind === 'moved' ? [outcome.to, ...links] : links) {
        if (keys.has(urlKey(url))) continue;
        keys.add(urlKey(url));
        waiting.push({ id: url, url, foundOn: from.url, first: false, validators: {} });
      }
    },
  };
  return { frontier, outcomes };
}

function page(path: string, validators = {}): FrontierPage {
  return { id: path, url: site + path, first: path === '/', validators };
}

async function run(opened: ReturnType<typeof openSite>, first?: FrontierPage[]) {
  const { frontier, outcomes } = createFrontier(first);
  await crawl(frontier, opened.settings, opened.ports, never);
  return outcomes;
}

describe('a crawl', () => {
  it('follows links within its scope, each page once, at the pace it should', async () => {
    const opened = openSite({
      '/': `<title>Home</title>${text}<a href="/a">a</a><a href="/b#x">b</a><a href="https://other.example/">o</a>`,
      '/a': `<title>A</title>${text} A<a href="/">home</a><a href="/b?utm_source=a">b</a><a href="/gone">g</a>`,
      '/b': `<title>B</title>${text} B`,
    });
    const outcomes = await run(opened);
    expect(outcomes['/']).toMatchObject({ kind: 'content', title: 'Home', format: 'html', rendered: false });
    expect(outcomes['/b']).toMatchObject({ kind: 'content', title: 'B' });
    expect(outcomes['/gone']).toEqual({ kind: 'gone', status: 404 });
    expect(outcomes['https://other.example/']).toMatchObject({ kind: 'left_out', reason: 'other_site' });
    const pages = opened.requests.filter(({ path }) => path !== '/robots.txt');
    expect(pages.map(({ path }) => path).sort()).toEqual(['/', '/a', '/b', '/gone']);
    expect(opened.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    const pauses = pages.slice(1).map(({ at }, n) => at - pages[n]!.at);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
    expect(opened.mostAtOnce()).toBeLessThanOrEqual(2);
    expect(pages.find(({ path }) => path === '/a')).toMatchObject({ ledFrom: `${site}/` });
    expect(pages[0]!.headers['user-agent']).toBe('Lectern/test');
  });

  it('keeps to robots.txt and its pace; a site that cannot tell its rules is left alone', async () => {
    const rules = 'User-agent: Lectern\nDisallow: /private\nCrawl-delay: 5';
    const opened = openSite({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: rules },
      '/': `${text}<a href="/private/a">a</a><a href="/b">b</a>`,
      '/private/a': text,
      '/b': text,
    });
    const outcomes = await run(opened);
    expect(outcomes['/private/a']).toMatchObject({ kind: 'left_out', reason: 'robots' });
    const pages = opened.requests.filter(({ path }) => path !== '/robots.txt');
    expect(pages.map(({ path }) => path)).toEqual(['/', '/b']);
    expect(pages[1]!.at - pages[0]!.at).toBeGreaterThanOrEqual(5_000);
    for (const robots of [{ status: 503 }, new Error('reset')])
      expect(await run(openSite({ '/robots.txt': robots, '/': text }))).toEqual({
        '/': { kind: 'failed', reason: 'robots_unreachable' },
      });
  });

  it('follows redirects to the same page, and counts others as moves', async () => {
    const outcomes = await run(
      openSite({
        '/': `${text}<a href="/slash">s</a><a href="/old">o</a><a href="/out">x</a><a href="/round">r</a>`,
        '/slash': { status: 301, headers: { location: '/slash/' } },
        '/slash/': `${text} slash`,
        '/old': { status: 302, headers: { location: '/new?utm_source=x' } },
        '/new': `${text} new`,
        '/out': { status: 302, headers: { location: 'https://other.example/' } },
        '/round': { status: 302, headers: { location: '/round/' } },
        '/round/': { status: 302, headers: { location: '/round' } },
      }),
    );
    expect(outcomes['/slash']).toMatchObject({ kind: 'content' });
    expect(outcomes['/old']).toEqual({ kind: 'moved', to: `${site}/new`, why: 'redirect', links: [] });
    expect(outcomes['/new']).toMatchObject({ kind: 'content' });
    expect(outcomes['/out']).toMatchObject({ kind: 'left_out', reason: 'other_site' });
    expect(outcomes['/round']).toEqual({ kind: 'failed', reason: 'too_many_redirects' });
  });

  it('heeds what pages say of themselves', async () => {
    const outcomes = await run(
      openSite({
        '/': `${text}<a href="/copy">1</a><a href="/hidden">2</a><a href="/head">3</a><a href="/refresh">4</a><a href="/wrong">5</a>`,
        '/copy': `<link rel=canonical href="/true">${text}`,
        '/true': text,
        '/hidden': `<meta name=robots content=noindex>${text}<a href="/behind">b</a>`,
        '/behind': text,
        '/head': { headers: { 'x-robots-tag': 'noindex, nofollow' }, body: `${text}<a href="/never">n</a>` },
        '/refresh': '<meta http-equiv=refresh content="0;url=/true">',
        '/wrong': `<link rel=canonical href="/">${text} wrong`,
      }),
    );
    expect(outcomes['/copy']).toMatchObject({ kind: 'moved', to: `${site}/true`, why: 'canonical' });
    expect(outcomes['/hidden']).toMatchObject({ kind: 'left_out', reason: 'noindex' });
    expect(outcomes['/behind']).toMatchObject({ kind: 'content' });
    expect(outcomes['/head']).toEqual({ kind: 'left_out', reason: 'noindex', links: [] });
    expect(outcomes['/refresh']).toMatchObject({ kind: 'moved', to: `${site}/true` });
    // A site whose every page names the first page as its true one.
    expect(outcomes['/wrong']).toMatchObject({ kind: 'content' });
  });

  it('reads anew only what changed', async () => {
    const opened = openSite({
      '/etag': { status: 304, headers: { etag: '"2"' } },
      '/hash': `<nav>another menu</nav><p>${text}</p>`,
      '/changed': `<p>${text} More.</p>`,
    });
    const { textHash } = readPageBytes({ bytes: Buffer.from(`<p>${text}</p>`), url: site }).facts;
    const validators = { etag: '"1"', lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT', textHash };
    const outcomes = await run(
      opened,
      ['/etag', '/hash', '/changed'].map((path) => page(path, validators)),
    );
    expect(outcomes['/etag']).toEqual({
      kind: 'unchanged',
      validators: { ...validators, etag: '"2"' },
      links: [],
    });
    expect(outcomes['/hash']).toMatchObject({ kind: 'unchanged', validators: { textHash } });
    expect(outcomes['/changed']).toMatchObject({ kind: 'content' });
    expect(opened.requests.find(({ path }) => path === '/etag')!.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': validators.lastModified,
    });
  });

  it('bounds sizes, leaves other types out, and takes files only where asked', async () => {
    const pdf = { headers: { 'content-type': 'application/pdf' }, body: '%PDF' };
    const pages = {
      '/': `${text}<a href="/big">1</a><a href="/said">2</a><a href="/a.pdf">3</a><a href="/i">4</a><a href="/e">5</a>`,
      '/big': text.repeat(1_000),
      '/said': { headers: { 'content-length': '99999' }, body: text },
      '/a.pdf': pdf,
      '/i': { headers: { 'content-type': 'image/png' }, body: 'png' },
      '/e': '<p>short</p>',
    };
    const outcomes = await run(openSite(pages));
    expect(outcomes['/big']).toEqual({ kind: 'failed', reason: 'too_large' });
    expect(outcomes['/said']).toEqual({ kind: 'failed', reason: 'too_large' });
    expect(outcomes['/a.pdf']).toMatchObject({ kind: 'left_out', reason: 'not_a_page' });
    expect(outcomes['/i']).toMatchObject({ kind: 'left_out', reason: 'not_a_page' });
    expect(outcomes['/e']).toMatchObject({ kind: 'left_out', reason: 'empty' });
    const withFiles = await run(openSite(pages, { fileExtensions: ['pdf'] }));
    expect(withFiles['/a.pdf']).toMatchObject({ kind: 'content', format: 'pdf', title: 'a.pdf' });
  });

  it('says why a page could not be had, and goes on', async () => {
    const refused = Object.assign(new Error('10.0.0.1 is not public'), { code: 'outbound_refused' });
    let busy = 0;
    const opened = openSite({
      '/': `${text}<a href="/in">1</a><a href="/down">2</a><a href="/secret">3</a><a href="/busy">4</a><a href="/ever">5</a>`,
      '/in': refused,
      '/down': Object.assign(new Error('no'), { code: 'ECONNRESET' }),
      '/secret': { status: 403 },
      '/busy': () => (busy++ === 0 ? { status: 429, headers: { 'retry-after': '30' } } : text),
      '/ever': { status: 503 },
    });
    const outcomes = await run(opened);
    expect(outcomes).toMatchObject({
      '/': { kind: 'content' },
      '/in': { kind: 'failed', reason: 'refused_address' },
      '/down': { kind: 'failed', reason: 'unreachable', detail: 'ECONNRESET' },
      '/secret': { kind: 'failed', reason: 'needs_sign_in', status: 403 },
      '/busy': { kind: 'content' },
      '/ever': { kind: 'failed', reason: 'busy', status: 503 },
    });
    const [first, second] = opened.requests.filter(({ path }) => path === '/busy');
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(30_000);
  });

  it('has a browser make the pages that scripts fill', async () => {
    const shell = '<div id=app></div><script src=app.js></script>';
    const pages = { '/': shell, '/plain': `<p>${text.repeat(5)}</p><script></script>` };
    const first = ['/', '/plain'].map((path) => page(path));
    const rendered: string[] = [];
    const opened = openSite(pages, { render: 'auto' });
    opened.ports.render = async (url) => {
      rendered.push(url);
      return { url, html: `<title>Made</title><p>${text}</p>` };
    };
    expect(await run(opened, first)).toMatchObject({
      '/': { kind: 'content', title: 'Made', rendered: true },
      '/plain': { kind: 'content', rendered: false },
    });
    expect(rendered).toEqual([`${site}/`]);
    const without = openSite(pages, { render: 'auto' });
    expect((await run(without, first))['/']).toEqual({ kind: 'failed', reason: 'browser_missing' });
    const broken = openSite(pages, { render: 'always' });
    broken.ports.render = async () => {
      throw new Error('it died\nwith a long stack');
    };
    expect((await run(broken, first))['/plain']).toEqual({
      kind: 'failed',
      reason: 'browser_failed',
      detail: 'it died',
    });
  });

  it('ends at once when it is called off, and with what the frontier throws', async () => {
    const opened = openSite({ '/': `${text}<a href="/a">a</a>`, '/a': text });
    const controller = new AbortController();
    const { frontier } = createFrontier();
    const settle: Frontier['settle'] = async () => controller.abort(new Error('called off'));
    await expect(
      crawl({ ...frontier, settle }, opened.settings, opened.ports, controller.signal),
    ).rejects.toThrow('called off');
    const full: Frontier['settle'] = async () => {
      throw new Error('no room');
    };
    const other = createFrontier().frontier;
    await expect(crawl({ ...other, settle: full }, opened.settings, opened.ports, never)).rejects.toThrow(
      'no room',
    );
  });
});

describe('pages of a sitemap', () => {
  const map = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${site}${path}</loc></url>`).join('')}</urlset>`;
  const xml = (body: string) => ({ headers: { 'content-type': 'application/xml' }, body });
  const find = (opened: ReturnType<typeof openSite>, start = `${site}/`) =>
    findSitemapPages(start, opened.settings, opened.ports, never);

  it('are those of the sitemaps that robots.txt names, with all that these lead to', async () => {
    const opened = openSite({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `Sitemap: ${site}/index.xml` },
      '/index.xml': xml(
        `<sitemapindex><sitemap><loc>${site}/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap><sitemap><loc>${site}/index.xml</loc></sitemap></sitemapindex>`,
      ),
      '/1.xml': { status: 301, headers: { location: '/moved.xml' } },
      '/moved.xml': xml(map('/a', '/b', '/a/')),
      '/2.xml': xml(map('/c', '/b').replace(`${site}/c`, 'https://other.example/c')),
    });
    expect(await find(opened)).toEqual({ urls: [`${site}/a`, `${site}/b`], incomplete: false, files: 3 });
  });

  it('are those at the usual place, or at the address given; or there are none', async () => {
    const usual = openSite({ '/sitemap.xml': xml(map('/a')) });
    expect((await find(usual)).urls).toEqual([`${site}/a`]);
    const given = openSite({ '/maps/all.xml': xml(map('/x')) });
    expect((await find(given, `${site}/maps/all.xml`)).urls).toEqual([`${site}/x`]);
    expect(await find(openSite({ '/sitemap.xml': '<html>soft not found' }))).toEqual({
      urls: [],
      incomplete: false,
      files: 0,
    });
    expect(await find(openSite({ '/sitemap.xml': { status: 500 } }))).toMatchObject({
      failure: 'http_error',
    });
  });
});
