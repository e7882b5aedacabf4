import { mostDocumentVersions } from '@lectern/contract';
import {
  type ApiClient,
  buildPage,
  buildPdfFile,
  buildSitemap,
  importWebsite,
  importWebsiteAgain,
  readWebsitePages,
  startTestServer,
  startWebsite,
  type TestServer,
  type Website,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let person: ApiClient;
const sites: Website[] = [];

beforeAll(async () => {
  server = await startTestServer({
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    LECTERN_CRAWL_DELAY_MS: '0',
  });
  person = await server.signUp();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function openSite(pages: Parameters<typeof startWebsite>[0] = {}): Promise<Website> {
  const site = await startWebsite(pages);
  sites.push(site);
  return site;
}

const text = (about: string) =>
  `${about} is what this page tells of at some length, so that there is something to know from it.`;

async function listDocuments(baseId: string) {
  return (
    await person.call('GET', `/knowledge-bases/${baseId}/documents?page_size=200&sort=name&direction=asc`)
  ).body.items as { id: string; name: string; source_url: string; status: number; chunk_count: number }[];
}

async function waitForAll(baseId: string) {
  const documents = await listDocuments(baseId);
  return Promise.all(documents.map(({ id }) => waitUntilParsed(person, id)));
}

describe('an import', () => {
  it('makes a document of every page, which answers questions and keeps its address', async () => {
    const site = await openSite({
      '/': buildPage('Gardens', text('The rose garden'), ['/roses', '/about/', '/login']),
      '/roses': buildPage(
        'Roses',
        'The Gallica rose was planted in 1921 beside the northern gate of the garden.',
      ),
      '/about/': buildPage('About us', text('The association')),
      '/login': { status: 403 },
    });
    const ended = await importWebsite(person, site.url);
    expect(ended).toMatchObject({
      status: 'finished',
      url: `${site.url}/`,
      document_count: 3,
      error: null,
      limit_reached: false,
      runs: 1,
      pages: { imported: 3, failed: 1, waiting: 0 },
    });
    const documents = await waitForAll(ended.knowledge_base_id);
    expect(documents.map(({ name, source_url, status }) => [name, source_url, status])).toEqual([
      ['About us', `${site.url}/about/`, 3],
      ['Gardens', `${site.url}/`, 3],
      ['Roses', `${site.url}/roses`, 3],
    ]);
    const pages = await readWebsitePages(person, site, ended.id);
    expect(pages['/login']).toMatchObject({ state: 'failed', reason: 'needs_sign_in', http_status: 403 });
    expect(pages['/roses']).toMatchObject({ depth: 1, found_on: `${site.url}/`, title: 'Roses' });
    const found = await person.call('POST', '/retrieval', {
      question: 'When was the Gallica rose planted?',
      knowledge_base_ids: [ended.knowledge_base_id],
    });
    expect(found.body.hits?.[0]?.text ?? JSON.stringify(found.body)).toContain('1921');
  });

  it('keeps to depth, limit, patterns and robots.txt, and says what it left out', async () => {
    const pages: Record<string, Parameters<Website['set']>[1]> = {
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: Lectern\nDisallow: /private',
      },
      '/': buildPage('Start', text('The start'), [
        '/private/a',
        '/docs/1',
        '/print/1',
        'https://elsewhere.example/',
      ]),
      '/docs/1': buildPage('One', text('Number one'), ['/docs/2']),
      '/docs/2': buildPage('Two', text('Number two'), ['/docs/3']),
      '/docs/3': buildPage('Three', text('Number three')),
      '/print/1': buildPage('Print', text('A printed page')),
    };
    const site = await openSite(pages);
    const ended = await importWebsite(person, site.url, { depth: 2, exclude: ['/print/*'] });
    const found = await readWebsitePages(person, site, ended.id);
    expect(Object.keys(found).sort()).toEqual(['/', '/docs/1', '/docs/2', '/private/a']);
    expect(found['/private/a']).toMatchObject({ state: 'skipped', reason: 'robots' });
    expect(site.countRequests('/private/a')).toBe(0);
    expect(site.countRequests('/print/1')).toBe(0);
    const limited = await importWebsite(person, site.url, { depth: 5, page_limit: 2, exclude: ['/print/*'] });
    expect(limited).toMatchObject({ status: 'finished', document_count: 2, limit_reached: true });
    const single = await importWebsite(person, `${site.url}/docs/1`, { mode: 'single' });
    expect(single).toMatchObject({ status: 'finished', document_count: 1, pages: { imported: 1 } });
    const folder = await importWebsite(person, `${site.url}/docs/1`, {});
    expect(folder).toMatchObject({ document_count: 3 });
  });

  it('reads a sitemap', async () => {
    const site = await openSite({
      '/a': buildPage('A', text('The letter A'), ['/unlisted']),
      '/b': buildPage('B', text('The letter B')),
      '/unlisted': buildPage('C', text('The letter C')),
    });
    site.set('/sitemap.xml', buildSitemap([`${site.url}/a`, `${site.url}/b`, 'https://elsewhere.example/']));
    const ended = await importWebsite(person, site.url, { mode: 'sitemap' });
    expect(ended).toMatchObject({ status: 'finished', document_count: 2, pages: { imported: 2 } });
    expect(site.countRequests('/unlisted')).toBe(0);
    const none = await importWebsite(person, (await openSite({ '/': buildPage('A', text('A')) })).url, {
      mode: 'sitemap',
    });
    expect(none).toMatchObject({ status: 'failed', error: { code: 'website_import.no_sitemap' } });
  });

  it('counts pages that are the same once', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/a', '/a/', '/a?utm_source=x', '/old', '/copy', '/twin']),
      '/a': buildPage('A', text('The letter A')),
      '/old': { status: 301, headers: { location: '/a' } },
      '/copy': buildPage('Copy', text('A copy'), [], '<link rel="canonical" href="/a">'),
      '/twin': buildPage('A', text('The letter A')),
    });
    const ended = await importWebsite(person, site.url);
    const pages = await readWebsitePages(person, site, ended.id);
    expect(ended.document_count).toBe(2);
    expect(pages['/old']).toMatchObject({ state: 'duplicate', reason: 'redirect', same_as: `${site.url}/a` });
    expect(pages['/copy']).toMatchObject({ state: 'duplicate', reason: 'canonical' });
    const [one, other] = [pages['/a'], pages['/twin']].sort((a, b) =>
      String(a?.state).localeCompare(String(b?.state)),
    );
    expect([one?.state, other?.state]).toEqual(['duplicate', 'imported']);
    expect(one).toMatchObject({ reason: 'same_text', same_as: other?.url });
    expect(site.countRequests('/a/') + site.countRequests('/a?utm_source=x')).toBe(0);
  });

  it('takes linked files only where asked, and pages in their own encoding', async () => {
    const pdf = {
      headers: { 'content-type': 'application/pdf' },
      body: buildPdfFile(['The tariff of 2026 is 14 euros']),
    };
    const latin = Buffer.from(
      buildPage('Été', 'Le jardin est ouvert tout l’été, de huit heures à vingt heures.')
        .replace('<meta charset="utf-8">', '')
        .replaceAll('’', "'"),
      'latin1',
    );
    const site = await openSite({
      '/': buildPage('Start', text('The start'), [
        '/files/Tarif%20%C3%A9t%C3%A9.pdf',
        '/ete',
        '/picture.png',
      ]),
      '/files/Tarif%20%C3%A9t%C3%A9.pdf': pdf,
      '/ete': { headers: { 'content-type': 'text/html; charset=iso-8859-1' }, body: latin },
      '/picture.png': 'png',
    });
    const without = await importWebsite(person, site.url);
    expect(without).toMatchObject({ document_count: 2, pages: { skipped: 1 } });
    expect(site.countRequests('/picture.png')).toBe(0);
    const ended = await importWebsite(person, site.url, { include_files: true });
    const documents = await waitForAll(ended.knowledge_base_id);
    expect(documents.map(({ name, status, format }) => [name, status, format])).toEqual(
      [
        ['Start', 3, 'html'],
        ['Tarif été.pdf', 3, 'pdf'],
        ['Été', 3, 'html'],
      ].sort(
        (a, b) =>
          documents.findIndex(({ name }) => name === a[0]) - documents.findIndex(({ name }) => name === b[0]),
      ),
    );
    const ete = documents.find(({ name }) => name === 'Été');
    const { body } = await person.call('GET', `/documents/${ete.id}/chunks`);
    expect(JSON.stringify(body)).toContain("tout l'été, de huit heures à vingt heures");
    expect(JSON.stringify(body)).not.toContain('All rights reserved');
  });
});

