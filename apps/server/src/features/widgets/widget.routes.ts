import {
  AppError,
  createWidget,
  deleteWidget,
  deleteWidgetConversation,
  getWidgetConversation,
  listWidgetConversations,
  listWidgets,
  replaceIdentitySecret,
  updateWidget,
  type WidgetConversation,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listShownMessages } from '../conversations/branches/branch.service.ts';
import { presentShared } from '../shares/present-shared.ts';
import { presentVisitor } from './visits/open-visit.service.ts';
import {
  type ConversationOfVisitor,
  findConversationOfWidget,
  listConversationPage,
} from './widget.queries.ts';
import {
  addWidget,
  changeWidget,
  listWidgetsOf,
  loadWidget,
  removeConversation,
  removeWidget,
  replaceSecret,
} from './widget.service.ts';

function present({ conversation, visitor, site, ...counts }: ConversationOfVisitor): WidgetConversation {
  return {
    id: conversation.id,
    name: conversation.name,
    visitor: presentVisitor(visitor),
    site,
    ...counts,
    createdAt: conversation.createdAt.toISOString(),
    updatedAt: conversation.updatedAt.toISOString(),
  };
}

export function widgetRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listWidgets, ({ actor, params }) => listWidgetsOf(platform, actor, params.assistantId)),
    route(createWidget, ({ actor, params, body, audit }) =>
      addWidget(platform, actor, params.assistantId, body, audit),
    ),
    route(updateWidget, ({ actor, params, body, audit }) =>
      changeWidget(platform, actor, params.widgetId, body, audit),
    ),
    route(deleteWidget, ({ actor, params, audit }) => removeWidget(platform, actor, params.widgetId, audit)),
    route(replaceIdentitySecret, ({ actor, params, audit }) =>
      replaceSecret(platform, actor, params.widgetId, audit),
    ),
    route(listWidgetConversations, ({ actor, params, query }) =>
      database.withActor(actor, async (tx) => {
        const widget = await loadWidget(tx, actor, 'manage', params.widgetId);
        const { rows, total } = await listConversationPage(tx, widget.id, query);
        return { items: rows.map(present), total };
      }),
    ),
    route(getWidgetConversation, ({ actor, params }) =>
      database.withActor(actor, async (tx) => {
        const widget = await loadWidget(tx, actor, 'manage', params.widgetId);
        const found = await findConversationOfWidget(tx, widget.id, params.conversationId);
        if (!found) throw new AppError('conversation.not_found');
        const messages = await listShownMessages(tx, found.conversation);
        return {
          ...present(found),
          messages: messages.map((row) => presentShared(row, widget.assistant.showQuote)),
        };
      }),
    ),
    route(deleteWidgetConversation, ({ actor, params, audit }) =>
      removeConversation(platform, actor, params, audit),
    ),
  ];
}
