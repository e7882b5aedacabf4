import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { PackageRow } from '../companies/company.table.ts';

/** Packages belong to the platform: only administrators manage them. */
export const packagePolicy = definePolicy<PackageRow>({ notFound: 'package.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor) => actor.level >= levels.ADMIN,
);
