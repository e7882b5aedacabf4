import { mailStates } from '@lectern/contract';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import type { Platform } from '../../platform/platform.ts';
import { countByState } from './mail.queries.ts';
import type { SendMail } from './mail.service.ts';
import { mails } from './mail.table.ts';

const keptMs = 30 * 86_400_000;
/** A code that is of no use any more may still be looked at by an administrator who wonders. */
const readableAfterExpiryMs = 3600_000;

/** Deletes what is old, erases what is of no use, and takes up mails whose job went with its process. */
export async function tidyMails({ database, jobs }: Platform, now = Date.now()): Promise<void> {
  await database.acrossCompanies('mails are the platform’s own', async (tx) => {
    await tx.delete(mails).where(lt(mails.createdAt, new Date(now - keptMs)));
    await tx
      .update(mails)
      .set({ state: 'expired', text: null, html: null })
      .where(
        and(
          inArray(mails.state, ['queued', 'stored']),
          lt(mails.expiresAt, new Date(now - readableAfterExpiryMs)),
        ),
      );
    const lost = await tx
      .select({ mailId: mails.id })
      .from(mails)
      .where(and(eq(mails.state, 'queued'), isOrphaned(['mail.send'], { mailId: mails.id })))
      .for('update', { skipLocked: true });
    for (const { mailId } of lost)
      await jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId });
  });
}

/** How many mails are in each state, those that none is in too. */
export async function countMails(database: Database) {
  const counts = await database.acrossCompanies('mails are the platform’s own', countByState);
  return mailStates.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}
