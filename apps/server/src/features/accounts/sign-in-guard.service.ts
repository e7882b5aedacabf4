import { AppError } from '@lectern/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../platform/database/database.ts';
import { signInAttempts } from './account.table.ts';

const triesBeforeWait = 5;
const waitSeconds = 15 * 60;

/** By the database's small letters, as accounts are looked up: what finds one account must count as one login. */
function hashLogin(login: string): SQL<string> {
  return sql<string>`encode(sha256(convert_to(lower(${login}), 'UTF8')), 'hex')`;
}

/**
 * Counts a try before the password is checked, under the row's lock, so that parallel guesses are
 * all counted; a success clears the count. Known and unknown logins are treated alike.
 *
 * Returns the seconds to wait, 0 when the try is allowed. It does not throw: the count must be committed.
 */
export async function countAttempt(tx: Tx, login: string): Promise<number> {
  const loginHash = hashLogin(login);
  const [row] = await tx
    .insert(signInAttempts)
    .values({ loginHash, failures: 1 })
    .onConflictDoUpdate({
      target: signInAttempts.loginHash,
      set: {
        failures: sql`case when ${signInAttempts.blockedUntil} < now() then 1 else ${signInAttempts.failures} + 1 end`,
        blockedUntil: sql`case
          when ${signInAttempts.blockedUntil} < now() then null
          when ${signInAttempts.blockedUntil} is null and ${signInAttempts.failures} + 1 > ${triesBeforeWait}
            then now() + make_interval(secs => ${waitSeconds})
          else ${signInAttempts.blockedUntil} end`,
        updatedAt: sql`now()`,
      },
    })
    // By the database's clock alone, since the clocks of servers differ.
    .returning({
      seconds: sql<number>`coalesce(greatest(0, ceil(extract(epoch from ${signInAttempts.blockedUntil} - now()))), 0)::int`,
    });
  return row?.seconds ?? 0;
}

/** Counts a guess, and throws when there were too many. In a transaction of its own: the count stays whatever follows. */
export async function checkGuess(database: Database, about: string): Promise<void> {
  const seconds = await database.acrossCompanies('guesses are counted before anyone is known', (tx) =>
    countAttempt(tx, about),
  );
  if (seconds > 0) throw new AppError('auth.too_many_attempts', { seconds }, { retryAfterSeconds: seconds });
}

/** Counts that nobody added to for a day tell nothing any more. */
export async function deleteOldAttempts(database: Database): Promise<void> {
  await database.acrossCompanies('guesses belong to no company', (tx) =>
    tx.delete(signInAttempts).where(sql`${signInAttempts.updatedAt} < now() - interval '1 day'`),
  );
}

export async function clearAttempts(tx: Tx, login: string): Promise<void> {
  await tx.delete(signInAttempts).where(eq(signInAttempts.loginHash, hashLogin(login)));
}
