import type { Language } from '@lectern/contract';
import { cleanText } from '../../platform/database/clean-text.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { mails } from './mail.table.ts';
import type { MailContent } from './mail-values.ts';
import { renderMail } from './render-mail.ts';

/** Of `mail.send`. Mails belong to no company; the queue shares its workers out by this name. */
export type SendMail = { companyId: 'platform'; mailId: string };

export type NewMail = MailContent & {
  to: string;
  /** The reader's. */
  language: Language;
  /** When what it says is of no use any more, as a code's mail. */
  expiresAt?: Date;
};

/**
 * Writes a mail to the outbox in the caller's transaction, and the job that sends it: both exist or neither.
 * Without a mail server it stays there, for the administrator to read.
 */
export async function queueMail(
  { mailer, jobs, publicUrl }: Pick<Platform, 'mailer' | 'jobs' | 'publicUrl'>,
  tx: Tx,
  mail: NewMail,
): Promise<void> {
  const id = newId();
  const { subject, text, html } = renderMail(mail.language, mail, publicUrl());
  await tx.insert(mails).values({
    id,
    to: mail.to,
    kind: mail.kind,
    language: mail.language,
    subject: cleanText(subject),
    text: cleanText(text),
    html: cleanText(html),
    state: mailer.configured ? 'queued' : 'stored',
    expiresAt: mail.expiresAt ?? null,
  });
  if (mailer.configured) await jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId: id });
}
