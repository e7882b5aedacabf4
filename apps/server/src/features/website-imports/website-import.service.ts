import {
  AppError,
  type BodyOf,
  type createWebsiteImport,
  type ErrorCode,
  type Language,
  type updateWebsiteImport,
  type WebsiteImport,
  type WebsiteImportSettings,
} from '@lectern/contract';
import { createScope, PatternError, type PatternFault, readLink, urlKey } from '@lectern/crawling';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { cancelledRun, isActive, queuedRun } from '../../platform/runs/columns.ts';
import { softDeleteDocumentsIn } from '../documents/document.queries.ts';
import { checkFieldValues } from '../knowledge-bases/field-values.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { nextRun } from './next-run.ts';
import { presentImports } from './present-website-import.ts';
import { documentsOfImport, requeuePages, upsertFirstPage } from './run/run.queries.ts';
import {
  countRunning,
  deleteImportRow,
  findImport,
  insertImport,
  lockImport,
  updateImport,
} from './website-import.queries.ts';
import type { WebsiteImportRow } from './website-import.table.ts';

/** The import with the base that decides about it. Missing, foreign or hidden: 404. */
export async function loadImport<Action extends 'read' | 'update'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const row = await (action === 'update' ? lockImport(tx, id) : findImport(tx, id));
  if (!row) throw new AppError('website_import.not_found');
  const base = await loadKnowledgeBase(tx, actor, action, row.knowledgeBaseId).catch((error) => {
    // A hidden base must not show through its imports.
    if (error instanceof AppError && error.code === 'knowledge_base.not_found')
      throw new AppError('website_import.not_found');
    throw error;
  });
  return { row, base };
}

const patternErrors = {
  empty: 'website_import.pattern_invalid',
  too_long: 'website_import.pattern_invalid',
  no_path: 'website_import.pattern_no_path',
  regular_expression: 'website_import.pattern_regular_expression',
  other_site: 'website_import.pattern_other_site',
} as const satisfies Record<PatternFault, ErrorCode>;

/** The pages meant. Throws what to repair of the patterns. */
export function scopeOf(row: Pick<WebsiteImportRow, 'url' | 'settings'> & { movedTo?: string | null }) {
  try {
    return createScope({ start: row.url, movedTo: row.movedTo ?? undefined, ...row.settings });
  } catch (error) {
    if (error instanceof PatternError)
      throw new AppError(patternErrors[error.fault], { pattern: error.pattern });
    throw error;
  }
}

/** A link as it is fetched, once it is one and leads to nothing inside. */
export async function checkLink({ companyOutbound }: Platform, link: string): Promise<string> {
  const url = readLink(link);
  if (url === undefined) throw new AppError('website_import.link_invalid');
  await companyOutbound.check(url).catch((error) => {
    if ((error as { code?: string }).code === 'outbound_refused')
      throw new AppError('website_import.address_refused');
    // A name that cannot be resolved now may be resolved when the import runs, which says so otherwise.
  });
  return url;
}

/** Whether there is a browser is known where imports run. */
async function checkBrowser({ browser, config }: Platform, settings: WebsiteImportSettings): Promise<void> {
  if (settings.browser !== 'always' || !config.roles.includes('worker')) return;
  if ((await browser.find()) === undefined) throw new AppError('website_import.browser_missing');
}

async function present(
  tx: Tx,
  row: WebsiteImportRow,
  context: { actor: Actor; base: KnowledgeBaseRow; language: Language },
): Promise<WebsiteImport> {
  const [presented] = await presentImports(tx, [row], context);
  return presented as WebsiteImport;
}

