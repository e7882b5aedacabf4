import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** One sitemap file: pages, or other sitemaps. */
export type Sitemap = {
  kind: 'pages' | 'index';
  /** As written: absolute by the standard, yet not by every site. */
  urls: string[];
  /** The file broke off or held more than is read. */
  incomplete: boolean;
};

export const sitemapLimits = { mostBytes: 20 * 1024 * 1024, mostUrls: 50_000 } as const;

/**
 * Reads a sitemap, a sitemap index, an RSS or Atom feed, or a plain list of addresses, also packed with gzip.
 * Undefined for what is none of these.
 */
export function readSitemap(bytes: Uint8Array): Sitemap | undefined {
  let unpacked: Uint8Array = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      unpacked = gunzipSync(bytes, { maxOutputLength: sitemapLimits.mostBytes });
    } catch {
      return undefined;
    }
  }
  const text = new TextDecoder().decode(unpacked);
  return /^\s*</.test(text) ? readXml(text) : readLines(text);
}

/** Where an element's text is an address: by its own name and its parent's. */
const addressElements = new Set(['url/loc', 'sitemap/loc', 'item/link']);

function readXml(text: string): Sitemap | undefined {
  const parser = new SaxesParser();
  const path: string[] = [];
  const sitemap: Sitemap = { kind: 'pages', urls: [], incomplete: false };
  let known = false;
  let stopped = false;
  let address: string | undefined;
  const stop = () => {
    stopped = true;
    sitemap.incomplete = true;
  };
  const add = (url: string) => {
    if (url === '' || stopped) return;
    if (sitemap.urls.length >= sitemapLimits.mostUrls) stop();
    else sitemap.urls.push(url);
  };
  // What was read before the fault is as good as the rest of the file would have been.
  parser.on('error', stop);
  parser.on('doctype', stop);
  parser.on('opentag', ({ name, attributes }) => {
    const element = localName(name);
    if (path.length === 0) {
      known = ['urlset', 'sitemapindex', 'rss', 'feed', 'RDF'].includes(element);
      if (element === 'sitemapindex') sitemap.kind = 'index';
    }
    path.push(element);
    const here = path.slice(-2).join('/');
    if (addressElements.has(here)) address = '';
    else if (here === 'entry/link' && (attributes.rel ?? 'alternate') === 'alternate')
      add((attributes.href ?? '').trim());
  });
  const take = (part: string) => {
    if (address !== undefined) address += part;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    if (address !== undefined && addressElements.has(path.slice(-2).join('/'))) {
      add(address.trim());
      address = undefined;
    }
    path.pop();
  });
  for (let from = 0; from < text.length && !stopped; from += 65_536)
    parser.write(text.slice(from, from + 65_536));
  if (!stopped) parser.close();
  return known ? sitemap : undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** One address a line; a single line that is none shows that the file is something else. */
function readLines(text: string): Sitemap | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\/\S+$/i.test(line))) return undefined;
  return {
    kind: 'pages',
    urls: lines.slice(0, sitemapLimits.mostUrls),
    incomplete: lines.length > sitemapLimits.mostUrls,
  };
}
