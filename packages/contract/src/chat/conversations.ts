import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { answerFeedback } from './answer-feedback.ts';
import { answerSupport } from './answer-support.ts';
import { conversationFileLimits } from './conversation-files.ts';
import { answerSteps } from './explanations.ts';
import { citation, message } from './messages.ts';

export const conversation = z.object({
  id,
  assistantId: id,
  name: z.string(),
  pinned: z.boolean(),
  /** When it was last mailed to the creator of its assistant. */
  mailedAt: timestamp.nullable(),
  /** Answers come from the draft of the assistant while it has one and the person may change it. */
  usesDraft: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Conversation = z.infer<typeof conversation>;

/** Of a long conversation so many are read at a time. */
export const messagesAtOnce = 50;

export const conversationWithMessages = conversation.extend({
  /** Those of the branch that was last shown. */
  messages: z.array(message),
  /** Messages among them of which there are several versions, all of them in the order in which they were written. */
  branches: z.array(z.object({ messageId: id, versionIds: z.array(id) })),
});
export type ConversationWithMessages = z.infer<typeof conversationWithMessages>;

/**
 * Events of an answer. Each carries as its `id` the number of characters of the answer sent so far,
 * so that a dropped stream is resumed by asking for what comes after it. Deltas never repeat text.
 */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), question: message, answer: message }),
  z.object({ type: z.literal('step'), step: z.enum(answerSteps) }),
  /** A node of the flow that answers has begun. */
  z.object({ type: z.literal('node'), name: z.string() }),
  z.object({ type: z.literal('retrieval'), hitCount: z.number().int(), searchedQuestion: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('table_answers'), tableAnswers: message.shape.tableAnswers }),
  /** All of them, each time one changes. */
  z.object({ type: z.literal('tool_calls'), toolCalls: message.shape.toolCalls }),
  z.object({ type: z.literal('citation'), citation }),
  z.object({ type: z.literal('support'), support: answerSupport }),
  z.object({ type: z.literal('done'), message }),
]);
export type AnswerEvent = z.infer<typeof answerEvent>;

const assistantParams = z.object({ assistantId: id });
const conversationParams = z.object({ conversationId: id });
const messageParams = z.object({ conversationId: id, messageId: id });

export const listConversations = defineEndpoint({
  id: 'listConversations',
  tag: 'Conversations',
  summary: "The caller's conversations with an assistant: pinned ones, then those last used",
  method: 'GET',
  path: '/assistants/:assistantId/conversations',
  access: 'Chat',
  scope: 'chat',
  params: assistantParams,
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(
    conversation.extend({
      /** A message that contains the words searched for, and what stands around them. */
      match: z.object({ messageId: id, text: z.string() }).nullable(),
    }),
  ),
  status: 200,
  errors: ['assistant.not_found'],
});

export const listRecentConversations = defineEndpoint({
  id: 'listRecentConversations',
  tag: 'Conversations',
  summary: "The caller's conversations with any assistant, last used first",
  method: 'GET',
  path: '/conversations',
  access: 'Chat',
  scope: 'chat',
  query: z.object({
    search: z.string().max(255).optional(),
    limit: z.coerce.number().int().min(1).max(20).default(5),
  }),
  response: z.object({
    items: z.array(
      conversation.extend({ assistantName: z.string(), assistantAvatar: z.string().nullable() }),
    ),
  }),
  status: 200,
});

export const createConversation = defineEndpoint({
  id: 'createConversation',
  tag: 'Conversations',
  summary: 'Begin a conversation',
  method: 'POST',
  path: '/assistants/:assistantId/conversations',
  access: 'Chat',
  scope: 'chat',
  params: assistantParams,
  body: z.strictObject({ name: name.optional(), usesDraft: z.boolean().default(false) }),
  response: conversation,
  status: 201,
  errors: ['assistant.not_found'],
});

