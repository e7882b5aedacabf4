import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClearReEmbedding, clearGeneration } from './clear-re-embedding.service.ts';

/** Removes the previous generation after the swap, and the new one after a cancellation. */
export function clearReEmbeddingJob(platform: Platform): Job<ClearReEmbedding> {
  return {
    concurrency: () => 1,
    run: (data) => clearGeneration(platform, data),
  };
}
