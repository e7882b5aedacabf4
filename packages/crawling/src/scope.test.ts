import { describe, expect, it } from 'vitest';
import { compilePattern, type PatternError } from './page-patterns.ts';
import { createScope } from './scope.ts';

const start = new URL('https://example.org/docs/');

function matches(pattern: string, address: string): boolean {
  return compilePattern(pattern, start)(new URL(address, start));
}

describe('patterns', () => {
  it.each([
    ['/docs/**', '/docs/a/b', true],
    ['/docs/**', '/docs', true],
    ['/docs/**', '/docs/', true],
    ['/docs/**', '/documents/a', false],
    ['/docs/*', '/docs/a', true],
    ['/docs/*', '/docs/a/', true],
    ['/docs/*', '/docs/a/b', false],
    ['/docs', '/docs/', true],
    ['**/print/*', '/docs/print/a', true],
    ['**/print/*', '/print/a', true],
    ['**/print/*', '/docs/a', false],
    ['/docs/*/edit', '/docs/x/edit', true],
    ['/docs/**/edit', '/docs/a/b/edit', true],
    ['*.pdf', '/files/deep/report.pdf', true],
    ['*.pdf', '/files/report.pdf?download=1', true],
    ['*.pdf', '/pdf', false],
    ['/search?q=*', '/search?q=roses', true],
    ['/search?q=*', '/search', false],
    ['/école/*', '/%C3%A9cole/classe', true],
    ['https://www.example.org/docs/*', '/docs/a', true],
    ['/a.b', '/axb', false],
    ['/(a)/[b]', '/(a)/[b]', true],
  ])('%s and %s: %s', (pattern, address, expected) => {
    expect(matches(pattern, address)).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['/a'.repeat(300), 'too_long'],
    ['^/docs/.*$', 'regular_expression'],
    ['/docs/(a|b)', 'regular_expression'],
    ['docs/*', 'no_path'],
    ['docs', 'no_path'],
    ['https://elsewhere.example/docs/*', 'other_site'],
    ['https://[/docs', 'other_site'],
  ])('refuses "%s": %s', (pattern, fault) => {
    expect(() => compilePattern(pattern, start)).toThrow(
      expect.objectContaining({ name: 'PatternError', fault, pattern }) as PatternError,
    );
  });

  it('no pattern makes matching slow', () => {
    const pattern = `/${'**a'.repeat(60)}b`;
    for (let n = 0; n < 50; n++) expect(matches(pattern, `/${'a'.repeat(2_000)}`)).toBe(false);
  });
});

describe('scope', () => {
  it('is the site’s pages below the first page’s folder', () => {
    const { reject } = createScope({ start: 'https://www.example.org/docs/intro.html' });
    expect(reject('https://example.org/docs/guide')).toBeUndefined();
    expect(reject('http://example.org/docs')).toBeUndefined();
    expect(reject('https://example.org/blog')).toBe('outside_folder');
    expect(reject('https://example.org/documents')).toBe('outside_folder');
    expect(reject('https://cdn.example.org/docs/a')).toBe('other_site');
    expect(reject('https://example.org:8443/docs/a')).toBe('other_site');
    expect(reject('https://example.org.evil.example/docs/a')).toBe('other_site');
  });

  it('is wherever patterns match instead, but for what is excluded', () => {
    const { reject } = createScope({
      start: 'https://example.org/docs/intro',
      include: ['/blog/**', '/docs/**'],
      exclude: ['**/print/*'],
    });
    expect(reject('https://example.org/blog/2026/a')).toBeUndefined();
    expect(reject('https://example.org/shop')).toBe('not_included');
    expect(reject('https://example.org/docs/print/a')).toBe('excluded');
  });

  it('follows a site that sends its readers on', () => {
    const whole = createScope({ start: 'https://example.org/', movedTo: 'https://example.org/fr/accueil' });
    expect(whole.reject('https://example.org/en/home')).toBeUndefined();
    const moved = createScope({
      start: 'https://example.org/docs/',
      movedTo: 'https://docs.example.org/v2/a',
    });
    expect(moved.reject('https://docs.example.org/v2/b')).toBeUndefined();
    expect(moved.reject('https://docs.example.org/v1/b')).toBe('outside_folder');
    expect(moved.reject('https://example.org/docs/b')).toBe('other_site');
    const patterns = createScope({
      start: 'https://example.org/',
      movedTo: 'https://example.com/',
      include: ['https://example.org/docs/**'],
    });
    expect(patterns.reject('https://example.com/docs/a')).toBeUndefined();
  });

  it('is the whole site for a sitemap', () => {
    const { reject } = createScope({ start: 'https://example.org/maps/sitemap.xml.gz' });
    expect(reject('https://example.org/anything')).toBeUndefined();
  });
});
