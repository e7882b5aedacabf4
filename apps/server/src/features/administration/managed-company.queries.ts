import type { listCompanies, ManagedCompany, QueryOf } from '@lectern/contract';
import { levels } from '@lectern/contract';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { useOf } from '../../platform/quota.ts';
import { accounts } from '../accounts/account.table.ts';
import { type CompanyRow, companies, memberships, packages } from '../companies/company.table.ts';
import { files } from '../file-storage/file.table.ts';
import { requestCounters, thisMonth } from '../usage/usage.table.ts';

const alive = isNull(companies.deletedAt);
/** Whether someone who runs the company has an address like this. */
function isRunBy(tx: Tx, pattern: string): SQL {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(memberships)
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .where(
        and(
          eq(memberships.companyId, companies.id),
          eq(memberships.level, levels.COMPANY),
          ilike(accounts.email, pattern),
        ),
      ),
  );
}

/** What the list is sorted by, of every company in one go. */
async function measureAll(tx: Tx, sort: 'users' | 'storage' | 'requests') {
  switch (sort) {
    case 'users':
      return tx
        .select({ id: companies.id, amount: (await useOf('users', companies.id)).as('amount') })
        .from(companies)
        .as('measured');
    case 'storage':
      return tx
        .select({ id: files.companyId, amount: sql`sum(${files.sizeBytes})`.as('amount') })
        .from(files)
        .where(isNull(files.deletedAt))
        .groupBy(files.companyId)
        .as('measured');
    case 'requests':
      return tx
        .select({ id: requestCounters.companyId, amount: sql`${requestCounters.requests}`.as('amount') })
        .from(requestCounters)
        .where(eq(requestCounters.month, thisMonth))
        .as('measured');
  }
}

export async function listCompanyRows(
  tx: Tx,
  filter: QueryOf<typeof listCompanies>,
): Promise<{ rows: CompanyRow[]; total: number }> {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = and(
    alive,
    pattern === undefined ? undefined : or(ilike(companies.name, pattern), isRunBy(tx, pattern)),
    filter.kind === undefined ? undefined : eq(companies.kind, filter.kind),
    filter.enabled === undefined ? undefined : eq(companies.enabled, filter.enabled),
    filter.packageId === undefined ? undefined : eq(companies.packageId, filter.packageId),
  );
  const order = filter.order === 'asc' ? asc : desc;
  const page = { limit: filter.pageSize, offset: (filter.page - 1) * filter.pageSize };
  const [total] = await tx.select({ count: count() }).from(companies).where(where);
  if (filter.sort === 'name' || filter.sort === 'created') {
    const by = filter.sort === 'name' ? sql`lower(${companies.name})` : companies.createdAt;
    const rows = await tx
      .select()
      .from(companies)
      .where(where)
      .orderBy(order(by), order(companies.id))
      .limit(page.limit)
      .offset(page.offset);
    return { rows, total: total?.count ?? 0 };
  }
  const measured = await measureAll(tx, filter.sort);
  const rows = await tx
    .select({ company: companies })
    .from(companies)
    .leftJoin(measured, eq(measured.id, companies.id))
    .where(where)
    .orderBy(order(sql`coalesce(${measured.amount}, 0)`), order(companies.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows: rows.map(({ company }) => company), total: total?.count ?? 0 };
}

/** Serializes callers that disable companies. */
export async function lockDisabling(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('disabling-companies'))`);
}

export function listMembersOf(tx: Tx, companyId: string) {
  return tx
    .select({
      accountId: accounts.id,
      email: accounts.email,
      username: accounts.username,
      level: memberships.level,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.companyId, companyId))
    .orderBy(desc(memberships.level), asc(memberships.createdAt));
}

/** Each fact of all companies of a page by one query. */
async function readFacts(tx: Tx, ids: string[]) {
  const owners = await tx
    .selectDistinctOn([memberships.companyId], { id: memberships.companyId, email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(
      and(
        inArray(memberships.companyId, ids),
        // Its person may be below the level that runs a company.
        or(eq(memberships.level, levels.COMPANY), eq(companies.kind, 'personal')),
      ),
    )
    .orderBy(memberships.companyId, desc(memberships.level), memberships.createdAt, memberships.id);
  // With open invitations, as the company's own limit counts them.
  const users = await tx
    .select({ id: companies.id, count: await useOf('users', companies.id) })
    .from(companies)
    .where(inArray(companies.id, ids));
  const storage = await tx
    .select({ id: files.companyId, bytes: sum(files.sizeBytes).mapWith(Number) })
    .from(files)
    .where(and(inArray(files.companyId, ids), isNull(files.deletedAt)))
    .groupBy(files.companyId);
  const requests = await tx
    .select({ id: requestCounters.companyId, count: requestCounters.requests })
    .from(requestCounters)
    .where(and(inArray(requestCounters.companyId, ids), eq(requestCounters.month, thisMonth)));
  return {
    owners: new Map(owners.map((row) => [row.id, row.email])),
    users: new Map(users.map((row) => [row.id, row.count])),
    storage: new Map(storage.map((row) => [row.id, row.bytes])),
    requests: new Map(requests.map((row) => [row.id, row.count])),
  };
}

export async function presentCompanies(tx: Tx, rows: CompanyRow[]): Promise<ManagedCompany[]> {
  if (rows.length === 0) return [];
  const facts = await readFacts(
    tx,
    rows.map(({ id }) => id),
  );
  const named = await tx
    .select({ id: packages.id, name: packages.name })
    .from(packages)
    .where(inArray(packages.id, [...new Set(rows.map((row) => row.packageId))]));
  const names = new Map(named.map((row) => [row.id, row.name]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    package: { id: row.packageId, name: names.get(row.packageId) ?? '' },
    ownerEmail: facts.owners.get(row.id) ?? null,
    users: facts.users.get(row.id) ?? 0,
    storageBytes: facts.storage.get(row.id) ?? 0,
    requestsThisMonth: facts.requests.get(row.id) ?? 0,
    createdAt: row.createdAt.toISOString(),
  }));
}
