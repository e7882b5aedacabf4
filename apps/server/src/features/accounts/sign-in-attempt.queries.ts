import { eq, type SQL, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { signInAttempts } from './account.table.ts';

const waitSeconds = 15 * 60;

/** Lower-cased by the database, as in the look-up of accounts: spellings of one login are counted together. */
function hashLogin(login: string): SQL<string> {
  return sql<string>`encode(sha256(convert_to(lower(${login}), 'UTF8')), 'hex')`;
}

/** The seconds to wait, 0 if the attempt is allowed; `first`: it is the one with which the waiting begins. */
export type Attempt = { seconds: number; first: boolean };

/**
 * Counts an attempt before the password is checked, under the row's lock, so that parallel guesses are
 * all counted; a success clears the count. Known and unknown logins are treated alike.
 *
 * Does not throw: the count must be committed.
 */
export async function countAttempt(tx: Tx, login: string, maxAttempts: number): Promise<Attempt> {
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
          when ${signInAttempts.blockedUntil} is null and ${signInAttempts.failures} + 1 > ${maxAttempts}
            then now() + make_interval(secs => ${waitSeconds})
          else ${signInAttempts.blockedUntil} end`,
        updatedAt: sql`now()`,
      },
    })
    // By the database's clock, since the clocks of servers differ.
    .returning({
      seconds: sql<number>`coalesce(greatest(0, ceil(extract(epoch from ${signInAttempts.blockedUntil} - now()))), 0)::int`,
      first: sql<boolean>`${signInAttempts.failures} = ${maxAttempts} + 1`,
    });
  return row ?? { seconds: 0, first: false };
}

export async function clearAttempts(tx: SystemTx, login: string): Promise<void> {
  await tx.delete(signInAttempts).where(eq(signInAttempts.loginHash, hashLogin(login)));
}

export async function deleteOldAttemptRows(tx: SystemTx): Promise<void> {
  await tx.delete(signInAttempts).where(sql`${signInAttempts.updatedAt} < now() - interval '1 day'`);
}
