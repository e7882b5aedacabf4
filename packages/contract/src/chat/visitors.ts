import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { languages } from '../core/languages.ts';
import { flowFormInput } from '../flows/flow-form.ts';
import { promptVariable } from './assistants.ts';
import { answerEvent, questionFields } from './conversations.ts';
import { message } from './messages.ts';
import { visitorDetails, widgetAppearance } from './widget-settings.ts';
import { visitorSummary } from './widgets.ts';

const tag = 'Visitors of widgets';

/** What the script on the host page draws the button from. */
export const widgetButton = widgetAppearance
  .pick({
    buttonText: true,
    position: true,
    width: true,
    height: true,
    color: true,
    textColor: true,
    image: true,
    language: true,
  })
  .extend({ title: z.string() });
export type WidgetButton = z.infer<typeof widgetButton>;

export const getWidgetButton = defineEndpoint({
  id: 'getWidgetButton',
  tag,
  summary: 'What the button of a widget looks like, for a page of one of its sites',
  method: 'GET',
  path: '/visitor/widgets/:publicId',
  access: 'anonymous',
  params: z.object({ publicId: z.string().max(64) }),
  response: widgetButton,
  status: 200,
  errors: ['widget.not_found', 'widget.site_not_allowed'],
  rateLimit: 'link',
});

/** What the chat of a visitor shows and needs to know. Messages are those of members, without what only the company needs. */
export const visit = z.object({
  /** Opens the visitor's own conversations, and nothing else. */
  token: z.string(),
  visitor: visitorSummary,
  widget: widgetAppearance.extend({
    assistantName: z.string(),
    assistantAvatar: z.string().nullable(),
    assistantLanguage: z.enum(languages),
    showQuote: z.boolean(),
    /** Visitors may open the original of a document that an answer cites. */
    opensDocuments: z.boolean(),
    askName: z.enum(visitorDetails),
    askEmail: z.enum(visitorDetails),
    /** What is asked for before the first question. */
    variables: z.array(promptVariable),
    form: z.array(flowFormInput),
  }),
});
export type Visit = z.infer<typeof visit>;

export const openVisit = defineEndpoint({
  id: 'openVisit',
  tag,
  summary:
    'Begin a visit, or go on with one: the public id of the widget is the bearer of this call, and of no other',
  method: 'POST',
  path: '/visitor/visits',
  access: 'anonymous',
  body: z.strictObject({
    /** The origin of the page that shows the widget; null: the page of the link. */
    site: z.string().max(300).nullable(),
    /** Of an earlier visit; one that is unknown begins a new visit. */
    token: z.string().max(64).nullable().default(null),
    /** A JSON Web Token of the site that says who visits. */
    identity: z.string().max(4_000).nullable().default(null),
  }),
  response: visit,
  status: 200,
  errors: [
    'widget.not_found',
    'widget.site_not_allowed',
    'widget.link_off',
    'widget.identity_invalid',
    'widget.identity_used',
    'widget.identity_required',
  ],
  rateLimit: 'link',
});

export const previewWidget = defineEndpoint({
  id: 'previewWidget',
  tag,
  summary: 'A visit of whoever sets a widget up, on our own pages alone',
  method: 'POST',
  path: '/widgets/:widgetId/preview',
  access: 'CreateChat',
  params: z.object({ widgetId: id }),
  response: visit,
  status: 200,
  errors: ['widget.not_found', 'assistant.forbidden'],
});

export const introduceVisitor = defineEndpoint({
  id: 'introduceVisitor',
  tag,
  summary: 'Tell who asks',
  method: 'PUT',
  path: '/visitor/details',
  access: 'visitor',
  body: z.strictObject({
    name: z.string().trim().max(255).default(''),
    email: z.union([z.literal(''), z.email().max(255)]).default(''),
  }),
  response: visitorSummary,
  status: 200,
  errors: ['widget.details_required', 'widget.details_signed'],
});

