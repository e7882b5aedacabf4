import type { Language } from '@lectern/contract';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MailRow, mails } from './mail.table.ts';
import type { MailContent } from './mail-values.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';

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
  platform: Pick<Platform, 'mailer' | 'jobs' | 'publicUrl'>,
  tx: Tx,
  mail: NewMail,
): Promise<void> {
  const id = newId();
  const { configured } = platform.mailer;
  await insertMail(platform, tx, id, mail, configured ? 'queued' : 'stored');
  if (configured)
    await platform.jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId: id });
}

/** The row alone. */
export async function insertMail(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  tx: Tx,
  id: string,
  mail: NewMail,
  state: MailRow['state'],
): Promise<RenderedMail> {
  const rendered = renderMail(mail.language, mail, publicUrl());
  await tx.insert(mails).values({
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
