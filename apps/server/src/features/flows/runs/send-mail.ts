import { createHash } from 'node:crypto';
import { AppError, type Language } from '@lectern/contract';
import type { FlowServices } from '@lectern/flow';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockCompany } from '../../../platform/quota.ts';
import { findCompany } from '../../companies/company.queries.ts';
import { findMemberByEmail } from '../../companies/member.queries.ts';
import { queueMail } from '../../mails/mail.service.ts';
import { findFlow } from '../flow.queries.ts';
import type { Acting } from './acting.ts';
import { countFlowMails, insertFlowMail, listQueuedMails } from './flow-mail.queries.ts';

const dayMs = 86_400_000;
/** What is not delivered by then is erased: it is the company's text in the platform's outbox. */
const deliverableMs = dayMs;

/**
 * Queues a mail of a flow. Anybody may open a company and draw flows, and a run may fill in the recipients: so it goes
 * to members of the company and where the platform's administrator allows it, and not more often than that one allows.
 */
export async function sendFlowMail(
  platform: Platform,
  { run, owner }: Acting,
  { to, subject, text, key }: Parameters<FlowServices['sendMail']>[0],
): Promise<void> {
  const { companyId, flowId } = run;
  const { perDay } = platform.config.flowMails;
  // Without a mail server the mail would stay in the outbox, where it is not the company's any more.
  if (!platform.mailer.configured) throw new AppError('mail.not_configured');
  await platform.database.withActor(owner, async (tx) => {
    for (const address of to) await assertReachable(platform, tx, companyId, address);
    await lockCompany(tx, companyId);
    const mails = to.map((address) => ({ id: nameMail(key, address), address }));
    const known = await listQueuedMails(
      tx,
      mails.map(({ id }) => id),
    );
    const fresh = mails.filter(({ id }) => !known.has(id));
    const sent = await countFlowMails(tx, new Date(Date.now() - dayMs));
    if (sent + fresh.length > perDay) throw new AppError('flow.too_many_mails', { detail: perDay });
    const flow = await findFlow(tx, flowId);
    const company = await findCompany(tx, companyId);
    for (const { id, address } of fresh) {
      await insertFlowMail(tx, { id, companyId, flowId });
      await queueMail(platform, tx, {
        id,
        to: address,
        kind: 'flow',
        language: run.language as Language,
        expiresAt: new Date(Date.now() + deliverableMs),
        values: { subject, text, flow: flow?.name ?? '', companyName: company?.name ?? '' },
      });
    }
  });
}

async function assertReachable(
  { config }: Platform,
  tx: Tx,
  companyId: string,
  address: string,
): Promise<void> {
  const { domains } = config.flowMails;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (domains.includes('*') || domains.includes(domain)) return;
  if (!(await findMemberByEmail(tx, address, companyId)))
    throw new AppError('flow.mail_recipient', { detail: address });
}

/** The same for the same step and recipient: a step that is repeated finds its mail. */
function nameMail(key: string, address: string): string {
  const hash = createHash('sha256').update(`${key}\n${address}`).digest('hex');
  const variant = ((Number.parseInt(hash[16] as string, 16) & 0x3) | 0x8).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
