import { eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { answerExplanations, type MessageRow } from '../conversation.table.ts';
import type { StoredExplanation } from './stored-explanation.ts';

/** Inserted by whoever ends the answer, in that transaction. */
export async function insertExplanation(
  tx: Tx,
  { id, companyId }: MessageRow,
  explanation: StoredExplanation,
): Promise<void> {
  await tx.insert(answerExplanations).values({ messageId: id, companyId, explanation }).onConflictDoNothing();
}

export function listExplanations(tx: Tx, messageIds: string[]) {
  return tx
    .select({ messageId: answerExplanations.messageId, explanation: answerExplanations.explanation })
    .from(answerExplanations)
    .where(inArray(answerExplanations.messageId, messageIds));
}

export async function findExplanation(tx: Tx, messageId: string): Promise<StoredExplanation | undefined> {
  const [row] = await tx
    .select({ explanation: answerExplanations.explanation })
    .from(answerExplanations)
    .where(eq(answerExplanations.messageId, messageId));
  return row?.explanation;
}
