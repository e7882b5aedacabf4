import {
  createShare,
  listConversationShares,
  listShares,
  openShare,
  openShareAsMember,
  revokeShare,
  updateShare,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadConversation } from '../conversations/conversation.service.ts';
import { deleteShareRow, listShareRows } from './share.queries.ts';
import {
  allowsPublicLinks,
  loadShare,
  mostShares,
  openSharedConversation,
  presentShare,
  refreshShare,
  shareConversation,
} from './share.service.ts';

export function shareRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(createShare, async ({ actor, params, body, audit }) => {
      const { assistantName, ...made } = await shareConversation(
        platform,
        actor,
        params.conversationId,
        body,
      );
      audit(assistantName);
      return made;
    }),
    route(listConversationShares, ({ actor, params }) =>
      database.withActor(actor, async (tx) => {
        const { id: conversationId } = await loadConversation(tx, actor, 'read', params.conversationId);
        const filter = { accountId: actor.accountId, conversationId, page: 1, pageSize: mostShares };
        const { rows } = await listShareRows(tx, filter);
        return {
          items: rows.map(presentShare),
          publicAllowed: await allowsPublicLinks(tx, actor.companyId),
        };
      }),
    ),
    route(listShares, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        // They are a person's own: whoever acts in its name sees none.
        if (actor.impersonatedBy) return { items: [], total: 0 };
        const { rows, total } = await listShareRows(tx, { accountId: actor.accountId, ...query });
        return { items: rows.map(presentShare), total };
      }),
    ),
    route(updateShare, ({ actor, params }) => refreshShare(platform, actor, params.shareId)),
    route(revokeShare, ({ actor, params }) =>
      database.withActor(actor, async (tx) =>
        deleteShareRow(tx, await loadShare(tx, actor, 'delete', params.shareId)),
      ),
    ),
    route(openShare, ({ params }) => openSharedConversation(platform, params.token, null)),
    route(openShareAsMember, ({ actor, params }) => openSharedConversation(platform, params.token, actor)),
  ];
}
