import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPage } from './read-page.ts';
import { readPageBytes } from './read-page-bytes.ts';
import { readRobots } from './robots.ts';
import { readSitemap, sitemapLimits } from './sitemap.ts';

const url = 'https://example.org/docs/page';
const bytes = (text: string) => new TextEncoder().encode(text);

describe('pages', () => {
  it('tell their title, links, true address and wishes', () => {
    const facts = readPage(
      `<html><head><title> A  title </title><base href="/base/"><link rel="canonical" href="/docs/true">
       <link rel="alternate" hreflang="fr" href="/fr/page"><meta name="robots" content="NOINDEX"></head>
       <body><nav>Menu</nav><h1>Heading</h1><p>One <a href="next?utm_source=x#y">two</a>
       <a href="/paid" rel="sponsored nofollow">no</a><a href="mailto:a@b.c">no</a><a href="next">again</a></p>
       <script>var unseen = 1</script><noscript>unseen</noscript><p hidden>unseen</p></body></html>`,
      url,
    );
    expect(facts).toMatchObject({
      title: 'A title',
      canonical: 'https://example.org/docs/true',
      noindex: true,
      hasScripts: true,
      links: ['https://example.org/fr/page', 'https://example.org/base/next'],
      textLength: 'MenuHeadingOnetwonoagain'.length + 2,
    });
  });

  it('without any title are called by their heading; with nofollow they lead nowhere', () => {
    const facts = readPage(
      '<meta name=robots content="nofollow"><h1>By <b>heading</b></h1><a href=/a>a</a><svg><title>no</title></svg>',
      url,
    );
    expect(facts).toMatchObject({ title: 'By heading', links: [], noindex: false });
  });

  it('are the same when only the site around them changed', () => {
    const page = (menu: string, text: string) =>
      readPage(`<nav>${menu}</nav><main><p>${text}</p></main><footer>${menu}</footer>`, url).textHash;
    expect(page('a', 'the text')).toBe(page('b', 'the\n  text'));
    expect(page('a', 'the text')).not.toBe(page('a', 'another text'));
    expect(readPage('<nav>only a menu</nav>', url).textHash).toBe('');
  });

  it('send on by refresh, unless one is given time to read', () => {
    const refresh = (content: string) =>
      readPage(`<meta http-equiv=Refresh content="${content}">`, url).refresh;
    expect(refresh('0; url=/new')).toBe('https://example.org/new');
    expect(refresh("3;URL='other'")).toBe('https://example.org/docs/other');
    expect(refresh('300; url=/new')).toBeUndefined();
    expect(refresh('60')).toBeUndefined();
  });

  it('are read by their encoding and kept in UTF-8', () => {
    const cyrillic = Uint8Array.from([...bytes('<meta charset=windows-1251><p>'), 0xc4, 0xe0]);
    const decoded = readPageBytes({ bytes: cyrillic, url });
    expect(new TextDecoder().decode(decoded.bytes)).toContain('Да');
    const latin = Uint8Array.from([...bytes('<title>'), 0xe9, ...bytes('t'), 0xe9]);
    expect(readPageBytes({ bytes: latin, charset: 'iso-8859-1', url }).facts.title).toBe('été');
    const unknown = readPageBytes({ bytes: bytes('<title>été'), charset: 'nonsense', url });
    expect([unknown.facts.title, unknown.bytes]).toEqual(['été', undefined]);
  });

  it('of any depth are read', () => {
    const depth = 50_000;
    expect(readPage(`${'<div>'.repeat(depth)}<a href=/deep>deep</a>`, url).links).toEqual([
      'https://example.org/deep',
    ]);
  });
});

