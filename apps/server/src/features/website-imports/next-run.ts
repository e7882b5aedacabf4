import type { WebsiteSchedule } from '@lectern/contract';

const dayMs = 86_400_000;

/** When a schedule runs next after `from`; null where there is none. The last day of a month stays its last. */
export function nextRun(schedule: WebsiteSchedule, from: Date): Date | null {
  switch (schedule) {
    case 'none':
      return null;
    case 'daily':
      return new Date(from.getTime() + dayMs);
    case 'weekly':
      return new Date(from.getTime() + 7 * dayMs);
    case 'monthly': {
      const next = new Date(from);
      next.setUTCDate(1);
      next.setUTCMonth(next.getUTCMonth() + 1);
      const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
      next.setUTCDate(Math.min(from.getUTCDate(), lastDay));
      return next;
    }
  }
}
