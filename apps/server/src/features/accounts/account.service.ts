import {
  AppError,
  type BodyOf,
  type changePassword,
  type Language,
  levels,
  type signIn,
  type signUp,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { type Database, newId } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { packages } from '../companies/company.table.ts';
import {
  createAccountWithCompany,
  findAccountByLogin,
  getAccount,
  listCompaniesOf,
  lockAccountNames,
  readMe,
} from './account.queries.ts';
import { accounts } from './account.table.ts';
import { checkNewPassword, generatePassword, hashPassword, verifyPassword } from './password.ts';
import { beginSession, endOtherSessions } from './session.service.ts';
import { clearAttempts, countAttempt } from './sign-in-guard.service.ts';

export async function signUpAccount(
  { database, config }: Platform,
  input: BodyOf<typeof signUp>,
  language: Language,
) {
  if (!config.signUp.enabled) throw new AppError('auth.sign_up_disabled');
  checkNewPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  return database.acrossCompanies('sign-up makes a company', async (tx) => {
    const { accountId, companyId } = await createAccountWithCompany(tx, {
      email: input.email,
      username: input.username,
      passwordHash,
      language: input.language ?? language,
      level: levels[config.signUp.level],
    });
    const token = await beginSession(tx, accountId, companyId);
    return { token, me: await readMe(tx, { accountId, companyId }) };
  });
}

async function checkGuess(database: Database, login: string): Promise<void> {
  const seconds = await database.acrossCompanies('guesses are counted before anyone is known', (tx) =>
    countAttempt(tx, login),
  );
  if (seconds > 0) throw new AppError('auth.too_many_attempts', { seconds }, { retryAfterSeconds: seconds });
}

/** Signs in by e-mail or username. Every failure before the right password reads the same. */
export async function signInAccount({ database }: Platform, input: BodyOf<typeof signIn>) {
  await checkGuess(database, input.login);
  const account = await database.acrossCompanies('sign-in looks for the account', (tx) =>
    findAccountByLogin(tx, input.login),
  );
  if (!(await verifyPassword(account?.passwordHash, input.password)) || !account)
    throw new AppError('auth.wrong_credentials');
  if (!account.active) throw new AppError('auth.account_disabled');
  return database.acrossCompanies('sign-in chooses the company', async (tx) => {
    await clearAttempts(tx, input.login);
    const company = (await listCompaniesOf(tx, account.id)).find((candidate) => candidate.enabled);
    if (!company) throw new AppError('auth.company_disabled');
    const token = await beginSession(tx, account.id, company.id);
    return { token, me: await readMe(tx, { accountId: account.id, companyId: company.id }) };
  });
}

export async function changeOwnPassword(
  { database }: Platform,
  actor: Actor,
  input: BodyOf<typeof changePassword>,
) {
  const account = await database.acrossCompanies('an account stands above companies', (tx) =>
    getAccount(tx, actor.accountId),
  );
  checkNewPassword(input.newPassword);
  // Who found an open session must not find the password too.
  const guess = `password of ${actor.accountId}`;
  await checkGuess(database, guess);
  if (!(await verifyPassword(account.passwordHash, input.currentPassword)))
    throw new AppError('account.current_password_wrong');
  await database.acrossCompanies('guesses belong to no company', (tx) => clearAttempts(tx, guess));
  if (input.newPassword === input.currentPassword) throw new AppError('account.password_unchanged');
  const passwordHash = await hashPassword(input.newPassword);
  return database.acrossCompanies('an account stands above companies', async (tx) => {
    await tx
      .update(accounts)
      .set({ passwordHash, mustChangePassword: false, updatedAt: new Date() })
      .where(eq(accounts.id, actor.accountId));
    await endOtherSessions(tx, actor);
    return readMe(tx, actor);
  });
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
    await tx
      .insert(packages)
      .values({ id: newId(), name: 'Unlimited', isSignUpDefault: true })
      .onConflictDoNothing();
    await createAccountWithCompany(tx, {
      email,
      username: 'admin',
      passwordHash: await hashPassword(password),
      language: 'en',
      level: levels.COMPANY,
      isAdmin: true,
      // A password that the operator chose is nobody else's to see.
      mustChangePassword: config.admin.password === undefined,
    });
    return { email, generatedPassword: config.admin.password === undefined ? password : undefined };
  });
}
