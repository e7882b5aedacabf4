import {
  type Language,
  type WebsiteImport,
  type WebsitePage,
  websiteImportSettings,
  websitePageStates,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { abilitiesOf } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { presentImportStatus, presentRunError } from '../../platform/runs/present-run.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { knowledgeBasePolicy } from '../knowledge-bases/knowledge-base.policy.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { countPages } from './website-import.queries.ts';
import type { WebsiteImportRow, WebsitePageRow } from './website-import.table.ts';

/** Imports as the API shows them; their abilities are those of their base. */
export async function presentImports(
  tx: Tx,
  rows: WebsiteImportRow[],
  context: { actor: Actor; base: KnowledgeBaseRow; language: Language },
): Promise<WebsiteImport[]> {
  const counts = await countPages(
    tx,
    rows.map(({ id }) => id),
  );
  const owners = await readOwnerNames(tx, rows);
  const base = abilitiesOf(knowledgeBasePolicy, context.actor, context.base);
  return rows.map((row) => {
    const found = counts.get(row.id);
    return {
      id: row.id,
      knowledgeBaseId: row.knowledgeBaseId,
      url: row.url,
      settings: websiteImportSettings.parse(row.settings),
      status: presentImportStatus(row.state),
      stage: row.stage,
      percent: row.percent,
      pages: Object.fromEntries(
        websitePageStates.map((state) => [state, found?.states[state] ?? 0]),
      ) as WebsiteImport['pages'],
      documentCount: found?.documents ?? 0,
      limitReached: row.limitReached,
      error: presentRunError(row, context.language),
      runs: row.run,
      ownerName: owners.get(row.ownerId) ?? '',
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      nextRunAt: row.nextRunAt?.toISOString() ?? null,
      abilities: { read: base.read, update: base.update, delete: base.update },
    };
  });
}

export function presentPage(row: WebsitePageRow): WebsitePage {
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    state: row.state,
    reason: row.reason,
    httpStatus: row.httpStatus,
    sameAs: row.sameAs,
    depth: row.depth,
    foundOn: row.foundOn,
    documentId: row.documentId,
    rendered: row.rendered,
    visitedAt: row.visitedAt?.toISOString() ?? null,
    changedAt: row.changedAt?.toISOString() ?? null,
  };
}
