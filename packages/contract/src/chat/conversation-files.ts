import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { document, uploadResult } from '../documents/documents.ts';

/** `whole`: characters up to which a file goes to the model as it is, and not only the passages found in it. */
export const conversationFileLimits = {
  ofQuestion: 10,
  ofConversation: 50,
  whole: 12_000,
} as const;

/** A file that is read for one conversation and is in no knowledge base. */
export const conversationFile = document
  .pick({
    id: true,
    name: true,
    format: true,
    sizeBytes: true,
    status: true,
    percent: true,
    error: true,
    waitingReason: true,
  })
  .extend({
    /** It came with a question. */
    used: z.boolean(),
    createdAt: timestamp,
  });
export type ConversationFile = z.infer<typeof conversationFile>;

const conversationParams = z.object({ conversationId: id });

export const uploadConversationFiles = defineEndpoint({
  id: 'uploadConversationFiles',
  tag: 'Conversations',
  summary:
    'Give files to a conversation: parts named `file`; they are read for it alone and kept as long as it is',
  method: 'POST',
  path: '/conversations/:conversationId/files',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  multipart: true,
  response: z.object({ files: z.array(conversationFile), refused: uploadResult.shape.refused }),
  status: 202,
  errors: [
    'conversation.not_found',
    'conversation.too_many_files',
    'document.no_file',
    'document.too_large',
    'document.unsupported',
    'document.empty',
    'quota.storage_reached',
  ],
  rateLimit: 'upload',
});

export const listConversationFiles = defineEndpoint({
  id: 'listConversationFiles',
  tag: 'Conversations',
  summary: 'The files of a conversation, and how far they were read',
  method: 'GET',
  path: '/conversations/:conversationId/files',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams,
  response: z.object({ items: z.array(conversationFile) }),
  status: 200,
  errors: ['conversation.not_found'],
});

export const deleteConversationFile = defineEndpoint({
  id: 'deleteConversationFile',
  tag: 'Conversations',
  summary: 'Delete a file that came with no question yet',
  method: 'DELETE',
  path: '/conversations/:conversationId/files/:conversationFileId',
  access: 'Chat',
  scope: 'chat',
  params: conversationParams.extend({ conversationFileId: id }),
  responseKind: 'none',
  status: 204,
  errors: ['conversation.not_found', 'conversation.file_not_found', 'conversation.file_in_use'],
});
