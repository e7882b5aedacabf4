import type { AnswerStep, AnswerSupport, Citation, Message, MessageStatus } from '@lectern/contract';
import type { TurnPhase } from './answer-turn.ts';
import type { LiveTurn } from './use-turn.ts';

/** What is drawn of an answer, whether it is stored or still grows. */
export type AnswerView = {
  /** Null until the server has named the message. */
  id: string | null;
  text: string;
  status: MessageStatus;
  phase: TurnPhase;
  citations: Citation[];
  tableAnswers: Message['tableAnswers'];
  /** Of the conversation, where calls can be decided on. */
  conversationId: string | null;
  toolCalls: Message['toolCalls'];
  hitCount: number | null;
  /** The step that is being taken. */
  step: AnswerStep | null;
  /** The node of the flow that is at work. */
  node: string | null;
  support: AnswerSupport | null;
  reasoning: string;
  searchedQuestion: string | null;
  nothingFound: boolean;
  modelName: string | null;
  insteadOf: Message['insteadOf'];
  completionTokens: number | null;
  durationMs: number | null;
  errorMessage: string | null;
};

export function viewMessage(message: Message, reasoning: string): AnswerView {
  return {
    id: message.id,
    text: message.content,
    status: message.status,
    phase: 'ended',
    citations: message.citations,
    tableAnswers: message.tableAnswers,
    conversationId: message.conversationId,
    toolCalls: message.toolCalls,
    hitCount: null,
    step: null,
    node: null,
    support: message.support,
    reasoning,
    searchedQuestion: message.searchedQuestion,
    nothingFound: message.nothingFound,
    modelName: message.modelName,
    insteadOf: message.insteadOf,
    completionTokens: message.usage?.completionTokens ?? null,
    durationMs: message.durationMs,
    errorMessage: message.error?.message ?? null,
  };
}

export function viewTurn(turn: LiveTurn): AnswerView {
  const asked = turn.question?.content ?? turn.typedQuestion;
  return {
    id: turn.answer?.id ?? null,
    text: turn.text,
    status: turn.answer?.status === 'complete' ? 'complete' : 'streaming',
    phase: turn.phase,
    citations: turn.citations,
    tableAnswers: turn.tableAnswers,
    conversationId: turn.answer?.conversationId ?? null,
    toolCalls: turn.toolCalls,
    hitCount: turn.hitCount,
    step: turn.step,
    node: turn.node,
    support: turn.support,
    reasoning: turn.reasoning,
    searchedQuestion: turn.searchedQuestion === asked ? null : turn.searchedQuestion,
    nothingFound: false,
    modelName: null,
    insteadOf: null,
    completionTokens: null,
    durationMs: null,
    errorMessage: null,
  };
}
