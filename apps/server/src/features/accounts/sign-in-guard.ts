import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { signInAttempts } from './account.table.ts';

const triesBeforeWait = 5;
const waitSeconds = 15 * 60;

function hashLogin(login: string): string {
  return createHash('sha256').update(login.toLowerCase()).digest('hex');
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
        updatedAt: new Date(),
      },
    })
    .returning();
  const blockedUntil = row?.blockedUntil?.getTime() ?? 0;
  return Math.max(0, Math.ceil((blockedUntil - Date.now()) / 1000));
}

export async function clearAttempts(tx: Tx, login: string): Promise<void> {
  await tx.delete(signInAttempts).where(eq(signInAttempts.loginHash, hashLogin(login)));
}
