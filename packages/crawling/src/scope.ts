import { siteOf } from './crawl-url.ts';
import { compilePattern } from './page-patterns.ts';

/** Why an address is no page of this import. */
export type OutsideScope = 'other_site' | 'outside_folder' | 'not_included' | 'excluded';

export type Scope = {
  /** Undefined when the address belongs to it. */
  reject: (url: string) => OutsideScope | undefined;
};

/**
 * The pages meant by a start page: those of its site below its folder, or, with patterns to include, wherever these
 * match. What is excluded is out in any case. Throws a PatternError.
 */
export function createScope(options: {
  start: string;
  /** Where the site sends the readers of the start page. */
  movedTo?: string | undefined;
  include?: readonly string[];
  exclude?: readonly string[];
}): Scope {
  const start = new URL(options.start);
  const here = new URL(options.movedTo ?? options.start);
  const include = (options.include ?? []).map((pattern) => compilePattern(pattern, start));
  const exclude = (options.exclude ?? []).map((pattern) => compilePattern(pattern, start));
  const folder = findFolder(start, here);
  return {
    reject: (address) => {
      const url = new URL(address);
      if (siteOf(url) !== siteOf(here)) return 'other_site';
      if (exclude.some((matches) => matches(url))) return 'excluded';
      if (include.length > 0) return include.some((matches) => matches(url)) ? undefined : 'not_included';
      return `${url.pathname}/`.startsWith(folder) ? undefined : 'outside_folder';
    },
  };
}

/** A whole site stays one when its first page is somewhere below: few have it at their root. */
function findFolder(start: URL, here: URL): string {
  const meant = folderOf(start);
  if (meant === '/' || (siteOf(start) === siteOf(here) && here.pathname.startsWith(meant))) return meant;
  return folderOf(here);
}

function folderOf(url: URL): string {
  return isSitemap(url) ? '/' : url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
}

/** A sitemap speaks for its whole site, wherever it lies. */
export function isSitemap(url: URL): boolean {
  return /\.xml(\.gz)?$|sitemap[^/]*\.txt$/i.test(url.pathname);
}
