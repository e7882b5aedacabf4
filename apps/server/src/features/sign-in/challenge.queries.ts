import { AppError, type Challenge } from '@lectern/contract';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { type ChallengeRow, challenges } from './challenge.table.ts';

export async function findOpenChallenge(
  tx: Tx,
  id: string,
  kinds: readonly Challenge['kind'][],
): Promise<ChallengeRow> {
  const [row] = await tx
    .select()
    .from(challenges)
    .where(and(eq(challenges.id, id), isNull(challenges.usedAt), gt(challenges.expiresAt, new Date())));
  if (!row || !kinds.includes(row.kind)) throw new AppError('auth.code_expired');
  return row;
}

/** The address and account that a challenge was for, whatever became of it. */
export async function findChallengeSubject(
  tx: Tx,
  id: string,
): Promise<{ email: string; accountId: string | null } | undefined> {
  const [row] = await tx
    .select({ email: challenges.email, accountId: challenges.accountId })
    .from(challenges)
    .where(eq(challenges.id, id));
  return row;
}

/** Inserts a challenge and closes the open ones of its kind at the address. */
export async function replaceChallenge(tx: SystemTx, values: typeof challenges.$inferInsert): Promise<void> {
  const { email, kind } = values;
  await tx
    .update(challenges)
    .set({ usedAt: new Date() })
    .where(and(eq(challenges.email, email), eq(challenges.kind, kind), isNull(challenges.usedAt)));
  await tx.insert(challenges).values(values);
}

/** False if it was used before: of two callers with the same code, one succeeds. */
export async function markChallengeUsed(tx: SystemTx, id: string): Promise<boolean> {
  const used = await tx
    .update(challenges)
    .set({ usedAt: new Date(), purpose: {} })
    .where(and(eq(challenges.id, id), isNull(challenges.usedAt)))
    .returning({ id: challenges.id });
  return used.length > 0;
}

/** Challenges stay for a day after they expired, for troubleshooting. */
export async function deleteOldChallengeRows(tx: SystemTx): Promise<void> {
  await tx.delete(challenges).where(lt(challenges.expiresAt, sql`now() - interval '1 day'`));
}