export const getConversation = defineEndpoint({
  id: 'getConversation',
  tag: 'Conversations',
  summary: 'A conversation with the messages at the end of the branch shown, or those before one of them',
  method: 'GET',
  path: '/conversations/:conversationId',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  query: z.object({
    /** Only those before this message. */
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(messagesAtOnce),
  }),
  response: conversationWithMessages,
  status: 200,
  errors: ['conversation.not_found', 'message.not_found'],
});

export const renameConversation = defineEndpoint({
  id: 'renameConversation',
  tag: 'Conversations',
  summary: 'Rename a conversation',
  method: 'PATCH',
  path: '/conversations/:conversationId',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  body: z.strictObject({ name }),
  response: conversation,
  status: 200,
  errors: ['conversation.not_found'],
});

export const setConversationDraft = defineEndpoint({
  id: 'setConversationDraft',
  tag: 'Conversations',
  summary: 'Have the next answers come from the draft of the assistant, or from what is published',
  method: 'PUT',
  path: '/conversations/:conversationId/draft',
  access: 'CreateChat',
  scope: 'chat',
  params: conversationParams,
  body: z.strictObject({ usesDraft: z.boolean() }),
  response: conversation,
  status: 200,
  errors: ['conversation.not_found', 'assistant.not_found', 'assistant.forbidden'],
});

export const pinConversation = defineEndpoint({
  id: 'pinConversation',
  tag: 'Conversations',
  summary: 'Keep a conversation at the top of the list, or no longer',
  method: 'PUT',
  path: '/conversations/:conversationId/pin',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  body: z.strictObject({ pinned: z.boolean() }),
  response: conversation,
  status: 200,
  errors: ['conversation.not_found'],
});

export const showBranch = defineEndpoint({
  id: 'showBranch',
  tag: 'Conversations',
  summary: 'Show the branch of a conversation that goes through a message, now and when it is opened again',
  method: 'PUT',
  path: '/conversations/:conversationId/branch',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  body: z.strictObject({ messageId: id }),
  response: conversationWithMessages,
  status: 200,
  errors: ['conversation.not_found', 'message.not_found'],
});

export const deleteConversation = defineEndpoint({
  id: 'deleteConversation',
  tag: 'Conversations',
  summary: 'Delete a conversation',
  method: 'DELETE',
  path: '/conversations/:conversationId',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  responseKind: 'none',
  status: 204,
  errors: ['conversation.not_found'],
});

export const mailConversation = defineEndpoint({
  id: 'mailConversation',
  tag: 'Conversations',
  summary: 'Mail a conversation in which nothing was found to the creator of its assistant',
  method: 'POST',
  path: '/conversations/:conversationId/mail',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  response: conversation,
  status: 200,
  errors: [
    'assistant.not_found',
    'auth.too_many_attempts',
    'conversation.creator_left',
    'conversation.mail_not_offered',
    'conversation.not_found',
    'mail.not_configured',
  ],
});

/** Documents that one question may be limited to. */
export const mostNamedDocuments = 20;

export const listAskableDocuments = defineEndpoint({
  id: 'listAskableDocuments',
  tag: 'Conversations',
  summary: 'Documents of an assistant that a question can be limited to, by name',
  method: 'GET',
  path: '/assistants/:assistantId/documents',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ assistantId: id }),
  query: z.object({
    search: z.string().trim().max(255).default(''),
    limit: z.coerce.number().int().min(1).max(50).default(8),
  }),
  response: z.object({
    items: z.array(z.object({ id, name: z.string(), format: z.string(), knowledgeBaseName: z.string() })),
  }),
  status: 200,
  errors: ['assistant.not_found'],
});

