import { type Language, webhookLimits } from '@lectern/contract';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAccount } from '../accounts/account.queries.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { findCompany } from '../companies/company.queries.ts';
import { queueMail } from '../mails/mail.service.ts';
import type { WebhookEndpointRow } from './webhook.table.ts';

/** Tells who set the endpoint up, if that person is still of the company; the page shows it in any case. */
export async function tellDisabled(
  platform: Platform,
  tx: SystemTx,
  { companyId, ownerId, url }: WebhookEndpointRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  if (!(await readActingMember(tx, companyId, ownerId))) return;
  const { email, language } = await getAccount(tx, ownerId);
  const { origin, pathname } = new URL(url);
  await queueMail(platform, tx, {
    to: email,
    kind: 'webhook_disabled',
    language: language as Language,
    values: {
      // What follows the path may be a secret.
      address: origin + pathname,
      reason,
      days: webhookLimits.disabledAfterDays,
      companyName: (await findCompany(tx, companyId))?.name ?? '',
      url: `${platform.publicUrl()}/user-setting/webhooks`,
    },
  });
}
