import { listAuditLog, listCompanyAudit } from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTimezone } from '../accounts/account.service.ts';
import { listAuditEntries } from './audit.queries.ts';

export function auditRoutes({ database }: Platform) {
  return [
    route(listCompanyAudit, ({ actor, query }) =>
      database.withActor(actor, async (tx) => listAuditEntries(tx, query, await readTimezone(tx, actor))),
    ),
    route(listAuditLog, ({ actor, query }) =>
      database.acrossCompanies('the administrator reads the log of every company', async (tx) =>
        listAuditEntries(tx, query, await readTimezone(tx, actor)),
      ),
    ),
  ];
}
