import { z } from 'zod';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { message } from './messages.ts';

/** `company`: its members, signed in; `anyone`: whoever has the link. */
export const shareAudiences = ['company', 'anyone'] as const;
export type ShareAudience = (typeof shareAudiences)[number];

/** A link to a conversation as it was when the link was made or last updated. */
export const share = z.object({
  id,
  conversationId: id,
  conversationName: z.string(),
  assistantId: id,
  audience: z.enum(shareAudiences),
  /** The last four characters of the link, to tell links apart; the link itself is shown once. */
  hint: z.string(),
  messageCount: z.number().int(),
  /** When its messages were taken. */
  sharedAt: timestamp,
  /** Null: works until it is revoked. */
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type Share = z.infer<typeof share>;

/** A message as a link shows it: without settings, costs and feedback. */
export const sharedMessage = message.pick({
  id: true,
  role: true,
  content: true,
  status: true,
  citations: true,
  tableAnswers: true,
  nothingFound: true,
  support: true,
  createdAt: true,
});
export type SharedMessage = z.infer<typeof sharedMessage>;

export const sharedConversation = z.object({
  name: z.string(),
  assistantName: z.string(),
  assistantAvatar: z.string().nullable(),
  showQuote: z.boolean(),
  sharedBy: z.string(),
  sharedAt: timestamp,
  audience: z.enum(shareAudiences),
  messages: z.array(sharedMessage),
  /** Answers that rest on what the person who shared may no longer open are left out, with all that follows. */
  cut: z.boolean(),
  /** The knowledge bases whose documents the reader may open. */
  openableKnowledgeBaseIds: z.array(id),
});
export type SharedConversation = z.infer<typeof sharedConversation>;

const conversationParams = z.object({ conversationId: id });
const shareParams = z.object({ shareId: id });
const linkParams = z.object({ token: z.string().max(64) });

export const createShare = defineEndpoint({
  id: 'createShare',
  tag: 'Shared conversations',
  summary: 'Make a link to the messages that a conversation shows now; it is shown this once',
  method: 'POST',
  path: '/conversations/:conversationId/shares',
  access: 'Chat',
  whileImpersonating: 'refused',
  audit: true,
  params: conversationParams,
  body: z.strictObject({
    audience: z.enum(shareAudiences).default('company'),
    /** Null: until it is revoked. */
    expiresInDays: z.number().int().min(1).max(3_650).nullable().default(30),
  }),
  response: z.object({ share, token: z.string() }),
  status: 201,
  errors: ['conversation.not_found', 'share.nothing_said', 'share.public_forbidden', 'share.too_many'],
});

export const listConversationShares = defineEndpoint({
  id: 'listConversationShares',
  tag: 'Shared conversations',
  summary: 'The links to a conversation, the newest first',
  method: 'GET',
  path: '/conversations/:conversationId/shares',
  access: 'Chat',
  params: conversationParams,
  response: z.object({
    items: z.array(share),
    /** Whether the company allows links for anyone. */
    publicAllowed: z.boolean(),
  }),
  status: 200,
  errors: ['conversation.not_found'],
});

export const listShares = defineEndpoint({
  id: 'listShares',
  tag: 'Shared conversations',
  summary: "The caller's links to conversations, the newest first",
  method: 'GET',
  path: '/shares',
  access: 'Chat',
  query: z.object(paging),
  response: pageOf(share),
  status: 200,
});

export const updateShare = defineEndpoint({
  id: 'updateShare',
  tag: 'Shared conversations',
  summary: 'Have a link show the messages that its conversation shows now',
  method: 'PUT',
  path: '/shares/:shareId',
  access: 'Chat',
  whileImpersonating: 'refused',
  audit: true,
  params: shareParams,
  response: share,
  status: 200,
  errors: ['share.not_found', 'share.nothing_said'],
});

export const revokeShare = defineEndpoint({
  id: 'revokeShare',
  tag: 'Shared conversations',
  summary: 'Revoke a link; it stops working at once',
  method: 'DELETE',
  path: '/shares/:shareId',
  access: 'Chat',
  audit: true,
  params: shareParams,
  responseKind: 'none',
  status: 204,
  errors: ['share.not_found'],
});

export const openShare = defineEndpoint({
  id: 'openShare',
  tag: 'Shared conversations',
  summary: 'The conversation behind a link for anyone',
  method: 'GET',
  path: '/shared-conversations/:token',
  access: 'anonymous',
  params: linkParams,
  response: sharedConversation,
  status: 200,
  errors: ['share.not_found', 'share.company_only'],
  rateLimit: 'link',
});

export const openShareAsMember = defineEndpoint({
  id: 'openShareAsMember',
  tag: 'Shared conversations',
  summary: 'The conversation behind a link, for someone who is signed in',
  method: 'GET',
  path: '/me/shared-conversations/:token',
  access: 'Chat',
  params: linkParams,
  response: sharedConversation,
  status: 200,
  errors: ['share.not_found', 'share.company_only'],
});
