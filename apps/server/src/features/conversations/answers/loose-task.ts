import { newId } from '../../../platform/database/database.ts';
import type { MessageRow } from '../conversation.table.ts';
import type { AnswerTask } from './answer-task.ts';

type Said = {
  answerId: string;
  question: string;
  history?: { role: MessageRow['role']; content: string }[];
};

/** A question and an answer that no conversation has. */
export function createLooseTask({
  answerId,
  question,
  history,
  ...given
}: Pick<AnswerTask, 'actor' | 'language' | 'assistant' | 'bases'> & Said): AnswerTask {
  const messages = createLooseMessages(given.actor.companyId, {
    answerId,
    question,
    ...(history ? { history } : {}),
  });
  return { ...given, ...messages, variables: {} };
}

export function createLooseMessages(
  companyId: string,
  { answerId, question, history = [] }: Said,
): Pick<AnswerTask, 'history' | 'question' | 'answer'> {
  const message: MessageRow = {
    id: answerId,
    companyId,
    conversationId: answerId,
    parentId: null,
    questionId: null,
    lane: 0,
    role: 'user',
    content: question,
    status: 'complete',
    citations: [],
    tableAnswers: [],
    toolCalls: [],
    variables: {},
    inputs: {},
    flowRun: null,
    files: [],
    documents: [],
    searchedQuestion: null,
    nothingFound: false,
    support: null,
    curatedAnswerId: null,
    rating: null,
    feedbackText: '',
    ratedAt: null,
    modelId: null,
    modelName: null,
    insteadOf: null,
    promptTokens: null,
    completionTokens: null,
    durationMs: null,
    firstTokenMs: null,
    errorCode: null,
    errorDetail: null,
    heartbeatAt: null,
    stopRequested: false,
    createdAt: new Date(),
  };
  return {
    history: history.map((turn) => ({ ...message, ...turn, id: newId() })),
    question: message,
    answer: { ...message, role: 'assistant', content: '', status: 'streaming' },
  };
}
