import { and, count, desc, eq, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { accounts } from '../accounts/account.table.ts';
import { companies } from '../companies/company.table.ts';
import { type ApiTokenRow, apiTokens } from './api-token.table.ts';

export type ApiTokenWithNames = { token: ApiTokenRow; createdBy: string; companyName: string };

function selectTokens(tx: Tx) {
  return tx
    .select({ token: apiTokens, createdBy: accounts.username, companyName: companies.name })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.accountId))
    .innerJoin(companies, eq(companies.id, apiTokens.companyId));
}

/** The newest first: all tokens of the transaction's company, or one person's. */
export function listApiTokenRows(tx: Tx, accountId?: string): Promise<ApiTokenWithNames[]> {
  return selectTokens(tx)
    .where(accountId ? eq(apiTokens.accountId, accountId) : undefined)
    .orderBy(desc(apiTokens.createdAt));
}

/** A page of the tokens of every company, the newest first. */
export async function listApiTokenPage(
  tx: Tx,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = pattern
    ? or(
        ilike(apiTokens.name, pattern),
        ilike(apiTokens.hint, pattern),
        ilike(companies.name, pattern),
        ilike(accounts.username, pattern),
      )
    : undefined;
  const rows = await selectTokens(tx)
    .where(where)
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  const [total] = await tx
    .select({ count: count() })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.accountId))
    .innerJoin(companies, eq(companies.id, apiTokens.companyId))
    .where(where);
  return { rows, total: total?.count ?? 0 };
}

export async function findApiToken(tx: Tx, id: string): Promise<ApiTokenWithNames | undefined> {
  const [row] = await selectTokens(tx).where(eq(apiTokens.id, id));
  return row;
}

export async function isTokenNameTaken(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx.select({ id: apiTokens.id }).from(apiTokens).where(isSameName(apiTokens.name, name));
  return rows.length > 0;
}

export async function insertApiToken(
  tx: Tx,
  values: typeof apiTokens.$inferInsert,
  _place: QuotaToken<'iframes'>,
): Promise<void> {
  await tx.insert(apiTokens).values(values);
}

export async function deleteApiTokenRow(tx: Tx, token: Authorized<ApiTokenRow, 'delete'>): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.id, token.id));
}

/** Expired tokens do not count. */
export function countApiTokens(companyId: SQLWrapper): SQL<number> {
  return sql`(select count(*) from ${apiTokens} where ${apiTokens.companyId} = ${companyId}
    and (${apiTokens.expiresAt} is null or ${apiTokens.expiresAt} > now()))`;
}

/** The tokens that a former member made for this company. */
export async function deleteApiTokensOfMember(
  tx: Tx,
  { companyId, accountId }: Authorized<{ companyId: string; accountId: string }, 'delete'>,
): Promise<void> {
  await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.companyId, companyId), eq(apiTokens.accountId, accountId)));
}

/** In every company. */
export async function deleteApiTokensOfAccount(
  tx: Tx,
  account: Authorized<{ id: string }, 'update'>,
): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.accountId, account.id));
}

/** The tokens that were made in sessions of the company's single sign-on, which end with it. */
export async function deleteSsoApiTokens(
  tx: Tx,
  { companyId }: Authorized<{ companyId: string }, 'update' | 'delete'>,
): Promise<void> {
  await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.companyId, companyId), eq(apiTokens.signedInWith, 'single_sign_on')));
}

export async function touchApiToken(tx: SystemTx, id: string): Promise<void> {
  await tx.update(apiTokens).set({ lastUsedAt: new Date() }).where(eq(apiTokens.id, id));
}
