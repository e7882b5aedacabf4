import {
  AppError,
  type BodyOf,
  type CompanyPackage,
  type createPackage,
  type updatePackage,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { packages } from '../companies/company.table.ts';
import {
  countCompanies,
  deletePackageRow,
  findPackageToChange,
  insertPackage,
  isPackageNameTaken,
  lockPackages,
  moveSignUpDefault,
  type PackageRow,
  releaseFromDeletedCompanies,
  updatePackageRow,
} from './package.queries.ts';

const platformPackages = 'packages belong to no company';

type Audit = (subject: string) => void;

/** A package that a company may be given; it stays enabled until this transaction ends. */
export async function getPackageToGive(tx: Tx, id: string): Promise<PackageRow> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, id)).for('share');
  if (!row) throw new AppError('package.not_found');
  if (!row.enabled) throw new AppError('package.must_be_enabled');
  return row;
}

export function presentPackage(row: PackageRow, companyCount: number): CompanyPackage {
  const { updatedAt: _, createdAt, ...fields } = row;
  return { ...fields, companyCount, createdAt: createdAt.toISOString() };
}

async function presentChanged(tx: Tx, row: PackageRow): Promise<CompanyPackage> {
  return presentPackage(row, (await countCompanies(tx, [row.id])).get(row.id) ?? 0);
}

/** One change of a package, under the lock that all changes of packages share. */
function change<T>(
  { database }: Platform,
  id: string,
  audit: Audit,
  work: (tx: Tx, row: PackageRow) => Promise<T>,
): Promise<T> {
  return database.acrossCompanies(platformPackages, async (tx) => {
    await lockPackages(tx);
    const row = await findPackageToChange(tx, id);
    if (!row) throw new AppError('package.not_found');
    audit(row.name);
    return work(tx, row);
  });
}

export function makePackage({ database }: Platform, input: BodyOf<typeof createPackage>) {
  return database.acrossCompanies(platformPackages, async (tx) => {
    await lockPackages(tx);
    if (await isPackageNameTaken(tx, input.name))
      throw new AppError('package.name_taken', { name: input.name });
    return presentPackage(await insertPackage(tx, { id: newId(), ...input }), 0);
  });
}

export function changePackage(
  platform: Platform,
  id: string,
  input: BodyOf<typeof updatePackage>,
  audit: Audit,
) {
  return change(platform, id, audit, async (tx, row) => {
    if (!row.enabled) throw new AppError('package.must_be_enabled');
    const { isSignUpDefault, ...changes } = input;
    if (changes.name !== undefined && (await isPackageNameTaken(tx, changes.name, id)))
      throw new AppError('package.name_taken', { name: changes.name });
    if (isSignUpDefault) await moveSignUpDefault(tx, id);
    return presentChanged(tx, await updatePackageRow(tx, id, changes));
  });
}

export function switchPackage(platform: Platform, id: string, enabled: boolean, audit: Audit) {
  return change(platform, id, audit, async (tx, row) => {
    if (!enabled && row.isSignUpDefault) throw new AppError('package.is_sign_up_default');
    return presentChanged(tx, await updatePackageRow(tx, id, { enabled }));
  });
}

export function removePackage(platform: Platform, id: string, audit: Audit): Promise<void> {
  return change(platform, id, audit, async (tx, row) => {
    if (row.isSignUpDefault) throw new AppError('package.is_sign_up_default');
    if (row.enabled) throw new AppError('package.must_be_disabled');
    const inUse = (await countCompanies(tx, [id])).get(id) ?? 0;
    if (inUse > 0) throw new AppError('package.in_use', { companies: inUse });
    await releaseFromDeletedCompanies(tx, id);
    await deletePackageRow(tx, id);
  });
}
