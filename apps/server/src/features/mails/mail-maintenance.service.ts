import { mailStates } from '@lectern/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countByState,
  deleteMailsCreatedBefore,
  expireMailsBefore,
  lockOrphanedMails,
} from './mail.queries.ts';
import type { SendMail } from './mail.service.ts';

const retentionMs = 30 * 86_400_000;
/** Administrators may look up an expired code for a while, to find out what went wrong. */
const readableAfterExpiryMs = 3600_000;

/** Deletes old mails, expires useless ones, and requeues mails whose job was lost. */
export async function maintainMails({ database, jobs }: Platform, now = Date.now()): Promise<void> {
  await database.asSystem('mails belong to the platform', async (tx) => {
    await deleteMailsCreatedBefore(tx, new Date(now - retentionMs));
    await expireMailsBefore(tx, new Date(now - readableAfterExpiryMs));
    for (const mailId of await lockOrphanedMails(tx))
      await jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId });
  });
}

/** The number of mails per state, zeros included. */
export async function countMails(database: Database) {
  const counts = await database.asSystem('mails belong to the platform', countByState);
  return mailStates.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}
