import { MailError } from '@lectern/adapters';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { type Job, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SendMail } from './mail.service.ts';
import { type MailRow, mails } from './mail.table.ts';
import { waitAfter, waitForSettings } from './mail-schedule.ts';
import { secretKinds } from './mail-values.ts';

const erased = { text: null, html: null };

/** Sends one mail of the outbox, or says when to try again. */
export function sendMailJob({ database, mailer, log }: Platform): Job<SendMail> {
  /**
   * The row stays locked while the server is spoken to, so that of two processes only one sends; the mailer gives up
   * before the database ends an idle transaction. Killed after the server took the mail and before the commit, it is
   * sent once more, under the same Message-ID.
   */
  async function send(tx: Tx, mailId: string, signal: AbortSignal): Promise<number | undefined> {
    const [mail] = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.id, mailId), eq(mails.state, 'queued')))
      .for('update', { skipLocked: true });
    if (!mail) return undefined;
    const settle = (changes: Partial<MailRow>) => tx.update(mails).set(changes).where(eq(mails.id, mailId));
    const { id, to, subject, text, html } = mail;
    if (mail.expiresAt && mail.expiresAt.getTime() <= Date.now()) {
      await settle({ state: 'expired', ...erased });
      return undefined;
    }
    const attempts = mail.attempts + 1;
    try {
      const outcome = await mailer.send({ id, to, subject, text: text ?? '', html: html ?? '' }, signal);
      // The setting was taken away meanwhile: it waits as all others do.
      if (outcome === 'stored') await settle({ state: 'stored' });
      else await settle({ state: 'sent', attempts, sentAt: new Date(), lastError: null, ...erased });
      return undefined;
    } catch (error) {
      // Told to stop: the job is handed back, and nothing was learnt about the mail.
      if (!(error instanceof MailError) || signal.aborted) throw error;
      if (error.kind === 'misconfigured') {
        log.warn({ event: 'mail.misconfigured', mailId });
        await settle({ lastError: error.message });
        return waitForSettings;
      }
      const wait = error.kind === 'passing' ? waitAfter(attempts) : undefined;
      if (wait === undefined) {
        log.warn({ event: 'mail.failed', mailId, kind: mail.kind, attempts });
        // What opens an account is not kept for nobody; the rest may be tried again by hand.
        const kept = secretKinds.includes(mail.kind) ? erased : {};
        await settle({ state: 'failed', attempts, lastError: error.message, ...kept });
      } else await settle({ attempts, lastError: error.message });
      return wait;
    }
  }

  return {
    concurrency: () => 2,
    run: async ({ mailId }, signal) => {
      const wait = await database.acrossCompanies('mails are the platform’s own', (tx) =>
        send(tx, mailId, signal),
      );
      if (wait !== undefined) throw new RetryLater(wait);
    },
  };
}
