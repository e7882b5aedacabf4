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
import { authorize } from '../../platform/authorized.ts';
import { newId } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailPolicy } from './mail.policy.ts';
import { findMailRow, listMailRows, requeueMail, updateMailDelivery } from './mail.queries.ts';
import { type SendMail, storeMail } from './mail.service.ts';
import type { MailRow } from './mail.table.ts';
import { privateKinds } from './mail-values.ts';

const ofPlatform = 'mails belong to the platform';

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

export function mailRoutes(platform: Platform) {
  const { database, jobs, mailer } = platform;

  /** A mail that can be sent is for its recipient only; one that cannot is readable here, or nobody could read it. */
  const readableText = (row: MailRow) =>
    !privateKinds.includes(row.kind) && (row.state === 'stored' || !mailer.configured) ? row.text : null;

  return [
    route(listMails, async ({ query }) => {
      const { rows, total } = await database.acrossCompanies(ofPlatform, (tx) => listMailRows(tx, query));
      return { items: rows.map(summarize), total };
    }),
    route(getMail, async ({ actor, params, audit }) => {
      const found = await database.acrossCompanies(ofPlatform, (tx) =>
        findMailRow(tx, params.mailId, { lock: false }),
      );
      const row = authorize(mailPolicy, actor, 'read', found);
      audit(row.to);
      return { ...summarize(row), text: readableText(row) };
    }),
    route(retryMail, ({ actor, params, audit }) =>
      database.acrossCompanies(ofPlatform, async (tx) => {
        const found = await findMailRow(tx, params.mailId, { lock: true });
        const row = authorize(mailPolicy, actor, 'retry', found);
        audit(row.to);
        const isRetryable = row.state === 'failed' || row.state === 'stored';
        const inTime = !row.expiresAt || row.expiresAt.getTime() > Date.now();
        if (!isRetryable || !inTime || row.text === null) throw new AppError('mail.not_retryable');
        if (!mailer.configured) throw new AppError('mail.not_configured');
        const queued = await requeueMail(tx, row);
        await jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId: row.id });
        return summarize(queued);
      }),
    ),
    route(sendTestMail, async ({ body, language, signal, audit }) => {
      audit(body.to);
      const id = newId();
      const mail = { to: body.to, kind: 'test', language, values: {} } as const;
      const rendered = await database.acrossCompanies(ofPlatform, (tx) =>
        storeMail(platform, tx, id, mail, 'stored'),
      );
      if (!mailer.configured) return { ok: false, message: errorText('mail.not_configured', language) };
      const record = (changes: Parameters<typeof updateMailDelivery>[2]) =>
        database.asSystem(ofPlatform, (tx) => updateMailDelivery(tx, id, { attempts: 1, ...changes }));
      try {
        await mailer.send({ id, to: body.to, ...rendered }, signal);
        await record({ state: 'sent', sentAt: new Date(), text: null, html: null });
        return { ok: true, message: null };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        await record({ state: 'failed', lastError: error.message });
        return { ok: false, message: error.message };
      }
    }),
  ];
}
