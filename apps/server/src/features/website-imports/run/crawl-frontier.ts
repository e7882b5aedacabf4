import { Readable } from 'node:stream';
import type { Frontier, FrontierPage, PageOutcome } from '@lectern/crawling';
import type { Platform } from '../../../platform/platform.ts';
import { releaseObject } from '../../file-storage/object.service.ts';
import { storeOrDiscard } from '../../file-storage/upload.service.ts';
import type { WebsiteImportRow, WebsitePageRow } from '../website-import.table.ts';
import { countKnown, countVisits, findWaitingPage } from './run.queries.ts';
import type { RunId } from './run-end.ts';
import { settlePage } from './settle-page.service.ts';

/** The frontier of a run is its pages in the database: what was not settled is visited again after a crash. */
export function openFrontier(
  platform: Platform,
  run: RunId,
  options: {
    row: WebsiteImportRow;
    /** True once no further page is to be begun. */
    draining: () => boolean;
    /** The first page was moved: the scope may be another now. */
    onRow: (row: WebsiteImportRow) => void;
    /** After each visit: how many pages are done, and how many are known so far. */
    report: (visited: number, known: number) => Promise<void>;
  },
): Frontier {
  const { database, objects } = platform;
  const taken = new Map<string, WebsitePageRow>();
  const { settings } = options.row;
  const maxDepth = settings.mode === 'depth' ? settings.depth : 0;

  async function next(): Promise<FrontierPage | undefined> {
    if (options.draining()) return undefined;
    // Where the first page cannot be had, the others are left as they are.
    const inFlight = [...taken.values()];
    if (settings.mode !== 'sitemap' && inFlight.some(({ first }) => first)) return undefined;
    const page = await database.withCompany(run.companyId, async (tx) => {
      const { kept } = await countKnown(tx, run.importId);
      const coming = inFlight.filter((each) => !each.kept).length;
      return findWaitingPage(tx, run.importId, {
        taken: [...taken.keys()],
        maxDepth,
        knownOnly: kept + coming >= settings.pageLimit,
      });
    });
    if (!page) return undefined;
    taken.set(page.id, page);
    return presentForCrawl(page);
  }

  async function settle({ id }: FrontierPage, outcome: PageOutcome): Promise<void> {
    const stored = outcome.kind === 'content' ? await store(outcome.bytes) : undefined;
    const keep = () =>
      database.withCompany(run.companyId, (tx) => settlePage(platform, tx, run, id, outcome, stored));
    const settled = await (stored ? storeOrDiscard(platform, run, stored.objectKey, keep) : keep());
    taken.delete(id);
    if (!settled) {
      if (stored) await releaseObject(platform, run.companyId, stored.objectKey);
      return;
    }
    options.onRow(settled.row);
    if (settled.freed) await releaseObject(platform, run.companyId, settled.freed);
    if (settled.failure) throw settled.failure;
    const { visited, waiting } = await database.withCompany(run.companyId, (tx) =>
      countVisits(tx, run.importId),
    );
    await options.report(visited, visited + waiting);
  }

  async function store(bytes: Uint8Array) {
    const { key, sha256, size } = await objects.put(run.companyId, Readable.from([Buffer.from(bytes)]));
    return { objectKey: key, sha256, sizeBytes: size };
  }

  return { next, settle };
}

function presentForCrawl(page: WebsitePageRow): FrontierPage {
  return {
    id: page.id,
    url: page.url,
    first: page.first,
    ...(page.foundOn === null ? {} : { foundOn: page.foundOn }),
    // Only what is there can be unchanged.
    validators:
      page.documentId === null
        ? {}
        : {
            ...(page.etag === null ? {} : { etag: page.etag }),
            ...(page.lastModified === null ? {} : { lastModified: page.lastModified }),
            ...(page.textHash === null ? {} : { textHash: page.textHash }),
          },
  };
}
