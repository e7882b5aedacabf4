import { AppError } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';
import { failedRun, isActive } from '../../platform/runs/columns.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { nextRun } from './next-run.ts';
import { deleteOldHostTurns } from './run/host-turn.queries.ts';
import {
  listDueImports,
  listUnclearedImports,
  lockImport,
  updateIdleImport,
} from './website-import.queries.ts';
import { beginRun } from './website-import.service.ts';

/** Begins the runs that schedules ask for, and ends and clears what nobody works on any more. Safe to repeat. */
export async function maintainWebsiteImports(platform: Platform, now = new Date()): Promise<void> {
  const { database } = platform;
  const { due, uncleared } = await database.asSystem('schedules of every company', async (tx) => {
    await deleteOldHostTurns(tx);
    return {
      due: await listDueImports(tx, now),
      uncleared: await listUnclearedImports(tx),
    };
  });
  for (const left of uncleared)
    await database.withCompany(left.companyId, (tx) =>
      platform.jobs.enqueue(tx, 'website-import.clear', left),
    );
  for (const { id, companyId } of due) await beginScheduledRun(platform, companyId, id, now);
}

function beginScheduledRun(platform: Platform, companyId: string, id: string, now: Date): Promise<void> {
  return platform.database.withCompany(companyId, async (tx) => {
    const row = await lockImport(tx, id);
    // Another process may have begun it just now.
    if (!row || isActive(row) || row.nextRunAt === null || row.nextRunAt > now) return;
    try {
      const actor = await readActingMember(tx, companyId, row.ownerId);
      if (!actor) throw new AppError('knowledge_base.forbidden');
      const base = await loadKnowledgeBase(tx, actor, 'update', row.knowledgeBaseId);
      await beginRun(platform, tx, base, row, row.ownerId);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      // The person who set it up may no longer import: show that, and try again at the next scheduled time.
      await updateIdleImport(tx, id, {
        ...failedRun({ code: 'knowledge_base.forbidden' }),
        nextRunAt: nextRun(row.settings.schedule, now),
      });
    }
  });
}
