import type { AnswerStreamEvent } from '@lectern/client';
import type { AnswerStep, AnswerSupport, Citation, Message } from '@lectern/contract';

/** `sending` until the server has the question; `searching` until it tells what it found. */
export type TurnPhase = 'sending' | 'searching' | 'writing' | 'reconnecting' | 'ended';

/** One question and its answer while it grows. Everything shown of it derives from the events. */
export type Turn = {
  phase: TurnPhase;
  /** What was typed; shown until the stored question arrives. */
  typedQuestion: string;
  question: Message | null;
  answer: Message | null;
  hitCount: number | null;
  searchedQuestion: string | null;
  reasoning: string;
  text: string;
  citations: Citation[];
  tableAnswers: Message['tableAnswers'];
  toolCalls: Message['toolCalls'];
  /** The step that the server is taking. */
  step: AnswerStep | null;
  /** The node of the flow that is at work. */
  node: string | null;
  support: AnswerSupport | null;
};

export function beginTurn(typedQuestion: string): Turn {
  return {
    phase: 'sending',
    typedQuestion,
    question: null,
    answer: null,
    hitCount: null,
    searchedQuestion: null,
    reasoning: '',
    text: '',
    citations: [],
    tableAnswers: [],
    toolCalls: [],
    step: null,
    node: null,
    support: null,
  };
}

/** A turn that was under way when the page was opened: what is stored already is shown at once. */
export function resumeTurn(question: Message | null, answer: Message): Turn {
  return {
    ...beginTurn(question?.content ?? ''),
    phase: answer.content === '' ? 'searching' : 'writing',
    question,
    answer,
    searchedQuestion: answer.searchedQuestion,
    text: answer.content,
    citations: answer.citations,
    tableAnswers: answer.tableAnswers,
    toolCalls: answer.toolCalls,
  };
}

/** Citations come as their markers are written and may come again after a resume: the number is their identity. */
function addCitation(citations: Citation[], added: Citation): Citation[] {
  const others = citations.filter((citation) => citation.number !== added.number);
  return [...others, added].sort((left, right) => left.number - right.number);
}

export function applyAnswerEvent(turn: Turn, event: AnswerStreamEvent): Turn {
  switch (event.type) {
    case 'reconnecting':
      return { ...turn, phase: 'reconnecting' };
    case 'message':
      return {
        ...turn,
        phase: turn.text === '' ? 'searching' : 'writing',
        question: event.question,
        answer: event.answer,
        // A resumed stream tells all but the text again from here on.
        reasoning: '',
      };
    case 'step':
      return { ...turn, step: event.step };
    case 'node':
      return { ...turn, node: event.name };
    case 'support':
      return { ...turn, support: event.support };
    case 'retrieval':
      return { ...turn, hitCount: event.hitCount, searchedQuestion: event.searchedQuestion };
    case 'reasoning':
      return { ...turn, phase: 'writing', reasoning: turn.reasoning + event.text };
    case 'delta':
      return { ...turn, phase: 'writing', text: turn.text + event.text };
    case 'table_answers':
      return { ...turn, tableAnswers: event.tableAnswers };
    case 'tool_calls':
      return { ...turn, toolCalls: event.toolCalls };
    case 'citation':
      return { ...turn, citations: addCitation(turn.citations, event.citation) };
    case 'done':
      return {
        ...turn,
        phase: 'ended',
        answer: event.message,
        text: event.message.content,
        citations: event.message.citations,
        tableAnswers: event.message.tableAnswers,
        toolCalls: event.message.toolCalls,
        support: event.message.support,
      };
  }
}
