import {
  createSavedSearch,
  deleteSavedSearch,
  drawSearchMindMap,
  listSavedSearches,
  listSearchableBases,
  renameSavedSearch,
  searchDocuments,
  searchLimits,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import { deleteSavedSearchRow, listSavedSearchRows } from './saved-search.queries.ts';
import { loadSavedSearch, presentSavedSearch, renameSearch, saveSearch } from './saved-search.service.ts';
import { findDocumentsFor } from './search.service.ts';
import { drawMindMapOfSearch } from './search-mind-map.service.ts';
import type { createSummarizer } from './summary.service.ts';

export function searchRoutes(platform: Platform, summarizer: ReturnType<typeof createSummarizer>) {
  return [
    route(listSearchableBases, ({ actor }) =>
      platform.database.withActor(actor, async (tx) => {
        const rows = await listSearchableKnowledgeBases(tx, actor, { limit: searchLimits.maxBases });
        return { items: rows.map(({ id, name, photo }) => ({ id, name, photo })) };
      }),
    ),
    route(searchDocuments, async ({ actor, body, language, signal }) => {
      summarizer.checkRoom(actor);
      const { task, results } = await findDocumentsFor(platform, actor, body, language, signal);
      return summarizer.write(task, results, signal);
    }),
    route(drawSearchMindMap, ({ actor, body, signal }) => drawMindMapOfSearch(platform, actor, body, signal)),
    route(listSavedSearches, ({ actor }) =>
      platform.database.withActor(actor, async (tx) => ({
        items: (await listSavedSearchRows(tx, actor)).map(presentSavedSearch),
      })),
    ),
    route(createSavedSearch, ({ actor, body }) => saveSearch(platform, actor, body)),
    route(renameSavedSearch, ({ actor, params, body }) =>
      renameSearch(platform, actor, params.savedSearchId, body.name),
    ),
    route(deleteSavedSearch, ({ actor, params }) =>
      platform.database.withActor(actor, async (tx) =>
        deleteSavedSearchRow(tx, await loadSavedSearch(tx, actor, 'delete', params.savedSearchId)),
      ),
    ),
  ];
}
