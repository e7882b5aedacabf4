import type { Language } from '@lectern/contract';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertMailRow } from './mail.queries.ts';
import type { MailRow } from './mail.table.ts';
import type { MailContent } from './mail-values.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';

/** Data of the job `mail.send`. Mails belong to no company; the queue shares workers fairly by this name. */
export type SendMail = { companyId: 'platform'; mailId: string };

export type NewMail = MailContent & {
  to: string;
  /** The recipient's. */
  language: Language;
  /** When the mail becomes useless, as one with a code does. */
  expiresAt?: Date;
  /** Of a mail that must not be sent twice, whoever asks for it again. */
  id?: string;
};

/**
 * Writes a mail to the outbox and enqueues the job that sends it, both in the caller's transaction.
 * Without a mail server the mail stays in the outbox for the administrator to read.
 */
export async function queueMail(
  platform: Pick<Platform, 'mailer' | 'jobs' | 'publicUrl'>,
  tx: Tx,
  mail: NewMail,
): Promise<void> {
  const id = mail.id ?? newId();
  const { configured } = platform.mailer;
  await storeMail(platform, tx, id, mail, configured ? 'queued' : 'stored');
  if (configured)
    await platform.jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId: id });
}

/** Renders a mail and writes it to the outbox, without a job. */
export async function storeMail(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  tx: Tx,
  id: string,
  mail: NewMail,
  state: MailRow['state'],
): Promise<RenderedMail> {
  const rendered = renderMail(mail.language, mail, publicUrl());
  await insertMailRow(tx, {
    id,
    to: mail.to,
    kind: mail.kind,
    language: mail.language,
    ...rendered,
    state,
    expiresAt: mail.expiresAt ?? null,
  });
  return rendered;
}
