import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { InvitationRow } from './company.table.ts';

/** An invitation, and whether the actor has proved that it is for them. */
export type InvitationForActor = InvitationRow & { isForActor?: boolean };

function isInviter(actor: Actor, invitation: InvitationRow): boolean {
  return invitation.companyId === actor.companyId && actor.level >= levels.COMPANY;
}

/** Owners withdraw and resend the invitations of their company; the invited person answers. */
export const invitationPolicy = definePolicy<InvitationForActor>({
  notFound: 'invitation.not_found',
  forbidden: 'invitation.not_found',
})
  .allow('read', (actor, invitation) => isInviter(actor, invitation) || invitation.isForActor === true)
  .allow(['update', 'delete'], isInviter)
  .allow('answer', (_actor, invitation) => invitation.isForActor === true);
