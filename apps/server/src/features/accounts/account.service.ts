import { randomBytes } from 'node:crypto';
import type { Language } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { queueMail } from '../mails/mail.service.ts';
import { type AddressRule, insertAccount, isUsernameFree, type NewAccount } from './account.queries.ts';
import { accounts } from './account.table.ts';
import { generatePassword, hashPassword } from './password.service.ts';

// What other features may ask of accounts.
export {
  type AccountRow,
  checkUsernameFree,
  findAccountByEmail,
  getAccount,
  insertAccount,
  isAddressFree,
  listAccountsByLogin,
  lockAccountNames,
  type NewAccount,
} from './account.queries.ts';

/** The time zone in which a person reads dates. */
export async function readTimezone(tx: Tx, actor: Pick<Actor, 'accountId'>): Promise<string> {
  const [row] = await tx
    .select({ timezone: accounts.timezone })
    .from(accounts)
    .where(eq(accounts.id, actor.accountId));
  return row?.timezone ?? 'UTC';
}

/** A mail with a generated password is erased after this, even if no mail server is configured. */
const passwordMailDays = 7;

/** A generated password with its hash. Hashing is slow, so this is called before the transaction. */
export async function prepareGeneratedPassword() {
  const password = generatePassword();
  return { password, passwordHash: await hashPassword(password) };
}

export type AccountForSomeone = {
  email: string;
  username: string;
  language: Language;
  generated: Awaited<ReturnType<typeof prepareGeneratedPassword>>;
  /** Named in the mail. */
  companyName: string;
  takenBy: AddressRule;
};

/** Where nobody is asked to prove an address, one that is only claimed has to count. */
export function addressRule({ config }: Pick<Platform, 'config'>): AddressRule {
  return config.signUp.verifyEmail ? 'proved' : 'claimed';
}

/**
 * An account that somebody creates for another person: its password is generated and mailed, and must be
 * changed before anything else works. Throws `account.email_taken` and `account.username_taken`.
 */
export async function createAccountForSomeone(
  platform: Platform,
  tx: Tx,
  { generated, companyName, takenBy, ...account }: AccountForSomeone,
): Promise<string> {
  const accountId = await insertAccount(
    tx,
    { ...account, passwordHash: generated.passwordHash, mustChangePassword: true },
    takenBy,
  );
  await queueMail(platform, tx, {
    to: account.email,
    kind: 'new_account',
    language: account.language,
    values: {
      username: account.username,
      email: account.email,
      password: generated.password,
      companyName,
      url: `${platform.publicUrl()}/login`,
    },
    expiresAt: new Date(Date.now() + passwordMailDays * 86_400_000),
  });
  return accountId;
}

const maxNameLength = 64;

/** The first of these usernames that is free, or the first one with a random suffix. */
async function findFreeName(tx: Tx, names: string[]): Promise<string> {
  for (const name of names) if (await isUsernameFree(tx, name)) return name;
  for (;;) {
    const ending = ` ${randomBytes(3).toString('hex')}`;
    const name = `${(names[0] ?? 'person').slice(0, maxNameLength - ending.length).toWellFormed()}${ending}`;
    if (await isUsernameFree(tx, name)) return name;
  }
}

/** An account whose address a provider or a code has verified, with the first free one of these usernames. */
export async function createVerifiedAccount(
  tx: Tx,
  { names, ...account }: Omit<NewAccount, 'username'> & { names: string[] },
): Promise<string> {
  return insertAccount(tx, { ...account, username: await findFreeName(tx, names) }, 'proved');
}
