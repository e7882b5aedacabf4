import { and, asc, count, eq, ilike, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { companies, packages } from '../companies/company.table.ts';

export type PackageRow = typeof packages.$inferSelect;

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

/** Companies that have each package; those being cleared away count no more. */
export async function countCompanies(tx: Tx, packageIds: string[]): Promise<Map<string, number>> {
  if (packageIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: companies.packageId, count: count() })
    .from(companies)
    .where(and(inArray(companies.packageId, packageIds), isNull(companies.deletedAt)))
    .groupBy(companies.packageId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Changes of packages are few: they go one after the other, so that each rule is checked against what counts. */
export async function lockPackages(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('packages'))`);
}

/** Waits for those who are giving the package to a company at this moment. */
export async function findPackageToChange(tx: Tx, id: string): Promise<PackageRow | undefined> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, id)).for('update');
  return row;
}

export async function isPackageNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(
      and(
        sql`lower(${packages.name}) = lower(${name})`,
        except === undefined ? undefined : ne(packages.id, except),
      ),
    );
  return rows.length > 0;
}

export async function insertPackage(tx: Tx, values: typeof packages.$inferInsert): Promise<PackageRow> {
  const [row] = await tx.insert(packages).values(values).returning();
  return row as PackageRow;
}

export async function updatePackageRow(
  tx: Tx,
  id: string,
  changes: Partial<PackageRow>,
): Promise<PackageRow> {
  const [row] = await tx
    .update(packages)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(packages.id, id))
    .returning();
  return row as PackageRow;
}

/** The one default moves; called under `lockPackages`, so that there is one before and after. */
export async function moveSignUpDefault(tx: Tx, id: string): Promise<void> {
  await tx.update(packages).set({ isSignUpDefault: false }).where(eq(packages.isSignUpDefault, true));
  await tx.update(packages).set({ isSignUpDefault: true }).where(eq(packages.id, id));
}

/** Companies that are being cleared away hold on to no package: the sign-up default takes the place. */
export async function releaseFromDeletedCompanies(tx: Tx, id: string): Promise<void> {
  await tx
    .update(companies)
    .set({ packageId: sql`(select id from packages where is_sign_up_default)` })
    .where(and(eq(companies.packageId, id), isNotNull(companies.deletedAt)));
}

export async function deletePackageRow(tx: Tx, id: string): Promise<void> {
  await tx.delete(packages).where(eq(packages.id, id));
}
