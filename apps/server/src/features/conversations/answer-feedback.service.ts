import { type AnswerFeedback, AppError, type Language, type Message } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { onAnswerRated } from './answer-hooks.ts';
import { updateFeedback } from './conversation.queries.ts';
import { findAnswer, loadConversation } from './conversation.service.ts';
import { presentMessage } from './present-message.ts';

/** Rates an answer in place of any rating before; null takes the rating back. */
export function rateAnswer(
  { database }: Platform,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
  feedback: AnswerFeedback | null,
  language: Language,
): Promise<Message> {
  if (feedback?.rating === 'down' && feedback.text === '')
    throw new AppError('message.feedback_text_required');
  return database.withActor(actor, async (tx) => {
    const { row } = await findAnswer(tx, actor, ids);
    const conversation = await loadConversation(tx, actor, 'update', ids.conversationId);
    const rated = await updateFeedback(tx, conversation, row.id, feedback);
    if (!rated) throw new AppError('conversation.busy');
    if (feedback) await onAnswerRated.run(tx, rated);
    return presentMessage(rated, language);
  });
}
