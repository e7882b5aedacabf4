import { randomInt, timingSafeEqual } from 'node:crypto';
import { AppError, type Challenge, codeLimits, type Language } from '@lectern/contract';
import { type Database, newId, type SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/token.ts';
import { checkGuess, clearAttempts } from '../accounts/sign-in-guard.service.ts';
import { queueMail } from '../mails/mail.service.ts';
import {
  deleteOldChallengeRows,
  findOpenChallenge,
  markChallengeUsed,
  replaceChallenge,
} from './challenge.queries.ts';
import type { ChallengeRow } from './challenge.table.ts';

const mailKinds = {
  sign_in: 'sign_in_code',
  verify_email: 'verify_email',
  reset_password: 'reset_password',
  change_two_factor: 'change_two_factor',
} as const satisfies Record<Challenge['kind'], string>;

type Counted = Pick<ChallengeRow, 'kind' | 'email'>;
// Guesses and mails are counted per address, not per challenge: a new code grants no new attempts. And per kind:
// strangers may ask for a new password, which must not block somebody who signs in with password and code.
const guessesAt = ({ kind, email }: Counted) => `${kind} code of ${email}`;
const mailsTo = ({ kind, email }: Counted) => `${kind} code mailed to ${email}`;

/** Hashed with the id, so that equal codes have different hashes in the table. */
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

/** Throws if too many codes were requested for an address. Called before the transaction that mails one. */
export function checkMayMailCode(database: Database, { kind, email }: Counted): Promise<void> {
  return checkGuess(database, mailsTo({ kind, email }));
}

export type NewChallenge = {
  kind: Challenge['kind'];
  email: string;
  /** Without an account, or one to create, nothing is mailed and no code is right; the answer looks the same. */
  accountId: string | undefined;
  language: Language;
  purpose?: ChallengeRow['purpose'];
};

/**
 * Mails a new code in this transaction and closes challenges of the same kind at the address, whether or not it has
 * an account: a challenge that stays open would reveal which addresses have one.
 */
export async function createChallenge(
  platform: Platform,
  tx: SystemTx,
  { kind, email, accountId, language, purpose = {} }: NewChallenge,
): Promise<Challenge> {
  const id = newId();
  const code = String(randomInt(10 ** codeLimits.digits)).padStart(codeLimits.digits, '0');
  const expiresAt = new Date(Date.now() + codeLimits.minutes * 60_000);
  await replaceChallenge(tx, {
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

/**
 * The challenge that this code answers. Call `useChallenge` in the transaction of what it permits. The attempt is
 * counted before the code is checked, so that parallel guesses all count.
 */
export async function checkCode(
  { database }: Platform,
  id: string,
  code: string,
  kinds: readonly Challenge['kind'][],
): Promise<ChallengeRow> {
  const row = await database.asSystem('a code is answered before anyone is known', (tx) =>
    findOpenChallenge(tx, id, kinds),
  );
  await checkGuess(database, guessesAt(row));
  const right = timingSafeEqual(Buffer.from(hashCode(id, code)), Buffer.from(row.codeHash));
  if (!right || (row.accountId === null && !row.purpose.signUp)) throw new AppError('auth.code_wrong');
  return row;
}

/** The challenge of an existing account. */
export async function checkAccountCode(
  ...asked: Parameters<typeof checkCode>
): Promise<ChallengeRow & { accountId: string }> {
  const row = await checkCode(...asked);
  if (row.accountId === null) throw new AppError('auth.code_wrong');
  return { ...row, accountId: row.accountId };
}

/** Uses up a challenge; throws if it was used before. */
export async function useChallenge(tx: SystemTx, { id, kind, email }: ChallengeRow): Promise<void> {
  if (!(await markChallengeUsed(tx, id))) throw new AppError('auth.code_expired');
  await clearAttempts(tx, guessesAt({ kind, email }));
  await clearAttempts(tx, mailsTo({ kind, email }));
}

export async function deleteOldChallenges(database: Database): Promise<void> {
  await database.asSystem('codes belong to no company', deleteOldChallengeRows);
}