describe('robots.txt', () => {
  it('is kept to: the rules for us, else those for everybody', () => {
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: lectern\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 2\nSitemap: https://example.org/map.xml';
    const rules = readRobots('https://example.org/robots.txt', text);
    expect(rules.allows('https://example.org/a')).toBe(true);
    expect(rules.allows('https://example.org/private/a')).toBe(false);
    expect(rules.allows('https://example.org/private/open/a')).toBe(true);
    expect(rules).toMatchObject({ delayMs: 2_000, sitemaps: ['https://example.org/map.xml'] });
    expect(readRobots('https://example.org/robots.txt', 'User-agent: *\nDisallow: /').allows(url)).toBe(
      false,
    );
    expect(readRobots('https://example.org/robots.txt', '<html>not found').allows(url)).toBe(true);
    expect(readRobots('https://example.org/robots.txt', 'User-agent: *\nCrawl-delay: 86400').delayMs).toBe(
      60_000,
    );
  });

  it('of a hostile site costs no more than one of a friendly site', () => {
    const rule = `Disallow: /${'*a'.repeat(90)}b\n`;
    const { allows } = readRobots('https://example.org/robots.txt', `User-agent: *\n${rule.repeat(5_000)}`);
    expect(allows(`https://example.org/${'a'.repeat(2_000)}`)).toBe(true);
  });
});

describe('sitemaps', () => {
  const map =
    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i"><url><loc> https://example.org/a?x=1&amp;y=2 </loc><image:image><image:loc>https://example.org/i.png</image:loc></image:image></url><url><loc><![CDATA[https://example.org/b]]></loc></url></urlset>';
  const urls = ['https://example.org/a?x=1&y=2', 'https://example.org/b'];

  it('are read plain and packed, as are indexes, feeds and lists', () => {
    expect(readSitemap(bytes(map))).toEqual({ kind: 'pages', urls, incomplete: false });
    expect(readSitemap(gzipSync(map))).toEqual({ kind: 'pages', urls, incomplete: false });
    expect(
      readSitemap(
        bytes('<sitemapindex><sitemap><loc>https://example.org/1.xml</loc></sitemap></sitemapindex>'),
      ),
    ).toMatchObject({ kind: 'index', urls: ['https://example.org/1.xml'] });
    expect(
      readSitemap(
        bytes(
          '<rss><channel><link>https://example.org</link><item><link>https://example.org/a</link></item></channel></rss>',
        ),
      ),
    ).toMatchObject({ kind: 'pages', urls: ['https://example.org/a'] });
    expect(
      readSitemap(
        bytes(
          '<feed><entry><link href="https://example.org/a"/><link rel="edit" href="/no"/></entry></feed>',
        ),
      ),
    ).toMatchObject({ kind: 'pages', urls: ['https://example.org/a'] });
    expect(readSitemap(bytes('https://example.org/a\n\nhttps://example.org/b\n'))?.urls).toHaveLength(2);
  });

  it('that are none are said to be none', () => {
    for (const text of ['', 'not found', '<html><body>no</body></html>', '{"a":1}'])
      expect(readSitemap(bytes(text))).toBeUndefined();
    expect(readSitemap(Uint8Array.from([0x1f, 0x8b, 1, 2]))).toBeUndefined();
  });

  it('that are broken, hostile or endless are read as far as they go', () => {
    expect(readSitemap(bytes(`${map.slice(0, -40)}<`))).toMatchObject({ urls: [urls[0]], incomplete: true });
    const bomb = `<!DOCTYPE urlset [<!ENTITY a "https://example.org/">]><urlset><url><loc>&a;</loc></url></urlset>`;
    expect(readSitemap(bytes(bomb))?.urls ?? []).toEqual([]);
    const endless = `<urlset>${'<url><loc>https://e.org/</loc></url>'.repeat(sitemapLimits.mostUrls + 5)}</urlset>`;
    expect(readSitemap(bytes(endless))).toMatchObject({ incomplete: true });
    expect(readSitemap(gzipSync(Buffer.alloc(sitemapLimits.mostBytes + 1, 32)))).toBeUndefined();
  });
});