export async function createImport(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { url: link, settings }: BodyOf<typeof createWebsiteImport>,
  language: Language,
): Promise<WebsiteImport> {
  // Before any name is looked up for the caller: may it import here at all?
  await platform.database.withActor(actor, (tx) => loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId));
  const url = await checkLink(platform, link);
  scopeOf({ url, settings });
  await checkBrowser(platform, settings);
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    checkFieldValues(base.metadataFields, settings.labels.fieldValues);
    const row = await insertImport(tx, base, {
      id: newId(),
      companyId: actor.companyId,
      knowledgeBaseId: base.id,
      ownerId: actor.accountId,
      url,
      settings,
      state: 'finished',
    });
    const started = await beginRun(platform, tx, base, row, actor.accountId);
    return present(tx, started, { actor, base, language });
  });
}

/** Numbers a new run and queues it in the caller's transaction; the import is locked. */
export async function beginRun(
  { jobs }: Platform,
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  row: WebsiteImportRow,
  ownerId: string,
): Promise<WebsiteImportRow> {
  const waiting = await countRunning(tx, row.companyId);
  // After a cancelled run everything is read again.
  await requeuePages(tx, base, row.id, { scratch: row.state === 'cancelled' });
  if (row.settings.mode !== 'sitemap')
    await upsertFirstPage(tx, {
      id: newId(),
      companyId: row.companyId,
      importId: row.id,
      url: row.url,
      urlKey: urlKey(row.url),
    });
  const now = new Date();
  const started = await updateImport(tx, base, row.id, {
    ...queuedRun(),
    percent: 0,
    run: row.run + 1,
    ownerId,
    seeded: false,
    movedTo: null,
    limitReached: false,
    startedAt: now,
    nextRunAt: nextRun(row.settings.schedule, now),
  });
  await jobs.enqueue(
    tx,
    'website.import',
    { companyId: row.companyId, importId: row.id, run: started.run },
    // Fair between companies: a company's third import waits behind everybody's second.
    { priority: -waiting },
  );
  return started;
}

export function runImport(
  platform: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<WebsiteImport> {
  return platform.database.withActor(actor, async (tx) => {
    const { row, base } = await loadImport(tx, actor, 'update', id);
    if (isActive(row)) throw new AppError('website_import.running');
    await checkBrowser(platform, row.settings);
    const started = await beginRun(platform, tx, base, row, actor.accountId);
    return present(tx, started, { actor, base, language });
  });
}

/** Takes effect immediately: the attempt notices within a second. */
export function cancelImport(
  { database }: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<WebsiteImport> {
  return database.withActor(actor, async (tx) => {
    const { row, base } = await loadImport(tx, actor, 'update', id);
    if (!isActive(row)) throw new AppError('website_import.not_running');
    const cancelled = await updateImport(tx, base, id, cancelledRun());
    return present(tx, cancelled, { actor, base, language });
  });
}

export async function changeImport(
  platform: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateWebsiteImport>,
  language: Language,
): Promise<WebsiteImport> {
  return platform.database.withActor(actor, async (tx) => {
    const { row, base } = await loadImport(tx, actor, 'update', id);
    const settings = { ...row.settings, ...input };
    scopeOf({ url: row.url, settings });
    checkFieldValues(base.metadataFields, input.labels?.fieldValues ?? {});
    if (input.browser !== undefined) await checkBrowser(platform, settings);
    const scheduled = settings.schedule !== row.settings.schedule;
    const changed = await updateImport(tx, base, id, {
      settings,
      ...(scheduled ? { nextRunAt: nextRun(settings.schedule, new Date()) } : {}),
    });
    return present(tx, changed, { actor, base, language });
  });
}

/** Gone when this returns, and its documents from every answer if they go too; a job clears what these leave. */
export function deleteImport(
  { database, jobs }: Platform,
  actor: Actor,
  id: string,
  documents: 'keep' | 'delete',
): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const { row, base } = await loadImport(tx, actor, 'update', id);
    if (documents === 'keep') await deleteImportRow(tx, base, id);
    else {
      await softDeleteDocumentsIn(tx, base, documentsOfImport(tx, id));
      await updateImport(tx, base, id, { deletedAt: new Date() });
      await jobs.enqueue(tx, 'website-import.clear', { companyId: actor.companyId, importId: id });
    }
    return row.url;
  });
}
