import {
  acceptInvitation,
  createInvitation,
  createUser,
  getCompany,
  getInvitation,
  listInvitations,
  listMembers,
  listMyInvitations,
  refuseInvitation,
  removeMember,
  resendInvitation,
  updateCompany,
  updateMember,
  withdrawInvitation,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAccountByEmail } from '../accounts/account.service.ts';
import { changeCompany, readCompany } from './company.service.ts';
import { getInvitationByToken, listOpenInvitations } from './invitation.queries.ts';
import {
  accept,
  invite,
  inviteAgain,
  listInvitationsTo,
  presentInvitation,
  presentReceived,
  refuse,
  withdraw,
} from './invitation.service.ts';
import { listMemberRows } from './member.queries.ts';
import { changeMemberLevel, createUserIn, removeMemberFrom } from './member.service.ts';

export function companyRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(getCompany, ({ actor }) => database.withActor(actor, (tx) => readCompany(tx, actor.companyId))),
    route(updateCompany, ({ actor, body, audit }) => changeCompany(platform, actor, body, audit)),

    route(listMembers, ({ actor, query }) => database.withActor(actor, (tx) => listMemberRows(tx, query))),
    route(updateMember, async ({ actor, params, body, audit }) => {
      const { member, before } = await changeMemberLevel(platform, actor, params.memberId, body.level);
      audit(member.email);
      audit.changed({ level: before }, { level: member.level });
      return member;
    }),
    route(removeMember, async ({ actor, params, audit }) => {
      audit(await removeMemberFrom(platform, actor, params.memberId));
    }),
    route(createUser, ({ actor, body, audit }) => {
      audit(body.email);
      return createUserIn(platform, actor, body);
    }),

    route(listInvitations, ({ actor }) =>
      database.withActor(actor, async (tx) => ({
        items: (await listOpenInvitations(tx)).map(presentInvitation),
      })),
    ),
    route(createInvitation, ({ actor, body, audit }) => {
      audit(body.email);
      return invite(platform, actor, body);
    }),
    route(resendInvitation, async ({ actor, params, audit }) => {
      const invitation = await inviteAgain(platform, actor, params.invitationId);
      audit(invitation.email);
      return invitation;
    }),
    route(withdrawInvitation, async ({ actor, params, audit }) => {
      audit(await withdraw(platform, actor, params.invitationId));
    }),
    route(getInvitation, ({ params }) =>
      database.acrossCompanies('whoever has the link is in no company yet', async (tx) => {
        const invitation = await getInvitationByToken(tx, params.token);
        const account = await findAccountByEmail(tx, invitation.email);
        return { ...presentReceived(invitation), hasAccount: account !== undefined };
      }),
    ),
    route(listMyInvitations, ({ actor }) =>
      database.acrossCompanies('invitations come from other companies', async (tx) => ({
        items: await listInvitationsTo(tx, actor.accountId),
      })),
    ),
    route(acceptInvitation, async ({ actor, params, body, audit }) => {
      const joined = await accept(platform, actor, params.invitationId, body.token);
      audit(joined.companyName, { id: joined.companyId, name: joined.companyName });
      return joined;
    }),
    route(refuseInvitation, async ({ actor, params, body, audit }) => {
      const { companyId, companyName } = await refuse(platform, actor, params.invitationId, body.token);
      // The company in which the person acts must not learn of invitations by others.
      audit(companyName, { id: companyId, name: companyName });
    }),
  ];
}
