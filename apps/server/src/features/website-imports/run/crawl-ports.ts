import { uploadLimits, websiteImportLimits } from '@lectern/contract';
import type {
  Clock,
  CrawlPorts,
  CrawlSettings,
  ReadPageResult,
  ReadPageTask,
  Scope,
  Sitemap,
} from '@lectern/crawling';
import { createPacer } from '@lectern/crawling';
import { acceptedExtensions } from '@lectern/parsing';
import type { Platform } from '../../../platform/platform.ts';
import { version } from '../../../platform/version.ts';
import type { WebsiteImportRow } from '../website-import.table.ts';
import { openHostTurns } from './host-turn.queries.ts';

/** How we call ourselves; sites know us by the name alone. */
const userAgent = `Mozilla/5.0 (compatible; Lectern/${version})`;
const timeoutMs = 30_000;
const requestsAtOnce = 2;

/** What pages link to besides pages, and what is worth reading. */
const fileExtensions = [
  'pdf',
  'docx',
  'doc',
  'odt',
  'rtf',
  'pptx',
  'ppt',
  'odp',
  'xlsx',
  'xls',
  'ods',
  'csv',
  'epub',
  'md',
  'txt',
];

const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};

export function crawlSettings(
  { config }: Platform,
  { settings }: Pick<WebsiteImportRow, 'settings'>,
  scope: Scope,
): CrawlSettings {
  const accepted = acceptedExtensions();
  return {
    scope,
    userAgent,
    delayMs: config.crawl.delayMs,
    atOnce: requestsAtOnce,
    render: settings.browser,
    fileExtensions: settings.includeFiles ? fileExtensions.filter((each) => accepted.includes(each)) : [],
    mostPageBytes: websiteImportLimits.maxPageBytes,
    mostFileBytes: uploadLimits.maxFileBytes,
    timeoutMs,
  };
}

/** Foreign pages are read in the parser's processes, and fetched by the client that reaches nothing inside. */
export async function openCrawlPorts({
  companyOutbound,
  database,
  parsers,
  browser,
  log,
}: Platform): Promise<CrawlPorts> {
  const hasBrowser = (await browser.find()) !== undefined;

  /** A page counts as unreadable whatever its reader died of; the log tells a hostile page from a fault of ours. */
  async function run<Result>(method: string, task: unknown, signal: AbortSignal): Promise<Result> {
    try {
      return await parsers.run<Result>(method, task, { signal });
    } catch (error) {
      if (!signal.aborted)
        log.warn({ event: 'website_import.reader_failed', method, reason: String(error).slice(0, 500) });
      throw error;
    }
  }

  return {
    fetch: (url, init) => companyOutbound.fetch(url, init),
    readPage: (task: ReadPageTask, signal) => run<ReadPageResult>('readWebPage', task, signal),
    readSitemap: (bytes, signal) => run<Sitemap | undefined>('readSitemap', bytes, signal),
    render: hasBrowser ? (url, signal) => browser.render(url, { userAgent, signal }) : undefined,
    pacer: createPacer(clock, openHostTurns(database)),
    clock,
  };
}
