export { crawl } from './crawl.ts';
export type {
  CrawlPorts,
  CrawlSettings,
  Frontier,
  FrontierPage,
  ReadPageResult,
  ReadPageTask,
  RenderMode,
} from './crawl-ports.ts';
export { extensionOf, normaliseUrl, readLink, urlKey } from './crawl-url.ts';
export type { CrawlFetch } from './fetch-page.ts';
export { findSitemapPages, type SitemapPages } from './find-sitemap-pages.ts';
export { type Clock, createPacer, type HostTurns, type Pacer } from './pacer.ts';
export * from './page-outcome.ts';
export { compilePattern, PatternError, type PatternFault } from './page-patterns.ts';
export type { PageFacts } from './read-page.ts';
export { readPageBytes } from './read-page-bytes.ts';
export { createRobotsCache } from './robots-cache.ts';
export { createScope, type OutsideScope, type Scope } from './scope.ts';
export { readSitemap, type Sitemap, sitemapLimits } from './sitemap.ts';