export const questionFields = {
  content: z.string().trim().min(1).max(16_000),
  /** The answer that it follows, or null for a first question; by default the last one of the branch shown. */
  parentId: id.nullable().optional(),
  /** Files of the conversation that come with the question; their text must have been read. */
  fileIds: z.array(id).max(conversationFileLimits.ofQuestion).default([]),
  /** Values of the assistant's prompt variables. */
  variables: z.record(z.string(), z.string().max(2_000)).default({}),
  /** Values of the form that the assistant's flow shows before a run, or waits for. */
  inputs: z.record(z.string().max(64), z.json()).default({}),
  /** Answer from these documents only. */
  documentIds: z.array(id).max(mostNamedDocuments).default([]),
};

export const resumeAnswer = defineEndpoint({
  id: 'resumeAnswer',
  tag: 'Conversations',
  summary: 'Go on receiving an answer after so many of its characters',
  method: 'GET',
  path: '/conversations/:conversationId/messages/:messageId/events',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  responseKind: 'events',
  response: answerEvent,
  resumedBy: 'itself',
  status: 200,
  errors: ['message.not_found', 'conversation.too_many_streams'],
});

export const askQuestion = defineEndpoint({
  id: 'askQuestion',
  tag: 'Conversations',
  summary: 'Ask, and receive the answer as a stream; the answer goes on when the connection drops',
  method: 'POST',
  path: '/conversations/:conversationId/messages',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  body: z.strictObject(questionFields),
  responseKind: 'events',
  response: answerEvent,
  resumedBy: resumeAnswer,
  status: 200,
  errors: [
    'assistant.not_found',
    'conversation.not_found',
    'document.not_found',
    'message.not_found',
    'conversation.file_not_found',
    'conversation.file_not_ready',
    'flow.takes_text',
    'conversation.busy',
    'conversation.too_many_answers',
    'conversation.too_many_company_answers',
    'conversation.too_many_streams',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
  ],
  rateLimit: 'model',
});

export const stopAnswer = defineEndpoint({
  id: 'stopAnswer',
  tag: 'Conversations',
  summary: 'Stop an answer; what was said stays',
  method: 'POST',
  path: '/conversations/:conversationId/messages/:messageId/stop',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  response: message,
  status: 200,
  errors: ['message.not_found'],
});

export const regenerateAnswer = defineEndpoint({
  id: 'regenerateAnswer',
  tag: 'Conversations',
  summary: 'Answer the last question of a branch anew; the old answer stays as another version',
  method: 'POST',
  path: '/conversations/:conversationId/messages/:messageId/regenerate',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  responseKind: 'events',
  response: answerEvent,
  resumedBy: resumeAnswer,
  status: 200,
  errors: [
    'assistant.not_found',
    'message.not_found',
    'conversation.busy',
    'conversation.too_many_answers',
    'conversation.too_many_company_answers',
    'conversation.too_many_streams',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
  ],
  rateLimit: 'model',
});

export const deleteMessage = defineEndpoint({
  id: 'deleteMessage',
  tag: 'Conversations',
  summary: 'Delete a question with its answers and everything asked after it',
  method: 'DELETE',
  path: '/conversations/:conversationId/messages/:messageId',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  responseKind: 'none',
  status: 204,
  errors: ['message.not_found', 'conversation.busy'],
});

export const rateAnswer = defineEndpoint({
  id: 'rateAnswer',
  tag: 'Conversations',
  summary: 'Rate an answer, or change the rating; a thumbs down needs a text',
  method: 'PUT',
  path: '/conversations/:conversationId/messages/:messageId/feedback',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  body: z.strictObject({
    rating: answerFeedback.shape.rating,
    text: z.string().trim().max(2_000).default(''),
  }),
  response: message,
  status: 200,
  errors: ['message.not_found', 'message.feedback_text_required', 'conversation.busy'],
});

export const withdrawRating = defineEndpoint({
  id: 'withdrawRating',
  tag: 'Conversations',
  summary: 'Take back the rating of an answer',
  method: 'DELETE',
  path: '/conversations/:conversationId/messages/:messageId/feedback',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  response: message,
  status: 200,
  errors: ['message.not_found', 'conversation.busy'],
});