describe('a second run', () => {
  it('updates only what changed, in the same documents', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/same', '/etag', '/new', '/changes']),
      '/same': buildPage('Same', text('What never changes')),
      '/etag': { etag: '"1"', body: buildPage('Etag', text('What has a version')) },
      '/changes': buildPage('Changes', 'The office opens at nine in the morning on every working day.'),
    });
    const first = await importWebsite(person, site.url);
    const before = await waitForAll(first.knowledge_base_id);
    expect(first).toMatchObject({ document_count: 4, pages: { failed: 1 } });
    const chunksOf = async (id: string) => (await person.call('GET', `/documents/${id}/chunks`)).body;
    const changing = before.find(({ name }) => name === 'Changes');
    await person.call('PATCH', `/documents/${changing.id}`, { name: 'Opening hours' });

    site.set(
      '/changes',
      buildPage('Changes', 'The office opens at ten in the morning on every working day.'),
    );
    site.set('/new', buildPage('New', text('What was not there')));
    const second = await importWebsiteAgain(person, first.id);
    expect(second).toMatchObject({
      runs: 2,
      document_count: 5,
      pages: { unchanged: 3, updated: 1, imported: 1, failed: 0 },
    });
    const after = await waitForAll(first.knowledge_base_id);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    const changed = after.find(({ id }) => id === changing.id);
    expect(changed).toMatchObject({ name: 'Opening hours', status: 3 });
    expect(JSON.stringify(await chunksOf(changing.id))).toContain('opens at ten');
    expect(JSON.stringify(await chunksOf(changing.id))).not.toContain('opens at nine');
    const etag = site.requests.filter(({ path }) => path === '/etag');
    expect(etag.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    // What the page said before is a version; pages that did not change have none.
    const versionsOf = async (id: string) =>
      (await person.call('GET', `/documents/${id}/versions`)).body.items;
    expect(await versionsOf(changing.id)).toMatchObject([
      { number: 2, current: true, answers: true, has_text: true },
      { number: 1, current: false, answers: false, has_text: true },
    ]);
    const earlier = await person.call('GET', `/documents/${changing.id}/versions/1/text`);
    expect(earlier.body.text).toContain('opens at nine');
    for (const { id } of after.filter((each) => each.id !== changing.id))
      expect(await versionsOf(id)).toHaveLength(1);
    const countFiles = async () => (await server.query('select count(*)::int as count from files'))[0]?.count;
    const files = await countFiles();
    await importWebsiteAgain(person, first.id);
    expect(await countFiles()).toBe(files);
  });

  it('drops the oldest version of a page that has as many as a document may', async () => {
    const page = (hour: number) =>
      buildPage('Hours', `The office opens at ${hour} in the morning on every working day.`);
    const site = await openSite({ '/': page(8) });
    const first = await importWebsite(person, site.url, { mode: 'single' });
    const [document] = await waitForAll(first.knowledge_base_id);
    site.set('/', page(9));
    await importWebsiteAgain(person, first.id);
    await waitForAll(first.knowledge_base_id);
    // As if it had changed that often before.
    await server.query(
      `insert into document_versions (id, company_id, document_id, number, file_id, format)
       select gen_random_uuid(), company_id, document_id, 100 + n, file_id, format
       from document_versions, generate_series(1, $2) as n where document_id = $1 and number = 1`,
      [document.id, mostDocumentVersions - 2],
    );
    site.set('/', page(10));
    expect(await importWebsiteAgain(person, first.id)).toMatchObject({
      status: 'finished',
      pages: { updated: 1 },
    });
    const { body } = await person.call('GET', `/documents/${document.id}/versions`);
    const numbers = body.items.map(({ number }: { number: number }) => number);
    expect(numbers).toHaveLength(mostDocumentVersions);
    expect([numbers[0], numbers.at(-1)]).toEqual([mostDocumentVersions + 99, 2]);
  });

  it('marks what vanished, removes it only where asked, and takes it back', async () => {
    const page = buildPage('Leaves', text('What goes away'));
    const site = await openSite({ '/': buildPage('Start', text('The start'), ['/leaves']), '/leaves': page });
    const first = await importWebsite(person, site.url);
    site.remove('/leaves');
    const second = await importWebsiteAgain(person, first.id);
    expect(second).toMatchObject({ document_count: 2, pages: { vanished: 1, unchanged: 1 } });
    await person.call('PATCH', `/website-imports/${first.id}`, { remove_vanished: true });
    const third = await importWebsiteAgain(person, first.id);
    expect(third).toMatchObject({ document_count: 1, pages: { vanished: 1 } });
    expect(await listDocuments(first.knowledge_base_id)).toHaveLength(1);
    site.set('/leaves', page);
    expect(await importWebsiteAgain(person, first.id)).toMatchObject({
      document_count: 2,
      pages: { imported: 1 },
    });
  });

  it('leaves the documents alone when the site is down as a whole', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/a']),
      '/a': buildPage('A', text('A')),
    });
    const first = await importWebsite(person, site.url, { remove_vanished: true });
    site.remove('/');
    site.remove('/a');
    const second = await importWebsiteAgain(person, first.id);
    expect(second).toMatchObject({
      status: 'failed',
      error: { code: 'website_import.unreachable' },
      document_count: 2,
    });
    expect(second.error.message).toContain('404');
    expect(site.countRequests('/a')).toBe(1);
  });

  it('does not bring back what was deleted by hand; after a cancelled one, a new start does', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/a', '/b']),
      '/a': buildPage('A', text('A')),
      '/b': buildPage('B', text('B')),
    });
    const first = await importWebsite(person, site.url);
    const [a] = (await listDocuments(first.knowledge_base_id)).filter(({ name }) => name === 'A');
    await waitForAll(first.knowledge_base_id);
    await person.call('DELETE', `/documents/${a?.id}`);
    expect(await importWebsiteAgain(person, first.id)).toMatchObject({
      document_count: 2,
      pages: { removed: 1, unchanged: 2 },
    });
    site.set('/b', { delayMs: 'never' });
    await person.call('POST', `/website-imports/${first.id}/run`);
    await expect.poll(() => site.countRequests('/b')).toBe(3);
    const cancelled = await person.call('POST', `/website-imports/${first.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 202, body: { status: 'cancelled' } });
    site.set('/b', buildPage('B', text('B')));
    const restarted = await importWebsiteAgain(person, first.id);
    expect(restarted).toMatchObject({ status: 'finished', document_count: 3 });
  });
});
