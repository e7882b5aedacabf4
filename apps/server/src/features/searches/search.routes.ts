import { listSearchableBases, searchDocuments, searchLimits } from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import { findDocumentsFor } from './search.service.ts';
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
  ];
}
