import { AppError } from '@lectern/contract';
import { and, asc, count, eq, ilike, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import { companies, type PackageRow, packages } from './company.table.ts';

export async function listPackageRows(
  tx: Tx,
  filter: {
    search?: string | undefined;
    enabled?: boolean | undefined;
    page: number;
    pageSize: number;
  },
): Promise<{ rows: PackageRow[]; total: number }> {
  const where = and(
    filter.search ? ilike(packages.name, likePattern(filter.search)) : undefined,
    filter.enabled === undefined ? undefined : eq(packages.enabled, filter.enabled),
  );
  const [total] = await tx.select({ count: count() }).from(packages).where(where);
  const rows = await tx
    .select()
    .from(packages)
    .where(where)
    .orderBy(asc(sql`lower(${packages.name})`), asc(packages.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

/** The number of companies per package, without deleted ones. */
export async function countCompanies(tx: Tx, packageIds: string[]): Promise<Map<string, number>> {
  if (packageIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: companies.packageId, count: count() })
    .from(companies)
    .where(and(inArray(companies.packageId, packageIds), isNull(companies.deletedAt)))
    .groupBy(companies.packageId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Serializes changes of packages, which are rare, so that each rule is checked against the current rows. */
export async function lockPackages(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('packages'))`);
}

/** The package, locked. Waits for transactions that are giving it to a company. */
export async function lockPackage(tx: Tx, id: string): Promise<PackageRow | undefined> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, id)).for('update');
  return row;
}

/** A package that a company may be given. It stays enabled until this transaction ends. */
export async function getEnabledPackage(tx: Tx, id: string): Promise<PackageRow> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, id)).for('share');
  if (!row) throw new AppError('package.not_found');
  if (!row.enabled) throw new AppError('package.must_be_enabled');
  return row;
}

export async function getSignUpPackage(tx: Tx): Promise<PackageRow> {
  const [row] = await tx.select().from(packages).where(eq(packages.isSignUpDefault, true)).limit(1);
  if (!row) throw new Error('No package is marked as the sign-up default');
  return row;
}

/** The package of a new installation, unless there is one for sign-ups. */
export async function insertFirstPackage(tx: Tx): Promise<void> {
  await tx
    .insert(packages)
    .values({ id: newId(), name: 'Unlimited', isSignUpDefault: true })
    .onConflictDoNothing();
}

export async function isPackageNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(and(isSameName(packages.name, name), except === undefined ? undefined : ne(packages.id, except)));
  return rows.length > 0;
}

export async function insertPackage(tx: Tx, values: typeof packages.$inferInsert): Promise<PackageRow> {
  const [row] = await tx.insert(packages).values(values).returning();
  return row as PackageRow;
}

export async function updatePackageRow(
  tx: Tx,
  { id }: Authorized<PackageRow, 'update'>,
  changes: Partial<PackageRow>,
): Promise<PackageRow> {
  const [row] = await tx
    .update(packages)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(packages.id, id))
    .returning();
  return row as PackageRow;
}

/** Makes this package the one for sign-ups. Called under `lockPackages`, so that there is always exactly one. */
export async function setSignUpDefault(tx: Tx, { id }: Authorized<PackageRow, 'update'>): Promise<void> {
  await tx.update(packages).set({ isSignUpDefault: false }).where(eq(packages.isSignUpDefault, true));
  await tx.update(packages).set({ isSignUpDefault: true }).where(eq(packages.id, id));
}

/** Gives deleted companies, which are still being cleared, the sign-up package instead of this one. */
export async function releaseFromDeletedCompanies(
  tx: Tx,
  { id }: Authorized<PackageRow, 'delete'>,
): Promise<void> {
  await tx
    .update(companies)
    .set({ packageId: sql`(select id from packages where is_sign_up_default)` })
    .where(and(eq(companies.packageId, id), isNotNull(companies.deletedAt)));
}

export async function deletePackageRow(tx: Tx, { id }: Authorized<PackageRow, 'delete'>): Promise<void> {
  await tx.delete(packages).where(eq(packages.id, id));
}
