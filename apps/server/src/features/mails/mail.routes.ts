import { MailError } from '@lectern/adapters';
import {
  AppError,
  errorText,
  getMail,
  listMails,
  type MailSummary,
  retryMail,
  sendTestMail,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMailRow, listMailRows } from './mail.queries.ts';
import { insertMail, type SendMail } from './mail.service.ts';
import { type MailRow, mails } from './mail.table.ts';

const platformsOwn = 'mails are the platform’s own';

function summarize(row: MailRow): MailSummary {
  return {
    id: row.id,
    to: row.to,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

async function getRow(tx: Tx, id: string, options: { lock: boolean }): Promise<MailRow> {
  const row = await findMailRow(tx, id, options);
  if (!row) throw new AppError('mail.not_found');
  return row;
}

export function mailRoutes(platform: Platform) {
  const { database, jobs, mailer } = platform;

  /** A mail that can be sent is its reader's alone; one that cannot must be read here, or by nobody. */
  const readableText = (row: MailRow) => (row.state === 'stored' || !mailer.configured ? row.text : null);

  return [
    route(listMails, async ({ query }) => {
      const { rows, total } = await database.acrossCompanies(platformsOwn, (tx) => listMailRows(tx, query));
      return { items: rows.map(summarize), total };
    }),
    route(getMail, async ({ params, audit }) => {
      const row = await database.acrossCompanies(platformsOwn, (tx) =>
        getRow(tx, params.mailId, { lock: false }),
      );
      audit(row.to);
      return { ...summarize(row), text: readableText(row) };
    }),
    route(retryMail, ({ params, audit }) =>
      database.acrossCompanies(platformsOwn, async (tx) => {
        const row = await getRow(tx, params.mailId, { lock: true });
        audit(row.to);
        const waits = row.state === 'failed' || row.state === 'stored';
        const inTime = !row.expiresAt || row.expiresAt.getTime() > Date.now();
        if (!waits || !inTime || row.text === null) throw new AppError('mail.not_retryable');
        if (!mailer.configured) throw new AppError('mail.not_configured');
        const [queued] = await tx
          .update(mails)
          .set({ state: 'queued', attempts: 0, lastError: null })
          .where(eq(mails.id, row.id))
          .returning();
        await jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId: row.id });
        return summarize(queued as MailRow);
      }),
    ),
    route(sendTestMail, async ({ body, language, signal, audit }) => {
      audit(body.to);
      const id = newId();
      const mail = { to: body.to, kind: 'test', language, values: {} } as const;
      const rendered = await database.acrossCompanies(platformsOwn, (tx) =>
        insertMail(platform, tx, id, mail, 'stored'),
      );
      if (!mailer.configured) return { ok: false, message: errorText('mail.not_configured', language) };
      const settle = (changes: Partial<MailRow>) =>
        database.acrossCompanies(platformsOwn, (tx) =>
          tx
            .update(mails)
            .set({ attempts: 1, ...changes })
            .where(eq(mails.id, id)),
        );
      try {
        await mailer.send({ id, to: body.to, ...rendered }, signal);
        await settle({ state: 'sent', sentAt: new Date(), text: null, html: null });
        return { ok: true, message: null };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        await settle({ state: 'failed', lastError: error.message });
        return { ok: false, message: error.message };
      }
    }),
  ];
}
