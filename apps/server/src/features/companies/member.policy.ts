import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { MemberRow } from './company.table.ts';

/** Company owners manage the members of the company in which they act. */
export const memberPolicy = definePolicy<MemberRow>({ notFound: 'member.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, member) => member.companyId === actor.companyId && actor.level >= levels.COMPANY,
);
