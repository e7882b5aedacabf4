import { AppError, type ErrorCode } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import { type RefusedSignIn, refusedSignInPort } from '../../platform/audit-port.ts';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAccount, listAccountsByLogin } from '../accounts/account.service.ts';
import { TooManyAttempts } from '../accounts/sign-in-guard.service.ts';
import { findChallengeSubject } from './challenge.queries.ts';
import { listCompaniesOf } from './me.queries.ts';

const refusals: readonly ErrorCode[] = [
  'auth.wrong_credentials',
  'auth.code_wrong',
  'auth.account_disabled',
  'auth.company_disabled',
  'auth.no_company',
];

type Attempt = {
  action: 'signIn' | 'answerChallenge' | 'resetPassword';
  /** What was typed; a person may have typed the password there. */
  login?: string;
  challengeId?: string;
  request: Pick<FastifyRequest, 'ip'>;
};

/**
 * Writes a refused sign-in to the audit log of the company that it would have led to, and passes the refusal on. Of
 * attempts that are not even looked at any more only the first one is kept.
 */
export async function recordRefusal<T>(
  platform: Platform,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const counts =
      error instanceof TooManyAttempts
        ? error.first
        : error instanceof AppError && refusals.includes(error.code);
    if (counts) await record(platform, attempt, error as AppError);
    throw error;
  }
}

function record(
  platform: Platform,
  { action, request, ...attempt }: Attempt,
  error: AppError,
): Promise<void> {
  return writeRefusal(platform, { action, address: request.ip }, error, async (tx) => {
    const account = await findAccount(tx, attempt);
    const companies = account ? await listCompaniesOf(tx, account.id) : [];
    return {
      account: account && { id: account.id, name: account.username },
      company: companies.find(({ enabled }) => enabled) ?? companies[0],
    };
  });
}

/** Writes a refused sign-in of any kind, with whom and which company it was about. */
export function writeRefusal(
  { database }: Platform,
  attempt: Pick<RefusedSignIn, 'action' | 'address'>,
  { status, code }: AppError,
  findSubject: (tx: SystemTx) => Promise<Pick<RefusedSignIn, 'account' | 'company'>>,
): Promise<void> {
  return database.asSystem('nobody has signed in yet', async (tx) => {
    const { account, company } = await findSubject(tx);
    await refusedSignInPort.get()(tx, {
      ...attempt,
      account,
      company: company && { id: company.id, name: company.name },
      status,
      errorCode: code,
    });
  });
}

async function findAccount(tx: SystemTx, { login, challengeId }: Pick<Attempt, 'login' | 'challengeId'>) {
  if (login !== undefined) return (await listAccountsByLogin(tx, login))[0];
  const subject = challengeId === undefined ? undefined : await findChallengeSubject(tx, challengeId);
  return subject?.accountId ? getAccount(tx, subject.accountId) : undefined;
}
