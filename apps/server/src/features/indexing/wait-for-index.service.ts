import { chunkIndexForm } from '@lectern/adapters';
import { AppError } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { reconcileBase } from './reconcile-index.service.ts';

/** Long enough for some ten thousand chunks; a larger base is rebuilt in the background. */
const longestMs = 15_000;

/**
 * Makes sure that the bases can be searched: after an upgrade to another form of index, each is rebuilt when the first
 * question needs it. Throws `knowledge_base.index_rebuilding` when that takes too long.
 */
export async function waitForIndex(platform: Platform, bases: readonly KnowledgeBaseRow[]): Promise<void> {
  const pending = bases.filter(({ indexForm }) => indexForm !== chunkIndexForm);
  if (pending.length === 0) return;
  const rebuilt = Promise.all(pending.map((base) => reconcileBase(platform, base)));
  rebuilt.catch((error) => platform.log.error({ event: 'index.rebuild_failed' }, error));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), longestMs);
  });
  const outcome = await Promise.race([rebuilt, late]).finally(() => clearTimeout(timer));
  if (outcome === 'late') throw new AppError('knowledge_base.index_rebuilding');
}
