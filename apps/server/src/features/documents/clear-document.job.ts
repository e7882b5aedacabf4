import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearDocuments } from './clear-documents.service.ts';

type ClearDocument = { companyId: string; documentId: string };

/** Whoever selects documents and deletes them queues one job for each: together they cost hardly more than one. */
const documentsAtOnce = 100;

/** Clears documents that were deleted. */
export function clearDocumentJob(platform: Platform): Job<ClearDocument> {
  const run = async (jobs: ClearDocument[], signal: AbortSignal) => {
    for (const [companyId, ofCompany] of Map.groupBy(jobs, (job) => job.companyId))
      await clearDocuments(
        platform,
        { companyId, documentIds: ofCompany.map(({ documentId }) => documentId) },
        signal,
      );
  };
  return {
    concurrency: () => 1,
    batch: { size: documentsAtOnce, run },
    run: (job, signal) => run([job], signal),
  };
}
