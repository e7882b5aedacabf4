import { randomBytes } from 'node:crypto';
import { type Language, type Level, levels } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertFirstPackage } from '../companies/package.queries.ts';
import { queueMail } from '../mails/mail.service.ts';
import { createAccount, isFree, lockAccountNames, type NewAccount } from './account.queries.ts';
import { accounts } from './account.table.ts';
import { generatePassword, hashPassword } from './password.ts';

// What other features may ask of accounts.
export {
  createPersonalCompany,
  findAccountByEmail,
  getAccount,
  lockAccountNames,
} from './account.queries.ts';

/** The zone in which a person reads days. */
export async function readTimezone(tx: Tx, actor: Pick<Actor, 'accountId'>): Promise<string> {
  const [row] = await tx
    .select({ timezone: accounts.timezone })
    .from(accounts)
    .where(eq(accounts.id, actor.accountId));
  return row?.timezone ?? 'UTC';
}

/** The mail of a generated password is not kept for longer, also where no mail server takes it. */
const passwordMailDays = 7;

/** A generated password with its hash, made before the transaction that uses it: hashing takes its time. */
export async function prepareGeneratedPassword() {
  const password = generatePassword();
  return { password, passwordHash: await hashPassword(password) };
}

export type AccountMadeForSomeone = {
  email: string;
  username: string;
  language: Language;
  generated: Awaited<ReturnType<typeof prepareGeneratedPassword>>;
  /** A company of the account's own; otherwise the caller makes it a member of one. */
  personalCompany?: { level: Level };
  /** Named in the mail. */
  companyName: string;
};

/**
 * An account that somebody makes for another person: its password is generated and mailed, and must be
 * changed before anything else works. Throws `account.email_taken` and `account.username_taken`.
 */
export async function createAccountForSomeone(
  platform: Platform,
  tx: Tx,
  { generated, personalCompany, companyName, ...account }: AccountMadeForSomeone,
): Promise<string> {
  const accountId = await createAccount(
    tx,
    { ...account, passwordHash: generated.passwordHash, mustChangePassword: true },
    personalCompany ? { personalCompany } : {},
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

const longestName = 64;

/** The first of these names that is free, or one like it. */
async function findFreeName(tx: Tx, names: string[]): Promise<string> {
  for (const name of names) if (await isFree(tx, 'username', name)) return name;
  for (;;) {
    const ending = ` ${randomBytes(3).toString('hex')}`;
    const name = `${(names[0] ?? 'person').slice(0, longestName - ending.length).toWellFormed()}${ending}`;
    if (await isFree(tx, 'username', name)) return name;
  }
}

/** An account whose address is vouched for, by a provider or a code, called as well as can be by then. */
export async function createVouchedAccount(
  tx: Tx,
  { names, ...account }: Omit<NewAccount, 'username'> & { names: string[] },
  options: Parameters<typeof createAccount>[2] = {},
): Promise<string> {
  return createAccount(tx, { ...account, username: await findFreeName(tx, names) }, options);
}

/** On an empty database: the unlimited package for sign-ups and the administrator. Returns what a person must be told. */
export async function createFirstAdministrator({ database, config }: Platform) {
  const email = config.admin.email ?? 'admin@lectern.local';
  const password = config.admin.password ?? generatePassword();
  return database.acrossCompanies('the first start', async (tx) => {
    // Processes that start together: the second finds the first one's administrator.
    await lockAccountNames(tx);
    const [anyone] = await tx.select({ id: accounts.id }).from(accounts).limit(1);
    if (anyone) return undefined;
    await insertFirstPackage(tx);
    await createAccount(
      tx,
      {
        email,
        username: 'admin',
        passwordHash: await hashPassword(password),
        language: 'en',
        isAdmin: true,
        // A password that the operator chose is nobody else's to see.
        mustChangePassword: config.admin.password === undefined,
        // Nobody may be locked out of a new installation for want of a mail server.
        emailVerifiedAt: new Date(),
      },
      { personalCompany: { level: levels.COMPANY } },
    );
    return { email, generatedPassword: config.admin.password === undefined ? password : undefined };
  });
}
