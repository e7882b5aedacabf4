import { AppError, type DocumentLabels, documentLabels, type WebsitePageState } from '@lectern/contract';
import { extensionOf, type PageOutcome, type Scope, urlKey } from '@lectern/crawling';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId, type SystemTx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isActive } from '../../../platform/runs/columns.ts';
import { JobObsoleteError } from '../../../platform/runs/watch-work.ts';
import { readActingMember } from '../../companies/acting-member.service.ts';
import { createDocument } from '../../documents/add-document.service.ts';
import { softDeleteDocument } from '../../documents/document.service.ts';
import { documents } from '../../documents/document.table.ts';
import { replaceFile } from '../../documents/replace-file.service.ts';
import type { StoredUpload } from '../../file-storage/upload.service.ts';
import { keepFitting } from '../../knowledge-bases/field-values.ts';
import { loadKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { lockImport, updateImport } from '../website-import.queries.ts';
import { scopeOf } from '../website-import.service.ts';
import type { WebsiteImportRow, WebsitePageRow } from '../website-import.table.ts';
import { namesOfPage } from './document-of-page.ts';
import {
  countFirstPages,
  countKnown,
  findSameText,
  insertPages,
  lockWaitingPage,
  updatePage,
  upsertFirstPage,
} from './run.queries.ts';
import { failureOfFirstPage, RunFailed, type RunId } from './run-end.ts';

/** Pages of a site that are known at most: traps make new addresses forever. */
export function mostKnownPages({ settings }: Pick<WebsiteImportRow, 'settings'>): number {
  return Math.min(settings.pageLimit * 4 + 100, 20_000);
}

/** Redirects from the first page to another, and on. */
const mostFirstPages = 10;

/** Never pages, and not worth a request: what neither a reader nor a reader of files reads. */
const neverPages =
  /^(png|jpe?g|gif|webp|svg|ico|avif|bmp|tiff?|css|js|mjs|map|json|woff2?|ttf|eot|mp[34]|m4[av]|webm|ogg|wav|avi|mov|zip|gz|tgz|rar|7z|exe|dmg|iso|apk|ics)$/;

type Context = {
  platform: Platform;
  tx: SystemTx;
  base: Authorized<KnowledgeBaseRow, 'update'>;
  row: WebsiteImportRow;
  page: WebsitePageRow;
};

export type Settled = {
  /** The import as it is now. */
  row: WebsiteImportRow;
  /** Bytes that nothing needs any more, to be released after the commit. */
  freed?: string | undefined;
  /** Why the run ends here. */
  failure?: RunFailed | undefined;
};

/**
 * Keeps what came of a visit: the page's state, its document and the pages it leads to, in one transaction, so that a
 * visit counts once or not at all. Undefined when it was settled before. `stored`: the content's bytes.
 */
export async function settlePage(
  platform: Platform,
  tx: SystemTx,
  run: RunId,
  pageId: string,
  outcome: PageOutcome,
  stored: Pick<StoredUpload, 'objectKey' | 'sha256' | 'sizeBytes'> | undefined,
): Promise<Settled | undefined> {
  const row = await lockImport(tx, run.importId);
  if (!row || row.run !== run.run || !isActive(row)) throw new JobObsoleteError();
  const page = await lockWaitingPage(tx, pageId);
  if (!page) return undefined;
  const actor = await readActingMember(tx, run.companyId, row.ownerId);
  if (!actor) throw new RunFailed('knowledge_base.forbidden');
  const base = await loadKnowledgeBase(tx, actor, 'update', row.knowledgeBaseId);
  const context: Context = { platform, tx, base, row, page };
  const kept = await keepOutcome(context, outcome, stored);
  await updatePage(tx, page.id, { visitedAt: new Date(), ...kept.changes });
  const moved = outcome.kind === 'moved' ? await followMove(context, outcome.to) : row;
  if ('links' in outcome) await addLinks({ ...context, row: moved }, outcome.links);
  const failure = page.first && row.settings.mode !== 'sitemap' ? failureOfFirstPage(outcome) : undefined;
  return { row: moved, freed: kept.freed, failure };
}

type Kept = { changes: Partial<WebsitePageRow>; freed?: string | undefined };

async function keepOutcome(
  context: Context,
  outcome: PageOutcome,
  stored: Parameters<typeof settlePage>[5],
): Promise<Kept> {
  const { page } = context;
  switch (outcome.kind) {
    case 'content':
      return keepContent(context, outcome, stored);
    case 'unchanged':
      return { changes: { state: 'unchanged', ...validatorColumns(outcome.validators) } };
    case 'moved': {
      const changes = { reason: outcome.why, sameAs: outcome.to };
      return page.documentId
        ? { changes: { ...changes, ...(await closeStreams(context, 'vanished')) } }
        : { changes: { ...changes, state: 'duplicate' } };
    }
    case 'left_out':
      return { changes: { ...(await closeStreams(context, 'skipped')), reason: outcome.reason } };
    case 'gone':
      // Without its first page nothing is known of a site: the run ends, and what is there stays.
      return page.documentId && !page.first
        ? { changes: { ...(await closeStreams(context, 'vanished')), httpStatus: outcome.status } }
        : { changes: { state: 'failed', reason: 'http_error', httpStatus: outcome.status } };
    case 'failed':
      // What could not be had today may be there tomorrow: its document stays.
      return {
        changes: { state: 'failed', reason: outcome.reason, httpStatus: outcome.status ?? null },
      };
  }
}

async function keepContent(
  { platform, tx, base, row, page }: Context,
  outcome: Extract<PageOutcome, { kind: 'content' }>,
  stored: Parameters<typeof settlePage>[5],
): Promise<Kept> {
  if (!stored) throw new Error('Content without its bytes');
  const { format, validators, rendered } = outcome;
  const title = cleanText(outcome.title).slice(0, 500);
  const seen = { title, rendered, reason: null, sameAs: null, ...validatorColumns(validators) };
  const unused = stored.objectKey;
  const removed: Kept = { changes: { ...seen, state: 'removed', documentId: null }, freed: unused };
  // Whoever deleted a page's document does not want it back.
  if (page.kept && page.documentId === null) return removed;
  const upload = {
    ...namesOfPage({ title, url: page.url, format }),
    ...stored,
    format,
    title: title || undefined,
    sourceUrl: page.url,
  };
  const options = { parse: true, ownerId: row.ownerId };
  const changedAt = new Date();
  if (page.documentId !== null) {
    const { result, freed } = await replaceFile(platform, tx, base, page.documentId, upload, options);
    if (result === 'gone') return removed;
    if (result === 'same') return { changes: { ...seen, state: 'unchanged' }, freed: unused };
    return { changes: { ...seen, state: 'updated', changedAt }, freed };
  }
  const sameAs = validators.textHash ? await findSameText(tx, page, validators.textHash) : undefined;
  if (sameAs !== undefined)
    return { changes: { title, state: 'duplicate', reason: 'same_text', sameAs }, freed: unused };
  const { document } = await createDocument(
    platform,
    tx,
    base,
    { ...upload, labels: fittingLabels(base, row), readingOptions: { mainContentOnly: true } },
    options,
  );
  return { changes: { ...seen, state: 'imported', documentId: document.id, kept: true, changedAt } };
}

/** A field may have changed since the import was set up. */
function fittingLabels(base: Context['base'], { settings }: WebsiteImportRow): DocumentLabels {
  const { tags, fieldValues } = documentLabels.parse(settings.labels ?? {});
  return { tags, fieldValues: keepFitting(base.metadataFields, fieldValues) };
}

function validatorColumns({
  etag,
  lastModified,
  textHash,
}: {
  etag?: string;
  lastModified?: string;
  textHash?: string;
}) {
  return { etag: etag ?? null, lastModified: lastModified ?? null, textHash: textHash ?? null };
}

/** The page is no longer one of the import; its document goes where the settings say so, and comes back with the page. */
async function closeStreams(
  { platform, tx, base, row, page }: Context,
  state: WebsitePageState,
): Promise<Partial<WebsitePageRow>> {
  if (page.documentId === null || !row.settings.removeVanished) return { state };
  const [document] = await tx.select().from(documents).where(eq(documents.id, page.documentId)).for('update');
  if (document && document.deletedAt === null) await softDeleteDocument(platform, tx, base, document);
  return { state, documentId: null, kept: false, textHash: null };
}

/** The address that a page gave as its own waits in its place; where the first page leads, the scope follows. */
async function followMove({ tx, base, row, page }: Context, to: string): Promise<WebsiteImportRow> {
  const next = {
    id: newId(),
    companyId: row.companyId,
    importId: row.id,
    url: to,
    urlKey: urlKey(to),
    depth: page.depth,
    foundOn: page.url,
  };
  if (!page.first) {
    await insertPages(tx, [next]);
    return row;
  }
  if ((await countFirstPages(tx, row.id)) >= mostFirstPages)
    throw new RunFailed('website_import.unreachable', { detail: 'too_many_redirects' });
  await upsertFirstPage(tx, next);
  return updateImport(tx, base, row.id, { movedTo: to });
}

async function addLinks({ tx, base, row, page }: Context, links: readonly string[]): Promise<void> {
  const { settings } = row;
  if (settings.mode !== 'depth' || page.depth >= settings.depth || links.length === 0) return;
  const scope = scopeOf(row);
  const wanted = links.filter((url) => isWanted(url, scope));
  const room = mostKnownPages(row) - (await countKnown(tx, row.id)).all;
  if (wanted.length > room) await updateImport(tx, base, row.id, { limitReached: true });
  await insertPages(
    tx,
    wanted.slice(0, Math.max(0, room)).map((url) => ({
      id: newId(),
      companyId: row.companyId,
      importId: row.id,
      url,
      urlKey: urlKey(url),
      depth: page.depth + 1,
      foundOn: page.url,
    })),
  );
}

/** Whether a link is worth a visit, as far as its address tells. */
export function isWanted(url: string, scope: Scope): boolean {
  return scope.reject(url) === undefined && !neverPages.test(extensionOf(url));
}

/** What a settled page may throw that ends the run with a reason a person can read. */
export function asRunFailure(error: unknown): RunFailed | undefined {
  if (error instanceof RunFailed) return error;
  return error instanceof AppError && error.status < 500
    ? new RunFailed(error.code, error.details)
    : undefined;
}
