import type { listAccounts, ManagedAccount, QueryOf } from '@lectern/contract';
import { and, asc, count, eq, exists, ilike, inArray, isNull, max, or, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { type AccountRow, accounts, sessions } from '../accounts/account.table.ts';
import { companies, memberships } from '../companies/company.table.ts';

export async function listAccountRows(
  tx: Tx,
  filter: QueryOf<typeof listAccounts>,
): Promise<{ rows: AccountRow[]; total: number }> {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = and(
    pattern === undefined ? undefined : or(ilike(accounts.email, pattern), ilike(accounts.username, pattern)),
    filter.companyId === undefined
      ? undefined
      : exists(
          tx
            .select({ one: sql`1` })
            .from(memberships)
            .where(and(eq(memberships.accountId, accounts.id), eq(memberships.companyId, filter.companyId))),
        ),
    filter.isAdmin === undefined ? undefined : eq(accounts.isAdmin, filter.isAdmin),
    filter.active === undefined ? undefined : eq(accounts.active, filter.active),
  );
  const [total] = await tx.select({ count: count() }).from(accounts).where(where);
  const rows = await tx
    .select()
    .from(accounts)
    .where(where)
    .orderBy(asc(sql`lower(${accounts.username})`), asc(accounts.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id));
  return row;
}

/** The companies of many accounts by one query, the oldest membership first. */
export async function listCompaniesOfAccounts(tx: Tx, accountIds: string[]) {
  const rows = await tx
    .select({
      accountId: memberships.accountId,
      id: companies.id,
      name: companies.name,
      kind: companies.kind,
      level: memberships.level,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(and(inArray(memberships.accountId, accountIds), isNull(companies.deletedAt)))
    .orderBy(asc(memberships.createdAt));
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

/** When people were last active, without sessions of impersonating administrators. */
async function readLastSeen(tx: Tx, accountIds: string[]) {
  const rows = await tx
    .select({ id: sessions.accountId, at: max(sessions.lastUsedAt) })
    .from(sessions)
    .where(and(inArray(sessions.accountId, accountIds), isNull(sessions.impersonatorId)))
    .groupBy(sessions.accountId);
  return new Map(rows.map((row) => [row.id, row.at]));
}

export async function presentAccounts(tx: Tx, rows: AccountRow[]): Promise<ManagedAccount[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const companiesOf = await listCompaniesOfAccounts(tx, ids);
  const lastSeen = await readLastSeen(tx, ids);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    username: row.username,
    photo: row.photo,
    isAdmin: row.isAdmin,
    active: row.active,
    emailVerified: row.emailVerifiedAt !== null,
    twoFactor: row.twoFactor,
    mustChangePassword: row.mustChangePassword,
    companies: (companiesOf.get(row.id) ?? []).map(({ accountId: _, ...company }) => company),
    lastSeenAt: lastSeen.get(row.id)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
