import type { AuditEntry, auditQuery, listAuditLog, QueryOf } from '@lectern/contract';
import { and, count, desc, eq, gte, ilike, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { auditLog } from './audit.table.ts';

type Filter = z.infer<typeof auditQuery> & Partial<QueryOf<typeof listAuditLog>>;

/** The newest first. Days are those of the reader's zone. */
export async function listAuditEntries(tx: Tx, filter: Filter, timezone: string) {
  const search = filter.search ? likePattern(filter.search) : undefined;
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timezone}`;
  const where = and(
    filter.companyId ? eq(auditLog.companyId, filter.companyId) : undefined,
    filter.impersonated === true ? isNotNull(auditLog.impersonatorId) : undefined,
    filter.action ? eq(auditLog.action, filter.action) : undefined,
    filter.from ? gte(auditLog.at, midnight(filter.from)) : undefined,
    filter.to ? lt(auditLog.at, sql`${midnight(filter.to)} + interval '1 day'`) : undefined,
    search
      ? or(
          ilike(auditLog.subject, search),
          ilike(auditLog.accountName, search),
          ilike(auditLog.impersonatorName, search),
          ilike(auditLog.companyName, search),
          ilike(auditLog.action, search),
        )
      : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(auditLog).where(where);
  const rows = await tx
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  const items = rows.map(
    ({ impersonatorId: _, impersonatorName, at, ...row }): AuditEntry => ({
      ...row,
      at: at.toISOString(),
      impersonatedBy: impersonatorName,
    }),
  );
  return { items, total: total?.count ?? 0 };
}
