import type { CrawlFetch } from './fetch-page.ts';
import type { Clock, Pacer } from './pacer.ts';
import type { PageOutcome, Validators } from './page-outcome.ts';
import type { PageFacts } from './read-page.ts';
import type { Scope } from './scope.ts';
import type { Sitemap } from './sitemap.ts';

/** A page that waits to be visited. */
export type FrontierPage = {
  id: string;
  url: string;
  /** The page that led here; undefined for the first. */
  foundOn?: string;
  /** The first page may send its readers to another site: its scope is not known yet. */
  first: boolean;
  /** Of the visit before; empty when all is to be read again. */
  validators: Validators;
};

/** Where pages wait, and where what came of them is kept. */
export type Frontier = {
  /** A page that was not handed out before; undefined while none waits. */
  next: () => Promise<FrontierPage | undefined>;
  /** Keeps the outcome and the pages it leads to. Called once for each page, several at a time. */
  settle: (page: FrontierPage, outcome: PageOutcome) => Promise<void>;
};

export type RenderMode = 'never' | 'auto' | 'always';

export type CrawlSettings = {
  scope: Scope;
  userAgent: string;
  /** Least pause between two requests to a host; the site may ask for a longer one. */
  delayMs: number;
  /** Requests under way at once. */
  atOnce: number;
  render: RenderMode;
  /** Extensions of linked files to keep as well. */
  fileExtensions: readonly string[];
  mostPageBytes: number;
  mostFileBytes: number;
  timeoutMs: number;
};

export type ReadPageTask = { bytes: Uint8Array; charset?: string | undefined; url: string };
/** `bytes` only where they had to be written again in UTF-8. */
export type ReadPageResult = { facts: PageFacts; bytes?: Uint8Array };

export type CrawlPorts = {
  fetch: CrawlFetch;
  /** `readPageBytes`, wherever it runs: foreign pages are best read where a fault harms nobody. */
  readPage: (task: ReadPageTask, signal: AbortSignal) => Promise<ReadPageResult>;
  /** `readSitemap`, likewise. */
  readSitemap: (bytes: Uint8Array, signal: AbortSignal) => Promise<Sitemap | undefined>;
  /** The page as a browser makes it; undefined where there is no browser. Throws what failed. */
  render?: ((url: string, signal: AbortSignal) => Promise<{ url: string; html: string }>) | undefined;
  pacer: Pacer;
  clock: Clock;
};
