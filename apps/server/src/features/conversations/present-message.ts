import { type Conversation, errorText, type Language, type Message } from '@lectern/contract';
import type { ConversationRow, MessageRow } from './conversation.table.ts';

export function presentConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    assistantId: row.assistantId,
    name: row.name,
    pinned: row.pinnedAt !== null,
    mailedAt: row.mailedAt?.toISOString() ?? null,
    usesDraft: row.usesDraft,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentMessage(row: MessageRow, language: Language): Message {
  return {
    id: row.id,
    conversationId: row.conversationId,
    parentId: row.parentId,
    role: row.role,
    content: row.content,
    status: row.status,
    citations: row.citations,
    tableAnswers: row.tableAnswers,
    toolCalls: row.toolCalls,
    inputs: row.inputs,
    files: row.files,
    documents: row.documents,
    searchedQuestion: row.searchedQuestion,
    nothingFound: row.nothingFound,
    support: row.support,
    curated: row.curatedAnswerId !== null,
    flowRun: row.flowRun,
    feedback: row.rating === null ? null : { rating: row.rating, text: row.feedbackText },
    modelName: row.modelName,
    insteadOf: row.insteadOf && {
      modelName: row.insteadOf.name,
      reason: errorText(`model.${row.insteadOf.reason}`, language, { detail: '' }),
    },
    usage:
      row.promptTokens === null || row.completionTokens === null
        ? null
        : { promptTokens: row.promptTokens, completionTokens: row.completionTokens },
    durationMs: row.durationMs,
    error: row.errorCode
      ? {
          code: row.errorCode,
          message: errorText(row.errorCode, language, { detail: row.errorDetail ?? '' }),
        }
      : null,
    createdAt: row.createdAt.toISOString(),
  };
}
