import { type AuditEntry, listAuditLog, listCompanyAudit } from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTimezone } from '../accounts/account.service.ts';
import { listMemberAccounts } from '../companies/member.service.ts';
import { listAuditEntries } from './audit.queries.ts';

export function auditRoutes({ database }: Platform) {
  return [
    route(listCompanyAudit, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const { items, total } = await listAuditEntries(tx, query, await readTimezone(tx, actor));
        const members = new Set(
          await listMemberAccounts(
            tx,
            items.flatMap(({ accountId }) => accountId ?? []),
          ),
        );
        // Where an administrator sits is no business of the company's.
        const own = ({ accountId, impersonatedBy }: AuditEntry) =>
          impersonatedBy === null && accountId !== null && members.has(accountId);
        return { items: items.map((item) => (own(item) ? item : { ...item, address: null })), total };
      }),
    ),
    route(listAuditLog, ({ actor, query }) =>
      database.acrossCompanies('the administrator reads the log of every company', async (tx) =>
        listAuditEntries(tx, query, await readTimezone(tx, actor)),
      ),
    ),
  ];
}
