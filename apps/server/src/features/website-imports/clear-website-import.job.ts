import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearDocuments } from '../documents/clear-documents.service.ts';
import { listBuriedDocuments } from './run/run.queries.ts';
import { deleteClearedImport } from './website-import.queries.ts';

type ClearWebsiteImport = { companyId: string; importId: string };

/** Clears the documents of an import that was deleted with them, then its row. */
export function clearWebsiteImportJob(platform: Platform): Job<ClearWebsiteImport> {
  const { database } = platform;
  return {
    concurrency: () => 1,
    run: async ({ companyId, importId }, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const ids = await database.withCompany(companyId, (tx) => listBuriedDocuments(tx, importId));
        if (ids.length === 0) break;
        await clearDocuments(platform, { companyId, documentIds: ids }, signal);
      }
      await database.withCompany(companyId, (tx) => deleteClearedImport(tx, importId));
    },
  };
}
