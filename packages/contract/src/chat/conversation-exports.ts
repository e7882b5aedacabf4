import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

export const conversationExportFormats = ['md', 'json', 'csv'] as const;
export type ConversationExportFormat = (typeof conversationExportFormats)[number];

export const exportConversation = defineEndpoint({
  id: 'exportConversation',
  tag: 'Conversations',
  summary: 'A conversation as Markdown, JSON or CSV, with the document, page and quote of each citation',
  method: 'GET',
  path: '/conversations/:conversationId/export',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ conversationId: id }),
  query: z.object({ format: z.enum(conversationExportFormats).default('md') }),
  responseKind: 'file',
  status: 200,
  errors: ['conversation.not_found', 'assistant.not_found'],
});
