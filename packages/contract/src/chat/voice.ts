import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { providerErrors } from '../core/model-errors.ts';

/** A question that is spoken. Browsers record about a third of these bytes in that time. */
export const recordingLimits = { seconds: 300, bytes: 8 * 1024 * 1024 } as const;

export const transcribeQuestion = defineEndpoint({
  id: 'transcribeQuestion',
  tag: 'Conversations',
  summary:
    'Write down a spoken question: one part `file` of WebM, Ogg, MP4, MP3, FLAC or WAV. The recording is not kept, and nothing is asked',
  method: 'POST',
  path: '/assistants/:assistantId/transcriptions',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ assistantId: id }),
  multipart: true,
  response: z.object({ text: z.string() }),
  status: 200,
  errors: [
    'assistant.not_found',
    'document.no_file',
    'voice.no_speech_to_text',
    'voice.not_audio',
    'voice.too_long',
    'voice.nothing_heard',
    ...providerErrors,
  ],
  rateLimit: 'model',
});

const messageParams = z.object({ conversationId: id, messageId: id });

export const listSpokenParts = defineEndpoint({
  id: 'listSpokenParts',
  tag: 'Conversations',
  summary: 'What a voice reads of an answer, in the parts in which it is read',
  method: 'GET',
  path: '/conversations/:conversationId/messages/:messageId/speech',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  response: z.object({ parts: z.array(z.string()) }),
  status: 200,
  errors: ['message.not_found', 'conversation.busy'],
});

export const readAnswerAloud = defineEndpoint({
  id: 'readAnswerAloud',
  tag: 'Conversations',
  summary: 'The sound of one part of an answer, mostly MP3; the first part is short',
  method: 'POST',
  path: '/conversations/:conversationId/messages/:messageId/speech',
  access: 'Chat',
  scope: 'chat',
  params: messageParams,
  body: z.strictObject({
    /** As in the list of parts, from 0. */
    part: z.number().int().min(0).max(10_000).default(0),
  }),
  responseKind: 'file',
  status: 200,
  errors: [
    'message.not_found',
    'conversation.busy',
    'voice.no_text_to_speech',
    'voice.part_not_found',
    ...providerErrors,
  ],
  rateLimit: 'model',
});
