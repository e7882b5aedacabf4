import type { ErrorCode } from '@lectern/contract';

type Fault = { code?: string; syscall?: string; constraint?: string; message?: string };

/** Classes and codes of PostgreSQL for a server that is starting, stopping, full or gone. */
const away = /^(08|57P0[1-3]|53300)/;
const brokenConnection = /^(E(CONNREFUSED|CONNRESET|PIPE|NOENT|HOSTUNREACH|TIMEDOUT)|EAI_AGAIN)$/;
/** The driver gives these no code. */
const brokenByMessage =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether the database cannot be reached at the moment: the same call may succeed soon. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', syscall, message = '' } = (error ?? {}) as Fault;
  if (away.test(code) || brokenByMessage.test(message)) return true;
  return brokenConnection.test(code) && ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall ?? '');
}

/** The error for two people who take one name at the same moment, by the unique index that refused. */
const takenByIndex: Record<string, ErrorCode> = {
  knowledge_bases_name: 'knowledge_base.name_taken',
  assistants_name: 'assistant.name_taken',
  sso_providers_sign_in_name_unique: 'sso.name_taken',
  accounts_email: 'account.email_taken',
  accounts_username: 'account.username_taken',
  companies_name: 'company.name_taken',
  packages_name: 'package.name_taken',
};

/** The error for a value that a unique index refused; undefined for every other fault. */
export function findTakenError(error: unknown): ErrorCode | undefined {
  const { code, constraint = '' } = (error ?? {}) as Fault;
  return code === '23505' ? takenByIndex[constraint] : undefined;
}
