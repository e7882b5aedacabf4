import { expect, it } from 'vitest';
import { extensionOf, normaliseUrl, readLink, urlKey } from './crawl-url.ts';

it.each([
  ['HTTP://Example.ORG:80/a/../b#part', 'http://example.org/b'],
  ['https://example.org:443', 'https://example.org/'],
  ['https://example.org:8443/x', 'https://example.org:8443/x'],
  ['https://example.org./x', 'https://example.org/x'],
  ['https://example.org/?utm_source=a&id=7&UTM_Medium=b&fbclid=c', 'https://example.org/?id=7'],
  ['https://example.org/?utm_source=a', 'https://example.org/'],
  ['https://example.org/?', 'https://example.org/'],
  ['https://example.org/a?b=2&a=1&b=%C3%A9', 'https://example.org/a?b=2&a=1&b=%C3%A9'],
  ['https://example.org/%7euser/%c3%a9t%C3%A9', 'https://example.org/~user/%C3%A9t%C3%A9'],
  ['https://example.org/cart;jsessionid=AB12?x=1', 'https://example.org/cart?x=1'],
  ['https://école.example/été', 'https://xn--cole-9oa.example/%C3%A9t%C3%A9'],
  ['//example.org/x', 'https://example.org/x'],
  ['../c', 'https://base.example/c'],
  [' page ', 'https://base.example/a/page'],
])('normalises %s', (address, expected) => {
  expect(normaliseUrl(address, 'https://base.example/a/b')).toBe(expected);
});

it.each([
  'mailto:a@example.org',
  'javascript:void(0)',
  'data:text/html,x',
  'ftp://example.org/',
  'file:///etc/passwd',
  'https://user:secret@example.org/',
  'http://',
  `https://example.org/${'a'.repeat(3_000)}`,
])('leads to no page: %s', (address) => {
  expect(normaliseUrl(address)).toBeUndefined();
});

it('knows the same page under its usual addresses', () => {
  const key = urlKey('https://example.org/docs');
  for (const same of [
    'http://www.example.org/docs/',
    'https://example.org/docs/index.html',
    'https://example.org/docs/INDEX.PHP',
  ])
    expect(urlKey(same)).toBe(key);
  expect(urlKey('https://example.org/')).toBe(urlKey('https://www.example.org'));
  for (const other of [
    'https://example.org/Docs',
    'https://example.org/docs?page=2',
    'https://a.example.org/docs',
  ])
    expect(urlKey(other)).not.toBe(key);
});

it('reads what people type as a link', () => {
  expect(readLink(' example.org/docs ')).toBe('https://example.org/docs');
  expect(readLink('example.org:8080')).toBe('https://example.org:8080/');
  expect(readLink('http://intranet/docs')).toBe('http://intranet/docs');
  for (const none of [
    '',
    '  ',
    'intranet',
    'two words',
    'mailto:a@example.org',
    'javascript:alert(1)',
    '/docs',
    '#x',
  ])
    expect(readLink(none)).toBeUndefined();
});

it('reads the extension of a path', () => {
  expect(extensionOf('https://example.org/a/Report.PDF?x=1.doc')).toBe('pdf');
  expect(extensionOf('https://example.org/v1.2/guide')).toBe('');
});
