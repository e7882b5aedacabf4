import type { SharedMessage } from '@lectern/contract';
import type { MessageRow } from '../conversations/conversation.table.ts';
import { presentMessage } from '../conversations/present-message.ts';

/** A message for somebody who may not open its documents. */
export function presentShared(row: MessageRow, showQuote: boolean): SharedMessage {
  const { id, role, content, status, citations, tableAnswers, nothingFound, support, createdAt } =
    presentMessage(row, 'en');
  return {
    id,
    role,
    content,
    status,
    // The words that are quoted, and no more of the passage around them.
    citations: showQuote
      ? citations.map((citation) => ({
          ...citation,
          hasImage: false,
          chunkText: citation.quote,
          chunkRange: null,
        }))
      : [],
    tableAnswers: showQuote ? tableAnswers : tableAnswers.map((answer) => ({ ...answer, sources: [] })),
    nothingFound,
    support,
    createdAt,
  };
}
