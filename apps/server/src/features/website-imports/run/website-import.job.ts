import { AppError, type WebsiteImportStage } from '@lectern/contract';
import { crawl, findSitemapPages, urlKey } from '@lectern/crawling';
import { eq } from 'drizzle-orm';
import { newId } from '../../../platform/database/database.ts';
import { type Job, RetryLater } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../../platform/runs/leased-run.ts';
import { JobObsoleteError } from '../../../platform/runs/watch-work.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { findKnowledgeBaseOfImport, lockImport, updateRun } from '../website-import.queries.ts';
import { scopeOf } from '../website-import.service.ts';
import type { WebsiteImportRow } from '../website-import.table.ts';
import { websiteImports } from '../website-import.table.ts';
import { openFrontier } from './crawl-frontier.ts';
import { crawlSettings, openCrawlPorts } from './crawl-ports.ts';
import { countKnown, findWaitingPage, hasDocuments, insertPages, settleUnvisited } from './run.queries.ts';
import { RunFailed, type RunId } from './run-end.ts';
import { asRunFailure, mostKnownPages } from './settle-page.service.ts';

/** After so long a run lets others run and continues when it is its turn again. */
const sliceMs = 60_000;
/** Runs that one process works on at once: they wait for other people's servers most of the time. */
const runsAtOnce = 4;
const runsOfACompany = 2;

type WebsiteRun = LeasedRun<WebsiteImportRow, WebsiteImportStage, KnowledgeBaseRow>;

/** Imports a website, each page in one commit: if the process is killed, the next attempt continues after it. */
export function websiteImportJob(platform: Platform): Job<RunId> {
  const { database } = platform;

  async function run(id: RunId, outer: AbortSignal): Promise<void> {
    const { companyId } = id;
    const { importId } = id;
    const run = await openLeasedRun<WebsiteImportRow, WebsiteImportStage, KnowledgeBaseRow>(
      platform,
      {
        companyId,
        noun: 'website_import',
        table: websiteImports,
        which: eq(websiteImports.id, importId),
        lock: (tx) => lockImport(tx, importId),
        findSubject: (tx) => findKnowledgeBaseOfImport(tx, importId),
        isDue: (row) => row.run === id.run && isActive(row),
        shares: { crawling: [0, 100] },
      },
      outer,
    );
    await run?.carryOut(() => visit(id, run), {
      onFailure: async (error) => {
        if (error instanceof AppError && error.code === 'server.unavailable') throw new RetryLater(2);
        const failure = asRunFailure(error);
        if (failure === undefined) throw error;
        await fail(id, failure);
      },
    });
  }

  async function visit(id: RunId, { row, signal, report }: WebsiteRun): Promise<void> {
    // Links add pages while it runs: what was shown is not taken back.
    let shown = row.percent;
    await report('crawling', shown, 100);
    const ports = await openCrawlPorts(platform);
    let scope = scopeOf(row);
    const settings = crawlSettings(platform, row, { reject: (url) => scope.reject(url) });
    if (row.settings.mode === 'sitemap' && !row.seeded)
      await seed(id, row, await findSitemapPages(row.url, settings, ports, signal));
    const until = Date.now() + sliceMs;
    const frontier = openFrontier(platform, id, {
      row,
      draining: () => Date.now() > until,
      onRow: (changed) => {
        if (changed.movedTo !== row.movedTo) scope = scopeOf(changed);
      },
      report: (visited, known) => {
        shown = Math.max(shown, (100 * visited) / known);
        return report('crawling', shown, 100);
      },
    });
    await crawl(frontier, settings, ports, signal);
    if (await isDone(id, row)) await finish(id, row);
    else throw new RetryLater(1);
  }

  async function seed(
    id: RunId,
    row: WebsiteImportRow,
    found: Awaited<ReturnType<typeof findSitemapPages>>,
  ): Promise<void> {
    if (found.files === 0 && found.failure === 'refused_address')
      throw new RunFailed('website_import.address_refused');
    if (found.files === 0 && found.failure !== undefined && found.failure !== 'http_error')
      throw new RunFailed('website_import.unreachable', { detail: found.failure });
    if (found.urls.length === 0) throw new RunFailed('website_import.no_sitemap');
    await database.withCompany(id.companyId, async (tx) => {
      const urls = found.urls.slice(0, mostKnownPages(row));
      const limitReached = found.incomplete || found.urls.length > row.settings.pageLimit;
      if (!(await updateRun(tx, id, { seeded: true, limitReached }))) throw new JobObsoleteError();
      await insertPages(
        tx,
        urls.map((url) => ({
          id: newId(),
          companyId: id.companyId,
          importId: id.importId,
          url,
          urlKey: urlKey(url),
          foundOn: row.url,
        })),
      );
    });
  }

  /** A crawl may end because its time was over. */
  function isDone(id: RunId, { settings }: WebsiteImportRow): Promise<boolean> {
    return database.withCompany(id.companyId, async (tx) => {
      const { kept } = await countKnown(tx, id.importId);
      const waiting = await findWaitingPage(tx, id.importId, {
        taken: [],
        maxDepth: settings.mode === 'depth' ? settings.depth : 0,
        knownOnly: kept >= settings.pageLimit,
      });
      return waiting === undefined;
    });
  }

  async function finish(id: RunId, row: WebsiteImportRow): Promise<void> {
    const nothing = await database.withCompany(id.companyId, async (tx) => {
      const { kept } = await countKnown(tx, id.importId);
      if (!(await hasDocuments(tx, id.importId))) return true;
      const { forgotten } = await settleUnvisited(tx, id.importId);
      const current = await updateRun(tx, id, {
        ...finishedRun(),
        ...(forgotten > 0 && kept >= row.settings.pageLimit ? { limitReached: true } : {}),
      });
      if (!current) throw new JobObsoleteError();
      return false;
    });
    if (nothing) await fail(id, new RunFailed('website_import.no_pages'));
  }

  async function fail(id: RunId, { code, details }: RunFailed): Promise<void> {
    await database.withCompany(id.companyId, (tx) => updateRun(tx, id, failedRun({ code, details })));
  }

  return {
    concurrency: () => runsAtOnce,
    companyConcurrency: runsOfACompany,
    run,
    onFailed: (id) => fail(id, new RunFailed('website_import.failed')),
  };
}
