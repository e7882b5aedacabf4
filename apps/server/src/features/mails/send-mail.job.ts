import { MailError } from '@lectern/adapters';
import type { SystemTx } from '../../platform/database/database.ts';
import { type Job, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMailToSend, updateMailDelivery } from './mail.queries.ts';
import type { SendMail } from './mail.service.ts';
import { waitAfter, waitForSettings } from './mail-schedule.ts';
import { secretKinds } from './mail-values.ts';

const erased = { text: null, html: null };

/** Sends one mail of the outbox, or retries later. */
export function sendMailJob({ database, mailer, log }: Platform): Job<SendMail> {
  /**
   * The row stays locked during the SMTP dialogue, so that only one of two processes sends; the mailer times out
   * before the database ends an idle transaction. If the process is killed after the server accepted the mail and
   * before the commit, it is sent again with the same Message-ID.
   */
  async function send(tx: SystemTx, mailId: string, signal: AbortSignal): Promise<number | undefined> {
    const mail = await findMailToSend(tx, mailId);
    if (!mail) return undefined;
    const record = (changes: Parameters<typeof updateMailDelivery>[2]) =>
      updateMailDelivery(tx, mailId, changes);
    const { id, to, subject, text, html } = mail;
    if (mail.expiresAt && mail.expiresAt.getTime() <= Date.now()) {
      await record({ state: 'expired', ...erased });
      return undefined;
    }
    const attempts = mail.attempts + 1;
    try {
      const outcome = await mailer.send({ id, to, subject, text: text ?? '', html: html ?? '' }, signal);
      // The mail server was removed from the settings meanwhile.
      if (outcome === 'stored') await record({ state: 'stored' });
      else await record({ state: 'sent', attempts, sentAt: new Date(), lastError: null, ...erased });
      return undefined;
    } catch (error) {
      // Aborted: the job is returned to the queue, and says nothing about the mail.
      if (!(error instanceof MailError) || signal.aborted) throw error;
      if (error.kind === 'misconfigured') {
        log.warn({ event: 'mail.misconfigured', mailId });
        await record({ lastError: error.message });
        return waitForSettings;
      }
      const wait = error.kind === 'passing' ? waitAfter(attempts) : undefined;
      if (wait === undefined) {
        log.warn({ event: 'mail.failed', mailId, kind: mail.kind, attempts });
        // Mails with passwords or codes are erased; the others may be retried by hand.
        const secrets = secretKinds.includes(mail.kind) ? erased : {};
        await record({ state: 'failed', attempts, lastError: error.message, ...secrets });
      } else await record({ attempts, lastError: error.message });
      return wait;
    }
  }

  return {
    concurrency: () => 2,
    run: async ({ mailId }, signal) => {
      const wait = await database.asSystem('mails belong to the platform', (tx) => send(tx, mailId, signal));
      if (wait !== undefined) throw new RetryLater(wait);
    },
  };
}
