import { levels, type Member } from '@lectern/contract';
import { and, asc, count, eq, gte, ilike, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { accounts, sessions } from '../accounts/account.table.ts';
import { companies, invitations, type MemberRow, memberships } from './company.table.ts';

/** Sessions have no row-level security: hence the condition on the company. */
const lastSeenAt = sql<string | null>`(
  select max(s.last_used_at) from ${sessions} s
  where s.account_id = ${memberships.accountId} and s.company_id = ${memberships.companyId}
    and s.impersonator_id is null)`;

const shown = {
  id: memberships.id,
  accountId: accounts.id,
  email: accounts.email,
  username: accounts.username,
  photo: accounts.photo,
  level: memberships.level,
  active: accounts.active,
  mustChangePassword: accounts.mustChangePassword,
  twoFactor: accounts.twoFactor,
  lastSeenAt,
  joinedAt: memberships.createdAt,
};

type ShownRow = Omit<Member, 'joinedAt' | 'lastSeenAt'> & { lastSeenAt: unknown; joinedAt: Date };

function present({ lastSeenAt: seen, joinedAt, ...row }: ShownRow): Member {
  return {
    ...row,
    lastSeenAt: seen === null ? null : new Date(seen as string).toISOString(),
    joinedAt: joinedAt.toISOString(),
  };
}

/** The highest level first, then by name. */
export async function listMemberRows(
  tx: Tx,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = pattern ? or(ilike(accounts.username, pattern), ilike(accounts.email, pattern)) : undefined;
  const joined = eq(accounts.id, memberships.accountId);
  const [total] = await tx
    .select({ count: count() })
    .from(memberships)
    .innerJoin(accounts, joined)
    .where(where);
  const rows = await tx
    .select(shown)
    .from(memberships)
    .innerJoin(accounts, joined)
    .where(where)
    .orderBy(sql`${memberships.level} desc`, asc(sql`lower(${accounts.username})`), asc(memberships.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { items: rows.map(present), total: total?.count ?? 0 };
}

export async function findMember(tx: Tx, id: string): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, id));
  return row;
}

export async function presentMember(tx: Tx, id: string): Promise<Member> {
  const [row] = await tx
    .select(shown)
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.id, id));
  return present(row as ShownRow);
}

export async function findMembership(
  tx: Tx,
  companyId: string,
  accountId: string,
): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.accountId, accountId)));
  return row;
}

export async function findMemberByEmail(
  tx: Tx,
  email: string,
  companyId: string,
): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.companyId, companyId), sql`lower(${accounts.email}) = lower(${email})`));
  return row;
}

/** Whether the company has another active owner. Called under the company's lock. */
export async function hasOtherOwner(tx: Tx, member: MemberRow): Promise<boolean> {
  const [row] = await tx
    .select({ count: count() })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.accountId), eq(accounts.active, true)))
    .where(
      and(
        eq(memberships.companyId, member.companyId),
        gte(memberships.level, levels.COMPANY),
        ne(memberships.id, member.id),
      ),
    );
  return (row?.count ?? 0) > 0;
}

/** Whether an administrator of the platform is among the members. */
export async function hasAdministrator(tx: Tx, companyId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(
      accounts,
      and(eq(accounts.id, memberships.accountId), eq(accounts.isAdmin, true), eq(accounts.active, true)),
    )
    .where(eq(memberships.companyId, companyId))
    .limit(1);
  return row !== undefined;
}

/** Somebody is of a company from now on, the first of it included. */
export const onMemberJoined =
  defineHook<[tx: Tx, member: { companyId: string; accountId: string; level: number }]>('member joined');

export async function insertMember(
  tx: Tx,
  values: typeof memberships.$inferInsert,
  _place: QuotaToken<'users'>,
): Promise<void> {
  await tx.insert(memberships).values(values);
  await onMemberJoined.run(tx, values);
}

/** The accounts among these that are members of the transaction's company. */
export async function listMemberAccounts(tx: Tx, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(sql`${memberships.accountId} in ${accountIds}`);
  return rows.map((row) => row.accountId);
}

/** Whether the account is a member anywhere. Called across companies. */
export async function hasAnyCompany(tx: Tx, accountId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.deletedAt)))
    .where(eq(memberships.accountId, accountId))
    .limit(1);
  return row !== undefined;
}

/** Members and open invitations: each invitation reserves the place of a member. */
export function countPlaces(companyId: SQLWrapper): SQL<number> {
  return sql`(select count(*) from ${memberships} where ${memberships.companyId} = ${companyId})
    + (select count(*) from ${invitations} where ${invitations.companyId} = ${companyId}
      and ${invitations.expiresAt} > now())`;
}

export async function updateMemberLevel(
  tx: Tx,
  { id }: Authorized<MemberRow, 'update' | 'promote'>,
  level: number,
): Promise<void> {
  await tx.update(memberships).set({ level }).where(eq(memberships.id, id));
}

export async function deleteMember(tx: Tx, { id }: Authorized<MemberRow, 'delete'>): Promise<void> {
  await tx.delete(memberships).where(eq(memberships.id, id));
}
