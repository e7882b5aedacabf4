import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { questionFields } from './conversations.ts';
import { message } from './messages.ts';

/** Models that answer one question at a time. */
export const comparisonLimits = { least: 2, most: 3 } as const;

export const compareModels = defineEndpoint({
  id: 'compareModels',
  tag: 'Conversations',
  summary: 'Have two or three models answer one question; each answer is followed as a stream of its own',
  method: 'POST',
  path: '/conversations/:conversationId/comparisons',
  access: 'CreateChat',
  scope: 'chat',
  params: z.object({ conversationId: id }),
  body: z.strictObject({
    ...questionFields,
    modelIds: z.array(z.string().max(64)).min(comparisonLimits.least).max(comparisonLimits.most),
  }),
  response: z.object({ question: message, answers: z.array(message) }),
  status: 201,
  errors: [
    'assistant.not_found',
    'assistant.forbidden',
    'conversation.not_found',
    'message.not_found',
    'conversation.file_not_found',
    'conversation.file_not_ready',
    'flow.takes_text',
    'conversation.busy',
    'conversation.too_many_answers',
    'conversation.too_many_company_answers',
    'model.not_found',
    'model.wrong_type',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
  ],
  rateLimit: 'model',
});
