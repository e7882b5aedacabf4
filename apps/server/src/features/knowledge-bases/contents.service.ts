import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { definePort } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';

/** What a knowledge base asks about its documents. */
export const knowledgeBaseContents = definePort<{
  /** Documents, chunks and their latest change by knowledge base; one without documents may be missing. */
  count: (
    tx: Tx,
    knowledgeBaseIds: string[],
  ) => Promise<Map<string, { documentCount: number; chunkCount: number; changedAt: Date }>>;
  /** Whether chunks have vectors or a parse is about to add some. */
  hasVectors: (tx: Tx, knowledgeBaseId: string) => Promise<boolean>;
  /** Hides the documents from every list and answer. */
  softDelete: (tx: Tx, knowledgeBase: Authorized<{ id: string }, 'delete'>) => Promise<void>;
  /** Removes the soft-deleted documents, also those that were added since. Safe to repeat. */
  clear: (
    platform: Platform,
    knowledgeBase: { companyId: string; knowledgeBaseId: string },
    signal: AbortSignal,
  ) => Promise<void>;
}>('contents of a knowledge base');
