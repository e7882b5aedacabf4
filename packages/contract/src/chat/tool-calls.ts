import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

/** `waiting`: for a person to allow it. `declined`: nobody did. `failed`: it was not made, or the server failed. */
export const toolCallStates = ['running', 'waiting', 'done', 'declined', 'failed'] as const;

/** A tool that an answer used, or wants to use. */
export const toolCall = z.object({
  id,
  /** Server and tool, such as `Calendar.search`. */
  name: z.string(),
  /** As the model wrote them, cut. */
  arguments: z.string(),
  state: z.enum(toolCallStates),
});
export type ToolCall = z.infer<typeof toolCall>;

/** How long an answer waits for a person. */
export const toolDecisionMinutes = 5;

export const decideToolCall = defineEndpoint({
  id: 'decideToolCall',
  tag: 'Conversations',
  summary: 'Allow or decline a call of a tool that an answer waits with',
  method: 'POST',
  path: '/conversations/:conversationId/messages/:messageId/tool-calls/:toolCallId',
  access: 'Chat',
  whileImpersonating: 'refused',
  audit: true,
  params: z.object({ conversationId: id, messageId: id, toolCallId: id }),
  body: z.strictObject({ allow: z.boolean() }),
  responseKind: 'none',
  status: 204,
  errors: ['message.not_found', 'conversation.not_found', 'tool_call.not_found', 'tool_call.not_waiting'],
});
