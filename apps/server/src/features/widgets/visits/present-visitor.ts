import type { Language } from '@lectern/contract';
import {
  type AnswerEvent,
  type Citation,
  errorText,
  type Message,
  type VisitorConversation,
  type WidgetSources,
} from '@lectern/contract';
import type { AnswerStream } from '../../conversations/answers/answer-stream.service.ts';
import type { ConversationRow } from '../../conversations/conversation.table.ts';

export function presentVisitorConversation({
  id,
  name,
  createdAt,
  updatedAt,
}: ConversationRow): VisitorConversation {
  return { id, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

type Shown = { sources: WidgetSources; language: Language };

/** The words that are quoted, and no more of the passage around them unless the widget shows it. */
function showCitation(citation: Citation, { sources }: Shown): Citation {
  if (sources !== 'quotes') return { ...citation, hasImage: false };
  return { ...citation, hasImage: false, chunkText: citation.quote, chunkRange: null };
}

/** Without models, tools, costs, rewritten questions and the words of a provider's failure: those are the company's. */
export function showMessage(message: Message, shown: Shown): Message {
  return {
    ...message,
    citations: message.citations.map((citation) => showCitation(citation, shown)),
    files: [],
    documents: [],
    toolCalls: [],
    searchedQuestion: null,
    curated: false,
    modelName: null,
    insteadOf: null,
    usage: null,
    durationMs: null,
    error: message.error && {
      code: 'server.error',
      message: errorText('server.unavailable', shown.language, {}),
    },
  };
}

/** What a visitor is told while an answer grows; undefined for what concerns the company alone. */
function showEvent(event: AnswerEvent, shown: Shown): AnswerEvent | undefined {
  switch (event.type) {
    case 'message':
      return {
        type: 'message',
        question: showMessage(event.question, shown),
        answer: showMessage(event.answer, shown),
      };
    case 'done':
      return { type: 'done', message: showMessage(event.message, shown) };
    case 'citation':
      return { type: 'citation', citation: showCitation(event.citation, shown) };
    case 'retrieval':
      return { ...event, searchedQuestion: '' };
    case 'reasoning':
    case 'node':
    case 'tool_calls':
      return undefined;
    case 'step':
    case 'delta':
    case 'table_answers':
    case 'support':
      return event;
  }
}

export async function* showStream(stream: AnswerStream, shown: Shown): AnswerStream {
  for await (const { id, data } of stream) {
    const event = showEvent(data, shown);
    if (event) yield { id, data: event };
  }
}
