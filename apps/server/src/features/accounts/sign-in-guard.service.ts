import { AppError } from '@lectern/contract';
import type { Database } from '../../platform/database/database.ts';
import { countAttempt, deleteOldAttemptRows } from './sign-in-attempt.queries.ts';

export { clearAttempts } from './sign-in-attempt.queries.ts';

/** Counts a guess, and throws after too many. In a transaction of its own, so that the count is always committed. */
export async function checkGuess(database: Database, about: string): Promise<void> {
  const seconds = await database.asSystem('guesses are counted before anyone is known', (tx) =>
    countAttempt(tx, about),
  );
  if (seconds > 0) throw new AppError('auth.too_many_attempts', { seconds }, { retryAfterSeconds: seconds });
}

export async function deleteOldAttempts(database: Database): Promise<void> {
  await database.asSystem('guesses belong to no company', deleteOldAttemptRows);
}
