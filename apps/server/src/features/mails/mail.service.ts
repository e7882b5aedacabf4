import type { Language } from '@lectern/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
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

/** Erases what still waits of a kind to an address, since it is of no use any more. One that is being sent now is erased by that. */
export async function eraseMails(tx: Tx, { to, kind }: Pick<MailRow, 'to' | 'kind'>): Promise<void> {
  const waiting = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.kind, kind), isNotNull(mails.text)))
    .for('update', { skipLocked: true });
  for (const { id } of waiting)
    await tx.update(mails).set({ state: 'expired', text: null, html: null }).where(eq(mails.id, id));
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
