import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

const suggestedQuestions = z.object({
  items: z.array(z.object({ question: z.string(), documentName: z.string() })),
});

export const listSuggestedQuestions = defineEndpoint({
  id: 'listSuggestedQuestions',
  tag: 'Conversations',
  summary: "Questions that an assistant's documents answer, in the language of each document",
  method: 'GET',
  path: '/assistants/:assistantId/suggested-questions',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ assistantId: id }),
  response: suggestedQuestions,
  status: 200,
  errors: ['assistant.not_found'],
});

export const listFollowUpQuestions = defineEndpoint({
  id: 'listFollowUpQuestions',
  tag: 'Conversations',
  summary: 'Questions that the passages next to those of an answer answer; no model is called',
  method: 'GET',
  path: '/conversations/:conversationId/messages/:messageId/follow-up-questions',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ conversationId: id, messageId: id }),
  response: suggestedQuestions,
  status: 200,
  errors: ['message.not_found'],
});
