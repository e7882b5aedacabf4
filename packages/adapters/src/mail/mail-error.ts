/**
 * - `refused`: the server will not take this mail, now or later.
 * - `misconfigured`: it takes none, from us or this sender, until someone changes a setting: not the mail's fault.
 * - `passing`: no connection, a busy server, greylisting.
 */
export type MailErrorKind = 'refused' | 'misconfigured' | 'passing';

export class MailError extends Error {
  readonly kind: MailErrorKind;
  constructor(message: string, kind: MailErrorKind) {
    super(message);
    this.name = 'MailError';
    this.kind = kind;
  }
}

type LibraryError = {
  message: string;
  code?: string;
  /** Of the socket's error beneath. */
  originalCode?: string;
  responseCode?: number;
  command?: string;
};

/** An encrypted connection that one of both sides will not have: a certificate, a version, the wrong port. */
const isAboutEncryption = /CERT|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_/;

const longestMessage = 500;

/** No cause is kept: the library's own error holds the whole conversation. */
export function explainMailError(
  error: unknown,
  context: { smtpUrl: string | undefined; to?: string },
): MailError {
  return new MailError(hideSecrets((error as Error).message, context), kindOf(error as LibraryError));
}

function kindOf(error: LibraryError): MailErrorKind {
  const { message, code, originalCode = '', responseCode = 0, command = '' } = error;
  if (isAboutEncryption.test(originalCode)) return 'misconfigured';
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ETLS' || command.startsWith('AUTH'))
    return responseCode >= 400 && responseCode < 500 ? 'passing' : 'misconfigured';
  // 530 to 538 ask for a sign-in or for encryption, at whatever command (RFC 4954, 6).
  if (responseCode >= 530 && responseCode <= 538) return 'misconfigured';
  const ofThisMail = command === 'RCPT TO' || command === 'DATA';
  // Replies from 500 on are final (RFC 5321, 4.2.1): for the mail where it is the mail that is refused.
  if (responseCode >= 500) return ofThisMail ? 'refused' : 'misconfigured';
  // Refused before it is offered: an address that is none, a message larger than the server takes.
  if (responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return message.startsWith('Invalid sender') ? 'misconfigured' : 'refused';
  return 'passing';
}

/** What a server says goes to an administrator's screen: not our credentials, and no address but the reader's. */
function hideSecrets(message: string, { smtpUrl, to }: { smtpUrl: string | undefined; to?: string }): string {
  let safe = message.replace(/\s+/g, ' ').trim();
  for (const secret of secretsOf(smtpUrl)) safe = safe.replaceAll(secret, '…');
  safe = safe.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]*[^\s<>"'(),;:.!?]/g, (address) =>
    address.toLowerCase() === to?.toLowerCase() ? address : '…',
  );
  return safe.slice(0, longestMessage);
}

/** User and password, plain and as written in the commands that sign in. */
function secretsOf(smtpUrl: string | undefined): string[] {
  const { username, password } = new URL(smtpUrl ?? 'smtp://localhost');
  const [user, secret] = [decode(username), decode(password)];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  // What is shorter would tear holes into every word, and hide nothing.
  return [base64(`\0${user}\0${secret}`), ...[secret, user].filter(({ length }) => length > 2)].flatMap(
    (text) => [base64(text), text],
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
