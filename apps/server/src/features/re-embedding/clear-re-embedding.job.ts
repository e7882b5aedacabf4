import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClearReEmbedding, clearGeneration } from './clear-re-embedding.service.ts';

/** Clears what embedding anew leaves: the generation of before after the swap, its own after a cancellation. */
export function clearReEmbeddingJob(platform: Platform): Job<ClearReEmbedding> {
  return {
    concurrency: () => 1,
    run: (data) => clearGeneration(platform, data),
  };
}
