import {
  type ApiClient,
  beginWebsiteImport,
  buildKnowledgeBase,
  buildPage,
  buildSitemap,
  importWebsite,
  startTestServer,
  startWebsite,
  type TestServer,
  type Website,
  waitForWebsiteImport,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failOrphanedRuns } from '../../platform/runs/orphans.ts';
import { maintainWebsiteImports } from './maintenance.service.ts';
import { websiteImportsFeature } from './website-imports.feature.ts';

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

describe('a run', () => {
  it('is cancelled within seconds, and keeps what it has', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/slow', '/slower']),
      '/slow': { delayMs: 'never' },
      '/slower': { delayMs: 'never' },
    });
    const begun = await beginWebsiteImport(person, site.url);
    await expect.poll(() => site.countRequests('/slow'), { timeout: 20_000 }).toBe(1);
    const again = await person.call('POST', `/website-imports/${begun.id}/run`);
    expect([again.status, again.body.error.code]).toEqual([409, 'website_import.running']);
    await expect
      .poll(async () => (await person.call('GET', `/website-imports/${begun.id}`)).body, { timeout: 10_000 })
      .toMatchObject({ stage: 'crawling', percent: 100 / 3 });
    await person.call('POST', `/website-imports/${begun.id}/cancel`);
    await expect
      .poll(() => server.platform.jobs.countJobs(), { timeout: 10_000 })
      .not.toContainEqual(expect.objectContaining({ name: 'website.import', active: 1 }));
    expect(await person.call('GET', `/website-imports/${begun.id}`)).toMatchObject({
      body: { status: 'cancelled', document_count: 1 },
    });
    const twice = await person.call('POST', `/website-imports/${begun.id}/cancel`);
    expect([twice.status, twice.body.error.code]).toEqual([409, 'website_import.not_running']);
  });

  it('stops where the storage is full, and says so', async () => {
    const other = await server.signUp();
    const { company } = (await other.call('GET', '/me')).body;
    const base = await buildKnowledgeBase(other);
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/a', '/b']),
      '/a': buildPage('A', text('A').repeat(500)),
      '/b': buildPage('B', text('B')),
    });
    const limited = await server.admin.call('POST', '/admin/packages', {
      name: 'small',
      max_storage_gb: 0.00002,
    });
    await server.query('update companies set package_id = $1 where id = $2', [limited.body.id, company.id]);
    const { body } = await other.call('POST', `/knowledge-bases/${base.id}/website-imports`, {
      url: site.url,
      settings: { browser: 'never' },
    });
    const ended = await waitForWebsiteImport(other, body.id);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'quota.storage_reached' } });
    expect(ended.document_count).toBeLessThan(3);
    // Nothing stays of the pages that found no room; one may still have been on its way.
    const listOrphans = async () => {
      const owned = await server.query(
        `select object_key as key from files where company_id = $1
         union select rendered_key from documents where company_id = $1`,
        [company.id],
      );
      const orphans = [];
      for await (const { key } of server.platform.objects.list(company.id))
        if (!owned.some((row) => row.key === key)) orphans.push(key);
      return orphans;
    };
    await expect.poll(listOrphans, { timeout: 20_000 }).toEqual([]);
  });

  it('is begun by its schedule, with the rights of whoever set it up', async () => {
    const site = await openSite({ '/': buildPage('Start', text('The start')) });
    const first = await importWebsite(person, site.url, { schedule: 'weekly', mode: 'single' });
    const begun = Date.parse(first.started_at);
    expect(Date.parse(first.next_run_at) - begun).toBe(7 * 86_400_000);
    await maintainWebsiteImports(server.platform, new Date(begun + 6 * 86_400_000));
    expect((await person.call('GET', `/website-imports/${first.id}`)).body.runs).toBe(1);
    await server.query("update website_imports set next_run_at = now() - interval '1 minute' where id = $1", [
      first.id,
    ]);
    await Promise.all([maintainWebsiteImports(server.platform), maintainWebsiteImports(server.platform)]);
    const second = await waitForWebsiteImport(person, first.id);
    expect(second).toMatchObject({ runs: 2, status: 'finished', pages: { unchanged: 1 } });
    expect(Date.parse(second.next_run_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000);

    await server.query(
      "update website_imports set next_run_at = now() - interval '1 minute', owner_id = (select id from accounts where is_admin limit 1) where id = $1",
      [first.id],
    );
    await maintainWebsiteImports(server.platform);
    expect((await person.call('GET', `/website-imports/${first.id}`)).body).toMatchObject({
      status: 'failed',
      error: { code: 'knowledge_base.forbidden' },
      runs: 2,
    });
    const changed = await person.call('PATCH', `/website-imports/${first.id}`, { schedule: 'none' });
    expect(changed.body).toMatchObject({ next_run_at: null, settings: { mode: 'single', schedule: 'none' } });
  });

  it('ends when nobody works on it any more', async () => {
    const site = await openSite({ '/': buildPage('Start', text('The start')) });
    const ended = await importWebsite(person, site.url, { mode: 'single' });
    await server.query("update website_imports set state = 'running', run = 7 where id = $1", [ended.id]);
    await failOrphanedRuns(server.platform, websiteImportsFeature.runs ?? []);
    expect((await person.call('GET', `/website-imports/${ended.id}`)).body).toMatchObject({
      status: 'failed',
      error: { code: 'website_import.failed' },
    });
  });
});

