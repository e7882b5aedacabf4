import {
  type ApiClient,
  beginWebsiteImport,
  buildPage,
  buildSitemap,
  createKillableServer,
  importWebsite,
  importWebsiteAgain,
  nothingLeft,
  readWebsitePages,
  startTestServer,
  startWebsite,
  type TestServer,
  type Website,
  waitForWebsiteImport,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const text = (about: string) =>
  `${about} is what this page tells of at some length, so that there is something to know from it.`;

describe('the inner network', () => {
  let server: TestServer;
  let person: ApiClient;
  let site: Website;
  /** On the same machine, at a port that nobody allowed. */
  let snare: Website;
  /** Allowed, as another company's server would be: yet no page may lead there. */
  let neighbour: Website;

  beforeAll(async () => {
    site = await startWebsite();
    snare = await startWebsite({ '/': buildPage('Secret', text('A secret')) });
    neighbour = await startWebsite({ '/': buildPage('Neighbour', text('Another house')) });
    server = await startTestServer({
      LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `${new URL(site.url).host},${new URL(neighbour.url).host}`,
      LECTERN_CRAWL_DELAY_MS: '0',
    });
    person = await server.signUp();
  });
  afterAll(async () => {
    await server.close();
    for (const each of [site, snare, neighbour]) await each.close();
  });

  it('is not reached by links, redirects, refreshes, canonical addresses, rules or sitemaps', async () => {
    const inner = snare.url;
    const port = new URL(inner).port;
    const forms = [
      inner,
      `http://localhost:${port}`,
      `http://2130706433:${port}`,
      `http://0x7f.1:${port}`,
      `http://[::1]:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      neighbour.url,
    ];
    site.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: `Sitemap: ${inner}/sitemap.xml\nSitemap: ${site.url}/map.xml`,
    });
    site.set(
      '/map.xml',
      buildSitemap([...forms.map((form) => `${form}/`), `${site.url}/plain`, `${site.url}/away0`]),
    );
    site.set('/plain', buildPage('Plain', text('A plain page')));
    site.set(
      '/',
      buildPage('Start', text('The start'), [
        ...forms.map((form) => `${form}/linked`),
        ...forms.map((_, n) => `/away${n}`),
        '/refresh',
        '/canonical',
      ]),
    );
    forms.forEach((form, n) => {
      site.set(`/away${n}`, { status: 302, headers: { location: `${form}/redirected` } });
    });
    site.set('/refresh', `<meta http-equiv="refresh" content="0;url=${inner}/refreshed">`);
    site.set(
      '/canonical',
      buildPage('Canonical', text('Another page'), [], `<link rel=canonical href="${inner}/">`),
    );
    const ended = await importWebsite(person, site.url);
    expect(ended).toMatchObject({ status: 'finished', document_count: 2 });
    const pages = await readWebsitePages(person, site, ended.id);
    for (const [n] of forms.entries())
      expect(pages[`/away${n}`]).toMatchObject({ state: 'skipped', reason: 'other_site' });
    const mapped = await importWebsite(person, site.url, { mode: 'sitemap' });
    expect(mapped).toMatchObject({ status: 'finished', document_count: 1 });
    const browsed = await importWebsite(person, site.url, { browser: 'always', depth: 1 });
    expect(browsed.status).toBe('finished');
    expect([snare.requests, neighbour.requests]).toEqual([[], []]);
  });

  it('is not reached by a first page that leads there', async () => {
    for (const to of [snare.url, neighbour.url, 'http://169.254.169.254/latest/', 'file:///etc/passwd']) {
      site.set('/robots.txt', { status: 302, headers: { location: `${to}/robots.txt` } });
      site.set('/', { status: 302, headers: { location: `${to}/` } });
      for (const browser of ['never', 'always']) {
        const ended = await importWebsite(person, site.url, { browser });
        expect(ended).toMatchObject({ status: 'failed', document_count: 0 });
        expect(['website_import.address_refused', 'website_import.unreachable']).toContain(ended.error.code);
      }
    }
    expect([snare.requests, neighbour.requests]).toEqual([[], []]);
  });

  it('is not reached by a page that a browser makes', async () => {
    site.remove('/robots.txt');
    site.set(
      '/',
      `<title>App</title><div id=app></div><script>
      for (const host of ['${snare.url}', '${neighbour.url}']) { fetch(host + '/fetched', { mode: 'no-cors' }).catch(() => {}); new WebSocket(host.replace('http', 'ws')); }
      document.querySelector('#app').innerHTML = '<h1>Made by a script</h1><p>${text('The app')}</p><a href="/more">more</a><iframe src="${snare.url}/framed"></iframe>';</script>`,
    );
    site.set('/more', buildPage('More', text('More of it').repeat(3)));
    const ended = await importWebsite(person, site.url, { browser: 'auto' });
    expect(ended).toMatchObject({ status: 'finished', document_count: 2 });
    const pages = await readWebsitePages(person, site, ended.id);
    expect(pages['/']).toMatchObject({ rendered: true, title: 'App' });
    expect(pages['/more']).toMatchObject({ rendered: false });
    const id = pages['/']?.document_id as string;
    await waitUntilParsed(person, id);
    expect(JSON.stringify((await person.call('GET', `/documents/${id}/chunks`)).body)).toContain(
      'Made by a script',
    );
    expect([snare.requests, neighbour.requests]).toEqual([[], []]);
    const plain = await importWebsite(person, site.url, { browser: 'never', mode: 'single' });
    expect(plain).toMatchObject({ status: 'failed', error: { code: 'website_import.no_pages' } });
  });
});

describe('a process that is killed', () => {
  const pages = 18;

  it('goes on where it stood, and ends as one that was left alone', async () => {
    const site = await startWebsite();
    const write = (edition: string) => {
      for (let n = 0; n < pages; n++)
        site.set(n === 0 ? '/' : `/page${n}`, {
          delayMs: 40,
          body: buildPage(
            `Page ${n}`,
            n % 3 === 0 ? `${text(`Number ${n}`)} ${edition}` : text(`Number ${n}`),
            [2 * n + 1, 2 * n + 2].filter((next) => next < pages).map((next) => `/page${next}`),
          ),
        });
    };
    write('First edition.');
    const server = await createKillableServer({
      LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      LECTERN_CRAWL_DELAY_MS: '0',
    });
    try {
      const begun = await beginWebsiteImport(await server.start(), site.url, { depth: 10 });
      // A few pages further each time, wherever the process then is.
      const killOnTheWay = async () => {
        const until = site.countRequests() + 5;
        for (let look = 0; look < 2_000 && site.countRequests() < until; look++) {
          await new Promise((next) => setTimeout(next, 5));
        }
        await server.kill();
        await server.start();
      };
      for (let round = 0; round < 2; round++) await killOnTheWay();
      const first = await waitForWebsiteImport(server.client, begun.id);
      expect(first).toMatchObject({
        status: 'finished',
        document_count: pages,
        runs: 1,
        pages: { imported: pages },
      });

      write('Second edition.');
      await server.client.call('POST', `/website-imports/${begun.id}/run`);
      await killOnTheWay();
      const second = await waitForWebsiteImport(server.client, begun.id);
      expect(second).toMatchObject({
        status: 'finished',
        document_count: pages,
        pages: { updated: pages / 3, unchanged: pages - pages / 3 },
      });
      const { body } = await server.client.call(
        'GET',
        `/knowledge-bases/${begun.knowledge_base_id}/documents?page_size=200`,
      );
      const documents = await Promise.all(
        body.items.map(({ id }: { id: string }) => waitUntilParsed(server.client, id)),
      );
      expect(new Set(documents.map(({ source_url }) => source_url)).size).toBe(pages);
      expect(documents.filter(({ status }) => status !== 3)).toEqual([]);
      expect((await importWebsiteAgain(server.client, begun.id)).pages).toMatchObject({ unchanged: pages });
      await server.kill();
      await server.inspect(async (_, findLeft) => {
        // What a killed process had stored and not yet named is all that may be found, and is found once.
        await findLeft();
        expect(await findLeft()).toEqual(nothingLeft);
      });
      // What a changed page said before is kept as a version.
      expect(await server.count('files')).toBe(pages + pages / 3);
      expect(await server.count('documents')).toBe(pages);
    } finally {
      await server.close();
      await site.close();
    }
  }, 600_000);
});
