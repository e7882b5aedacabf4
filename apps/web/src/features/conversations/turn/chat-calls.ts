import type { AnswerStreamEvent } from '@lectern/client';
import {
  askAsVisitor,
  askQuestion,
  getConversation,
  getVisitorConversation,
  type Json,
  listConversationFiles,
  listConversations,
  listVisitorConversations,
  type Message,
  resumeAnswer,
  resumeVisitorAnswer,
  stopAnswer,
  stopVisitorAnswer,
} from '@lectern/contract';
import { callApi, streamAnswer } from '../../../api/client.ts';
import { apiQueryOptions } from '../../../api/queries.ts';

export type Question = {
  content: string;
  /** The answer that it follows; null for a first question. */
  parentId?: string | null | undefined;
  variables: Record<string, string>;
  fileIds: string[];
  documentIds: string[];
  /** Values of a form of the flow. */
  inputs: Record<string, Json>;
};

export type AnswerStream = AsyncIterable<AnswerStreamEvent>;

type MessageIds = { conversationId: string; messageId: string };

/** The calls of a chat. */
export type ChatCalls = {
  ask: (conversationId: string, question: Question, signal: AbortSignal) => AnswerStream;
  /** Goes on after so many characters of the answer. */
  resume: (ids: MessageIds, after: number, signal: AbortSignal) => AnswerStream;
  stop: (ids: MessageIds) => Promise<Message>;
  /** Under which the page keeps a conversation. */
  keyOf: (conversationId: string) => readonly unknown[];
  /** Lists that a question changes. */
  lists: readonly { id: string }[];
};

export const memberCalls: ChatCalls = {
  ask: (conversationId, question, signal) =>
    streamAnswer(askQuestion, { params: { conversationId }, body: question, signal }),
  resume: (params, after, signal) => streamAnswer(resumeAnswer, { params, query: { after }, signal }),
  stop: (params) => callApi(stopAnswer, { params }),
  keyOf: (conversationId) => apiQueryOptions(getConversation, { params: { conversationId } }).queryKey,
  lists: [listConversations, listConversationFiles],
};

/** Those of a website's visitors, who ask in words alone. */
export const visitorCalls: ChatCalls = {
  ask: (conversationId, { content, variables, inputs }, signal) =>
    streamAnswer(askAsVisitor, {
      params: { conversationId },
      body: { content, variables, inputs },
      signal,
    }),
  resume: (params, after, signal) => streamAnswer(resumeVisitorAnswer, { params, query: { after }, signal }),
  stop: (params) => callApi(stopVisitorAnswer, { params }),
  keyOf: (conversationId) => apiQueryOptions(getVisitorConversation, { params: { conversationId } }).queryKey,
  lists: [listVisitorConversations],
};
