import type { Tx } from '../../../platform/database/database.ts';
import { defineHook } from '../../../platform/hooks.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DocumentRow } from '../document.table.ts';

type ChangedDocument = Pick<
  DocumentRow,
  'companyId' | 'knowledgeBaseId' | 'chunkMethod' | 'enrichmentOptions'
>;

/**
 * Chunks of a document were added, changed or are about to be deleted. To be run before chunks are deleted in the same
 * transaction, since listeners lock their own rows before chunks.
 */
export const onChunksChanged =
  defineHook<[Pick<Platform, 'config' | 'jobs'>, Tx, ChangedDocument]>('chunks changed');
