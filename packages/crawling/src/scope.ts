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
  include?: readonly string[];
  exclude?: readonly string[];
}): Scope {
  const start = new URL(options.start);
  const include = (options.include ?? []).map((pattern) => compilePattern(pattern, start));
  const exclude = (options.exclude ?? []).map((pattern) => compilePattern(pattern, start));
  const folder = isSitemap(start) ? '/' : start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  return {
    reject: (address) => {
      const url = new URL(address);
      if (siteOf(url) !== siteOf(start)) return 'other_site';
      if (exclude.some((matches) => matches(url))) return 'excluded';
      if (include.length > 0) return include.some((matches) => matches(url)) ? undefined : 'not_included';
      return `${url.pathname}/`.startsWith(folder) ? undefined : 'outside_folder';
    },
  };
}

/** A sitemap speaks for its whole site, wherever it lies. */
export function isSitemap(url: URL): boolean {
  return /\.xml(\.gz)?$|sitemap[^/]*\.txt$/i.test(url.pathname);
}
