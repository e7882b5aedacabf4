import type { Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { MessageRow } from './conversation.table.ts';

/** An answer is written, however it ended. */
export const onAnswerEnded = defineHook<[tx: Tx, answer: MessageRow]>('answer ended');

/** Nothing was found for the question of a program that keeps its conversation itself. */
export const onLooseQuestionUnanswered = defineHook<
  [tx: Tx, asked: { companyId: string; assistantId: string; question: string }]
>('question of a program unanswered');

/** A person rated an answer. */
export const onAnswerRated = defineHook<[tx: Tx, answer: MessageRow]>('answer rated');
