import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { CompanyRow } from './company.table.ts';

/** Owners change the settings of the company in which they act; administrators manage every company. */
export const companyPolicy = definePolicy<CompanyRow>({ notFound: 'company.not_found' })
  .allow('read', (actor, company) => company.id === actor.companyId || actor.level >= levels.ADMIN)
  .allow('update', (actor, company) => company.id === actor.companyId && actor.level >= levels.COMPANY)
  .allow(['manage', 'delete'], (actor) => actor.level >= levels.ADMIN);
