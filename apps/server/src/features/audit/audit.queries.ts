import type { AuditEntry, auditQuery, listAuditLog, QueryOf } from '@lectern/contract';
import { and, count, desc, eq, gte, ilike, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditBeginning, AuditEnding, RefusedSignIn } from '../../platform/audit-port.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
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

const nameOf = (accountId: string) =>
  sql<string>`coalesce((select username from accounts where id = ${accountId}), '')`;

export async function insertAuditEntry(
  tx: Tx,
  id: string,
  { actor, action, ofPlatform, fields, address }: AuditBeginning,
): Promise<void> {
  await tx.insert(auditLog).values({
    id,
    companyId: ofPlatform ? null : actor.companyId,
    companyName: ofPlatform ? null : sql`(select name from companies where id = ${actor.companyId})`,
    accountId: actor.accountId,
    accountName: nameOf(actor.accountId),
    impersonatorId: actor.impersonatedBy ?? null,
    impersonatorName: actor.impersonatedBy ? nameOf(actor.impersonatedBy) : null,
    via: actor.via,
    action,
    fields,
    address,
  });
}

/** The only change of an entry: how its call ended. */
export async function completeAuditEntry(
  tx: SystemTx,
  id: string,
  { status, errorCode, about, changes }: AuditEnding,
): Promise<void> {
  const [subject, company] = about ?? [''];
  await tx
    .update(auditLog)
    .set({
      status,
      errorCode: errorCode ?? null,
      changes,
      subject: subject.slice(0, 255),
      ...(company ? { companyId: company.id, companyName: company.name } : {}),
    })
    .where(eq(auditLog.id, id));
}

export async function insertRefusedSignIn(
  tx: SystemTx,
  { account, company, ...refusal }: RefusedSignIn,
): Promise<void> {
  await tx.insert(auditLog).values({
    id: newId(),
    accountId: account?.id ?? null,
    accountName: account?.name ?? '',
    companyId: company?.id ?? null,
    companyName: company?.name ?? null,
    via: 'session',
    ...refusal,
  });
}