export const visitorConversation = z.object({
  id,
  name: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type VisitorConversation = z.infer<typeof visitorConversation>;

const conversationParams = z.object({ conversationId: id });
const messageParams = conversationParams.extend({ messageId: id });

export const listVisitorConversations = defineEndpoint({
  id: 'listVisitorConversations',
  tag,
  summary: "The visitor's conversations, last used first",
  method: 'GET',
  path: '/visitor/conversations',
  access: 'visitor',
  response: z.object({ items: z.array(visitorConversation) }),
  status: 200,
});

export const createVisitorConversation = defineEndpoint({
  id: 'createVisitorConversation',
  tag,
  summary: 'Begin a conversation as a visitor',
  method: 'POST',
  path: '/visitor/conversations',
  access: 'visitor',
  response: visitorConversation,
  status: 201,
  errors: ['widget.details_required', 'widget.too_many_conversations'],
});

export const getVisitorConversation = defineEndpoint({
  id: 'getVisitorConversation',
  tag,
  summary: 'A conversation of the visitor with its messages',
  method: 'GET',
  path: '/visitor/conversations/:conversationId',
  access: 'visitor',
  params: conversationParams,
  response: visitorConversation.extend({ messages: z.array(message) }),
  status: 200,
  errors: ['conversation.not_found'],
});

export const resumeVisitorAnswer = defineEndpoint({
  id: 'resumeVisitorAnswer',
  tag,
  summary: 'Go on receiving an answer after so many of its characters',
  method: 'GET',
  path: '/visitor/conversations/:conversationId/messages/:messageId/events',
  access: 'visitor',
  params: messageParams,
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  responseKind: 'events',
  response: answerEvent,
  resumedBy: 'itself',
  status: 200,
  errors: ['message.not_found', 'conversation.too_many_streams'],
});

export const askAsVisitor = defineEndpoint({
  id: 'askAsVisitor',
  tag,
  summary: 'Ask as a visitor, and receive the answer as a stream',
  method: 'POST',
  path: '/visitor/conversations/:conversationId/messages',
  access: 'visitor',
  params: conversationParams,
  body: z.strictObject({
    content: z.string().trim().min(1).max(4_000),
    variables: questionFields.variables,
    inputs: questionFields.inputs,
  }),
  responseKind: 'events',
  response: answerEvent,
  resumedBy: resumeVisitorAnswer,
  status: 200,
  errors: [
    'assistant.not_found',
    'conversation.not_found',
    'conversation.busy',
    'conversation.too_many_answers',
    'conversation.too_many_company_answers',
    'conversation.too_many_streams',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
    'widget.visitor_limit_reached',
    'widget.day_limit_reached',
  ],
  rateLimit: 'model',
});

export const stopVisitorAnswer = defineEndpoint({
  id: 'stopVisitorAnswer',
  tag,
  summary: 'Stop an answer; what was said stays',
  method: 'POST',
  path: '/visitor/conversations/:conversationId/messages/:messageId/stop',
  access: 'visitor',
  params: messageParams,
  response: message,
  status: 200,
  errors: ['message.not_found'],
});

export const rateVisitorAnswer = defineEndpoint({
  id: 'rateVisitorAnswer',
  tag,
  summary: 'Rate an answer as a visitor; null takes the rating back',
  method: 'PUT',
  path: '/visitor/conversations/:conversationId/messages/:messageId/feedback',
  access: 'visitor',
  params: messageParams,
  body: z.strictObject({
    rating: z.enum(['up', 'down']).nullable(),
    text: z.string().trim().max(2_000).default(''),
  }),
  response: message,
  status: 200,
  errors: ['message.not_found', 'message.feedback_text_required', 'conversation.busy'],
});

export const openCitedDocument = defineEndpoint({
  id: 'openCitedDocument',
  tag,
  summary: 'The original of a document that an answer cites, where the widget lets visitors open it',
  method: 'GET',
  path: '/visitor/conversations/:conversationId/messages/:messageId/citations/:number/document',
  access: 'visitor',
  params: messageParams.extend({ number: z.coerce.number().int().min(1).max(10_000) }),
  responseKind: 'file',
  status: 200,
  errors: [
    'conversation.not_found',
    'message.not_found',
    'document.not_found',
    'document.version_gone',
    'request.range_not_satisfiable',
    'widget.documents_closed',
  ],
});