describe('what is asked for', () => {
  it.each([
    [{ url: '' }, 'request.invalid'],
    [{ url: 'not a link' }, 'website_import.link_invalid'],
    [{ url: 'mailto:a@example.org' }, 'website_import.link_invalid'],
    [{ url: 'javascript:alert(1)' }, 'website_import.link_invalid'],
    [{ url: 'http://10.0.0.1/' }, 'website_import.address_refused'],
    [{ url: 'http://[::ffff:169.254.169.254]/' }, 'website_import.address_refused'],
    [{ url: 'http://2130706434/' }, 'website_import.address_refused'],
    [{ url: 'http://localhost:5432/' }, 'website_import.address_refused'],
    [{ url: 'https://example.org', settings: { include: ['docs/*'] } }, 'website_import.pattern_no_path'],
    [
      { url: 'https://example.org', settings: { exclude: ['^/a$'] } },
      'website_import.pattern_regular_expression',
    ],
    [{ url: 'https://example.org', settings: { include: [' '] } }, 'website_import.pattern_invalid'],
    [
      { url: 'https://example.org', settings: { include: ['https://other.example/*'] } },
      'website_import.pattern_other_site',
    ],
    [{ url: 'https://example.org', settings: { page_limit: 5_001 } }, 'request.invalid'],
    [{ url: 'https://example.org', settings: { depth: 0 } }, 'request.invalid'],
  ])('%j: %s', async (body, code) => {
    const base = await buildKnowledgeBase(person);
    const answer = await person.call('POST', `/knowledge-bases/${base.id}/website-imports`, body);
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
  });

  it('can be looked at before', async () => {
    const site = await openSite({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /private\nCrawl-delay: 3',
      },
      '/': { status: 302, headers: { location: '/home' } },
      '/home': buildPage('Home', text('The start'), [
        '/a',
        '/b',
        '/b/',
        'https://elsewhere.example/',
        '/x.png',
      ]),
      '/private': buildPage('Private', text('P')),
    });
    site.set('/sitemap.xml', buildSitemap([1, 2, 3, 4, 5, 6].map((n) => `${site.url}/${n}`)));
    const base = await buildKnowledgeBase(person);
    const look = async (url: string, settings: Record<string, unknown> = {}) =>
      (await person.call('POST', `/knowledge-bases/${base.id}/website-imports/preview`, { url, settings }))
        .body;
    expect(await look(site.url)).toEqual({
      url: `${site.url}/`,
      title: 'Home',
      reason: null,
      sitemap: null,
      links: 3,
      delay_ms: 3_000,
    });
    expect(await look(site.url, { mode: 'sitemap' })).toMatchObject({
      sitemap: { pages: 6, incomplete: false, examples: [1, 2, 3, 4, 5].map((n) => `${site.url}/${n}`) },
    });
    expect(await look(`${site.url}/private`)).toMatchObject({ reason: 'robots', title: '' });
    expect(await look(`${site.url}/none`)).toMatchObject({ reason: 'http_error' });
    expect(
      await look(`${new URL(site.url).host}/home`.replace('127.0.0.1', 'http://127.0.0.1')),
    ).toMatchObject({ title: 'Home' });
    expect(await listDocuments(base.id)).toEqual([]);
  });
});

describe('deleting', () => {
  it('an import keeps its documents, or takes them along', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/a']),
      '/a': buildPage('A', text('A')),
    });
    const kept = await importWebsite(person, site.url);
    expect((await person.call('DELETE', `/website-imports/${kept.id}`)).status).toBe(204);
    expect((await person.call('GET', `/website-imports/${kept.id}`)).status).toBe(404);
    expect(await listDocuments(kept.knowledge_base_id)).toHaveLength(2);
    const gone = await importWebsite(person, site.url);
    await waitForAll(gone.knowledge_base_id);
    expect((await person.call('DELETE', `/website-imports/${gone.id}?documents=delete`)).status).toBe(204);
    expect((await person.call('GET', `/website-imports/${gone.id}/pages`)).status).toBe(404);
    expect(await listDocuments(gone.knowledge_base_id)).toEqual([]);
    await maintainWebsiteImports(server.platform);
    await expect
      .poll(() => server.query('select id from website_imports where id = $1', [gone.id]), {
        timeout: 20_000,
      })
      .toEqual([]);
    expect(
      await server.query('select id from documents where knowledge_base_id = $1', [gone.knowledge_base_id]),
    ).toEqual([]);
  });

  it('a base ends its imports and takes them along', async () => {
    const site = await openSite({
      '/': buildPage('Start', text('The start'), ['/slow']),
      '/slow': { delayMs: 'never' },
    });
    const begun = await beginWebsiteImport(person, site.url);
    await expect.poll(() => site.countRequests('/slow'), { timeout: 20_000 }).toBe(1);
    await person.call('DELETE', `/knowledge-bases/${begun.knowledge_base_id}`);
    expect((await person.call('GET', `/website-imports/${begun.id}`)).status).toBe(404);
    await expect
      .poll(() => server.query('select id from website_imports where id = $1', [begun.id]), {
        timeout: 20_000,
      })
      .toEqual([]);
  });
});
