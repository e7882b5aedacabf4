import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { sharedMessage } from './shares.ts';
import { visitorDetails, widgetAppearance, widgetSite, widgetSources } from './widget-settings.ts';

/** How visitors prove who they are: not at all, where the site signs them in, or always. */
export const visitorIdentities = ['off', 'optional', 'required'] as const;
export type VisitorIdentity = (typeof visitorIdentities)[number];

/** Widgets of one assistant. */
export const mostWidgets = 20;
/** Sites of one widget. */
export const mostSites = 50;

const dailyLimit = z.number().int().min(1).max(1_000_000).nullable();

const widgetSettings = {
  name,
  /** Off: it shows nowhere, and what visitors have open ends. */
  enabled: z.boolean(),
  /** The sites that may show it; empty: none. */
  sites: z.array(widgetSite).max(mostSites),
  /** Anyone with the link may chat on a page of its own. */
  linkEnabled: z.boolean(),
  appearance: widgetAppearance,
  /** Questions of one visitor in a day; null: no limit of its own. */
  questionsPerVisitor: dailyLimit,
  /** Questions of all visitors in a day. */
  questionsPerDay: dailyLimit,
  askName: z.enum(visitorDetails),
  askEmail: z.enum(visitorDetails),
  identity: z.enum(visitorIdentities),
  sources: z.enum(widgetSources),
  /** Visitors' conversations are deleted this many days after their last use; null: they are kept. */
  keepDays: z.number().int().min(1).max(3_650).nullable(),
} as const;

export const widget = z.object({
  id,
  assistantId: id,
  /** Names the widget in snippets and links; it is no secret. */
  publicId: z.string(),
  ...widgetSettings,
  /** The last characters of the secret that signs visitors in; null: there is none yet. */
  identityHint: z.string().nullable(),
  createdByName: z.string(),
  /** Questions asked today (UTC), and conversations in all. */
  askedToday: z.number().int(),
  conversationCount: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Widget = z.infer<typeof widget>;

const assistantParams = z.object({ assistantId: id });
const widgetParams = z.object({ widgetId: id });
const tag = 'Widgets';

export const listWidgets = defineEndpoint({
  id: 'listWidgets',
  tag,
  summary: 'The widgets that put an assistant on websites',
  method: 'GET',
  path: '/assistants/:assistantId/widgets',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  response: z.object({ items: z.array(widget) }),
  status: 200,
  errors: ['assistant.not_found', 'assistant.forbidden'],
});

export const createWidget = defineEndpoint({
  id: 'createWidget',
  tag,
  summary: 'Make a widget for an assistant; it shows on the sites that it lists, and nowhere else',
  method: 'POST',
  path: '/assistants/:assistantId/widgets',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params: assistantParams,
  body: z.strictObject({
    name: widgetSettings.name,
    sites: widgetSettings.sites.default([]),
    linkEnabled: widgetSettings.linkEnabled.default(false),
    appearance: widgetAppearance.prefault({}),
  }),
  response: widget,
  status: 201,
  errors: [
    'assistant.not_found',
    'assistant.forbidden',
    'widget.name_taken',
    'widget.too_many',
    'quota.iframes_reached',
  ],
});

export const updateWidget = defineEndpoint({
  id: 'updateWidget',
  tag,
  summary: 'Change a widget; sites that no longer list it lose it within a minute',
  method: 'PATCH',
  path: '/widgets/:widgetId',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params: widgetParams,
  body: z.strictObject(z.object(widgetSettings).partial().shape),
  response: widget,
  status: 200,
  errors: ['widget.not_found', 'assistant.forbidden', 'widget.name_taken', 'widget.no_identity_secret'],
});

export const deleteWidget = defineEndpoint({
  id: 'deleteWidget',
  tag,
  summary: 'Delete a widget with its visitors and their conversations',
  method: 'DELETE',
  path: '/widgets/:widgetId',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params: widgetParams,
  responseKind: 'none',
  status: 204,
  errors: ['widget.not_found', 'assistant.forbidden'],
});

export const replaceIdentitySecret = defineEndpoint({
  id: 'replaceIdentitySecret',
  tag,
  summary:
    'Make the secret with which a site signs its visitors in; it is shown this once, and the old one ends',
  method: 'POST',
  path: '/widgets/:widgetId/identity-secret',
  access: 'CreateChat',
  whileImpersonating: 'refused',
  audit: true,
  params: widgetParams,
  response: z.object({ widget, secret: z.string() }),
  status: 201,
  errors: ['widget.not_found', 'assistant.forbidden'],
});

export const visitorSummary = z.object({
  id,
  /** As the visitor gave it, or as the site signed it. */
  name: z.string(),
  email: z.string(),
  /** The site vouched for who it is. */
  verified: z.boolean(),
});
export type VisitorSummary = z.infer<typeof visitorSummary>;

export const widgetConversation = z.object({
  id,
  name: z.string(),
  visitor: visitorSummary,
  /** The site on which it began; empty: the page of the link. */
  site: z.string(),
  questionCount: z.number().int(),
  /** Answers for which nothing was found, and answers with a thumb down. */
  unansweredCount: z.number().int(),
  dislikedCount: z.number().int(),
  updatedAt: timestamp,
  createdAt: timestamp,
});
export type WidgetConversation = z.infer<typeof widgetConversation>;

export const listWidgetConversations = defineEndpoint({
  id: 'listWidgetConversations',
  tag,
  summary: 'What visitors asked through a widget, the latest first',
  method: 'GET',
  path: '/widgets/:widgetId/conversations',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: widgetParams,
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(widgetConversation),
  status: 200,
  errors: ['widget.not_found', 'assistant.forbidden'],
});

export const getWidgetConversation = defineEndpoint({
  id: 'getWidgetConversation',
  tag,
  summary: 'A conversation of a visitor, to be read',
  method: 'GET',
  path: '/widgets/:widgetId/conversations/:conversationId',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: widgetParams.extend({ conversationId: id }),
  response: widgetConversation.extend({ messages: z.array(sharedMessage) }),
  status: 200,
  errors: ['widget.not_found', 'assistant.forbidden', 'conversation.not_found'],
});

export const deleteWidgetConversation = defineEndpoint({
  id: 'deleteWidgetConversation',
  tag,
  summary: 'Delete a conversation of a visitor',
  method: 'DELETE',
  path: '/widgets/:widgetId/conversations/:conversationId',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params: widgetParams.extend({ conversationId: id }),
  responseKind: 'none',
  status: 204,
  errors: ['widget.not_found', 'assistant.forbidden', 'conversation.not_found'],
});
