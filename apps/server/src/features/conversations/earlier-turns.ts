import { newId } from '../../platform/database/database.ts';
import type { ConversationRow, MessageRow } from './conversation.table.ts';

/** What was said elsewhere before a conversation, or between two of its questions. */
export type EarlierTurn = Pick<MessageRow, 'role' | 'content'>;

/** Such turns as messages of the conversation, one after the other, just before `until`. */
export function placeEarlierTurns(
  { id: conversationId, companyId }: ConversationRow,
  turns: readonly EarlierTurn[],
  { parentId, until }: { parentId: string | null; until: Date },
) {
  let last = parentId;
  let questionId: string | null = null;
  return turns.map((turn, n) => {
    const id = newId();
    const row = {
      id,
      companyId,
      conversationId,
      parentId: last,
      questionId: turn.role === 'assistant' ? questionId : null,
      ...turn,
      status: 'complete' as const,
      createdAt: new Date(until.getTime() - turns.length + n),
    };
    last = id;
    if (turn.role === 'user') questionId = id;
    return row;
  });
}
