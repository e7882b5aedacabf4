import { randomInt, timingSafeEqual } from 'node:crypto';
import { AppError, type Challenge, codeLimits, type Language } from '@lectern/contract';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/token.ts';
import { checkGuess, clearAttempts } from '../accounts/sign-in-guard.service.ts';
import { queueMail } from '../mails/mail.service.ts';
import { challenges } from './challenge.table.ts';

export type ChallengeRow = typeof challenges.$inferSelect;

const mailKinds = {
  sign_in: 'sign_in_code',
  verify_email: 'verify_email',
  reset_password: 'reset_password',
  change_two_factor: 'change_two_factor',
} as const satisfies Record<Challenge['kind'], string>;

type Counted = Pick<ChallengeRow, 'kind' | 'email'>;
// Guesses and mails are counted by address, not by challenge: asking for a new code grants no new tries. And by kind:
// strangers may ask for a new password, and must not hold up by it who signs in with password and code.
const guessesAt = ({ kind, email }: Counted) => `${kind} code of ${email}`;
const mailsTo = ({ kind, email }: Counted) => `${kind} code mailed to ${email}`;

/** The id goes in, so that equal codes do not look equal in the table. */
function hashCode(id: string, code: string): string {
  return hashToken(`${id} ${code}`);
}

/** `ada@example.com` → `a••@e••••••.com`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const dot = domain.lastIndexOf('.');
  const hide = (text: string) => text.slice(0, 1) + '•'.repeat(Math.max(2, text.length - 1));
  return `${hide(local)}@${dot < 1 ? hide(domain) : hide(domain.slice(0, dot)) + domain.slice(dot)}`;
}

/** Throws when too many codes were asked for at an address; to be called before the transaction that mails one. */
export function checkMayMailCode(database: Database, { kind, email }: Counted): Promise<void> {
  return checkGuess(database, mailsTo({ kind, email }));
}

export type NewChallenge = {
  kind: Challenge['kind'];
  email: string;
  /** Without an account, or one to be made, nothing is mailed and no code is right; the answer looks the same. */
  accountId: string | undefined;
  language: Language;
  purpose?: ChallengeRow['purpose'];
};

/**
 * Mails a new code in this transaction; challenges of the same kind at the address end, whether or not it has an
 * account: else what is left of an earlier one would tell which addresses have.
 */
export async function openChallenge(
  platform: Platform,
  tx: Tx,
  { kind, email, accountId, language, purpose = {} }: NewChallenge,
): Promise<Challenge> {
  const id = newId();
  const code = String(randomInt(10 ** codeLimits.digits)).padStart(codeLimits.digits, '0');
  const expiresAt = new Date(Date.now() + codeLimits.minutes * 60_000);
  await tx
    .update(challenges)
    .set({ usedAt: new Date() })
    .where(and(eq(challenges.email, email), eq(challenges.kind, kind), isNull(challenges.usedAt)));
  await tx.insert(challenges).values({
    id,
    kind,
    email,
    accountId: accountId ?? null,
    codeHash: hashCode(id, code),
    purpose,
    expiresAt,
  });
  if (accountId || purpose.signUp)
    await queueMail(platform, tx, {
      to: email,
      kind: mailKinds[kind],
      language,
      values: { code, minutes: codeLimits.minutes },
      expiresAt,
    });
  return { id, kind, sentTo: maskEmail(email), expiresAt: expiresAt.toISOString() };
}

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

/**
 * The challenge that this code answers; it is still to be used up by `useChallenge`, in the transaction of
 * what it permits. The try is counted before the code is looked at, so that parallel guesses all count.
 */
export async function checkCode(
  { database }: Platform,
  id: string,
  code: string,
  kinds: readonly Challenge['kind'][],
): Promise<ChallengeRow> {
  const row = await database.acrossCompanies('a code is answered before anyone is known', (tx) =>
    findOpenChallenge(tx, id, kinds),
  );
  await checkGuess(database, guessesAt(row));
  const right = timingSafeEqual(Buffer.from(hashCode(id, code)), Buffer.from(row.codeHash));
  if (!right || (row.accountId === null && !row.purpose.signUp)) throw new AppError('auth.code_wrong');
  return row;
}

/** The challenge of an account that is there. */
export async function checkAccountCode(
  ...asked: Parameters<typeof checkCode>
): Promise<ChallengeRow & { accountId: string }> {
  const row = await checkCode(...asked);
  if (row.accountId === null) throw new AppError('auth.code_wrong');
  return { ...row, accountId: row.accountId };
}

/** Uses a challenge up: of two that come with the same code, one. */
export async function useChallenge(tx: Tx, { id, kind, email }: ChallengeRow): Promise<void> {
  const used = await tx
    .update(challenges)
    .set({ usedAt: new Date(), purpose: {} })
    .where(and(eq(challenges.id, id), isNull(challenges.usedAt)))
    .returning({ id: challenges.id });
  if (used.length === 0) throw new AppError('auth.code_expired');
  await clearAttempts(tx, guessesAt({ kind, email }));
  await clearAttempts(tx, mailsTo({ kind, email }));
}

/** Kept a day beyond their end, for nothing but to see what happened. */
export async function deleteOldChallenges(database: Database): Promise<void> {
  await database.acrossCompanies('codes belong to no company', (tx) =>
    tx.delete(challenges).where(lt(challenges.expiresAt, sql`now() - interval '1 day'`)),
  );
}
