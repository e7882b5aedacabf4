import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClearDocument, clearDocument } from './clear-document.service.ts';

/** Clears one document that was deleted. */
export function clearDocumentJob(platform: Platform): Job<ClearDocument> {
  return {
    concurrency: () => 1,
    run: (data) => clearDocument(platform, data),
  };
}
