import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { MemberRow } from './company.table.ts';

function isOwner(actor: Actor, member: MemberRow): boolean {
  return member.companyId === actor.companyId && actor.level >= levels.COMPANY;
}

/** Owners manage the members of the company in which they act; administrators make members owners. */
export const memberPolicy = definePolicy<MemberRow>({
  notFound: 'member.not_found',
  forbidden: 'member.not_found',
})
  .allow('read', (actor, member) => isOwner(actor, member) || actor.level >= levels.ADMIN)
  .allow(['update', 'delete'], isOwner)
  .allow('promote', (actor) => actor.level >= levels.ADMIN);
