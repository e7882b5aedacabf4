import {
  AppError,
  type BodyOf,
  type createSavedSearch,
  mostSavedSearches,
  type SavedSearch,
} from '@lectern/contract';
import { type Actor, originOf } from '../../platform/actor.ts';
import { authorize, definePolicy } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import {
  findSavedSearch,
  insertSavedSearch,
  listSavedSearchRows,
  renameSavedSearchRow,
} from './saved-search.queries.ts';
import type { SavedSearchRow } from './search.table.ts';

/** People have their searches to themselves, as they have their conversations. */
const savedSearchPolicy = definePolicy<SavedSearchRow>({ notFound: 'saved_search.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, search) => search.accountId === actor.accountId && search.origin === originOf(actor),
);

export function presentSavedSearch(row: SavedSearchRow): SavedSearch {
  const { id, name, question, knowledgeBaseIds, filter, filters, createdAt } = row;
  return { id, name, question, knowledgeBaseIds, filter, filters, createdAt: createdAt.toISOString() };
}

export async function loadSavedSearch<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(savedSearchPolicy, actor, action, await findSavedSearch(tx, id));
}

export function saveSearch(
  { database }: Platform,
  actor: Actor,
  input: BodyOf<typeof createSavedSearch>,
): Promise<SavedSearch> {
  return database.withActor(actor, async (tx) => {
    const ids = [...new Set(input.knowledgeBaseIds)];
    const bases =
      ids.length === 0 ? [] : await listSearchableKnowledgeBases(tx, actor, { ids, limit: ids.length });
    if (bases.length < ids.length) throw new AppError('knowledge_base.not_found');
    if ((await listSavedSearchRows(tx, actor)).length >= mostSavedSearches)
      throw new AppError('saved_search.too_many', { max: mostSavedSearches });
    const row = await insertSavedSearch(tx, {
      ...input,
      id: newId(),
      companyId: actor.companyId,
      accountId: actor.accountId,
      origin: originOf(actor),
      knowledgeBaseIds: ids,
    });
    if (!row) throw new AppError('saved_search.name_taken', { name: input.name });
    return presentSavedSearch(row);
  });
}

export function renameSearch(
  { database }: Platform,
  actor: Actor,
  id: string,
  name: string,
): Promise<SavedSearch> {
  return database.withActor(actor, async (tx) => {
    const row = await loadSavedSearch(tx, actor, 'update', id);
    const others = (await listSavedSearchRows(tx, actor)).filter((other) => other.id !== id);
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new AppError('saved_search.name_taken', { name });
    return presentSavedSearch(await renameSavedSearchRow(tx, row, name));
  });
}
