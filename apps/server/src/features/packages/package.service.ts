import {
  AppError,
  type BodyOf,
  type CompanyPackage,
  type createPackage,
  type updatePackage,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PackageRow } from '../companies/company.table.ts';
import {
  countCompanies,
  deletePackageRow,
  insertPackage,
  isPackageNameTaken,
  lockPackage,
  lockPackages,
  releaseFromDeletedCompanies,
  setSignUpDefault,
  updatePackageRow,
} from '../companies/package.queries.ts';
import { packagePolicy } from './package.policy.ts';

const ofPlatform = 'packages belong to the platform';

/** Which package, and who changes it. */
type PackageCall = { actor: Actor; id: string; audit: Audit };

export function presentPackage(row: PackageRow, companyCount: number): CompanyPackage {
  const { updatedAt: _, createdAt, ...fields } = row;
  return { ...fields, companyCount, createdAt: createdAt.toISOString() };
}

async function presentChanged(tx: Tx, row: PackageRow): Promise<CompanyPackage> {
  return presentPackage(row, (await countCompanies(tx, [row.id])).get(row.id) ?? 0);
}

/** Runs `work` with the package under the lock that all changes of packages share. */
function withLockedPackage<T, Action extends 'update' | 'delete'>(
  { database }: Platform,
  { actor, id, audit }: PackageCall,
  action: Action,
  work: (tx: Tx, row: Authorized<PackageRow, Action>) => Promise<T>,
): Promise<T> {
  return database.acrossCompanies(ofPlatform, async (tx) => {
    await lockPackages(tx);
    const row = authorize(packagePolicy, actor, action, await lockPackage(tx, id));
    audit(row.name);
    return work(tx, row);
  });
}

export function addPackage({ database }: Platform, input: BodyOf<typeof createPackage>) {
  return database.acrossCompanies(ofPlatform, async (tx) => {
    await lockPackages(tx);
    if (await isPackageNameTaken(tx, input.name))
      throw new AppError('package.name_taken', { name: input.name });
    return presentPackage(await insertPackage(tx, { id: newId(), ...input }), 0);
  });
}

export function changePackage(platform: Platform, call: PackageCall, input: BodyOf<typeof updatePackage>) {
  return withLockedPackage(platform, call, 'update', async (tx, row) => {
    if (!row.enabled) throw new AppError('package.must_be_enabled');
    const { isSignUpDefault, ...changes } = input;
    if (changes.name !== undefined && (await isPackageNameTaken(tx, changes.name, row.id)))
      throw new AppError('package.name_taken', { name: changes.name });
    if (isSignUpDefault) await setSignUpDefault(tx, row);
    call.audit.changed(row, changes);
    return presentChanged(tx, await updatePackageRow(tx, row, changes));
  });
}

export function setPackageEnabled(platform: Platform, call: PackageCall, enabled: boolean) {
  return withLockedPackage(platform, call, 'update', async (tx, row) => {
    if (!enabled && row.isSignUpDefault) throw new AppError('package.is_sign_up_default');
    return presentChanged(tx, await updatePackageRow(tx, row, { enabled }));
  });
}

export function removePackage(platform: Platform, call: PackageCall): Promise<void> {
  return withLockedPackage(platform, call, 'delete', async (tx, row) => {
    if (row.isSignUpDefault) throw new AppError('package.is_sign_up_default');
    if (row.enabled) throw new AppError('package.must_be_disabled');
    const inUse = (await countCompanies(tx, [row.id])).get(row.id) ?? 0;
    if (inUse > 0) throw new AppError('package.in_use', { companies: inUse });
    await releaseFromDeletedCompanies(tx, row);
    await deletePackageRow(tx, row);
  });
}
