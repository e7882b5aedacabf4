import { explainMailError } from './mail-error.ts';

export type MailMessage = {
  /** Makes the Message-ID: the same when a mail is sent again, so that it can be recognised. */
  id?: string;
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
};

/** `stored`: nothing was sent because no mail server is configured; the caller keeps what it has to say. */
export type MailOutcome = 'sent' | 'stored';

export type Mailer = {
  /** Throws a MailError when the server refuses or does not answer. */
  send: (message: MailMessage, signal?: AbortSignal) => Promise<MailOutcome>;
  /** Connects and signs in without sending; throws a MailError. What came of it holds for a minute. */
  verify: () => Promise<void>;
  /** Whether a server is configured. */
  readonly configured: boolean;
  close: () => void;
};

export type MailerOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; absent: nothing is sent. */
  smtpUrl?: string;
  /** May carry a name: `Lectern <lectern@example.com>`. */
  from: string;
};

/** A server that answers, but without end, is given up after so long. */
const longestSendMs = 45_000;
const longestVerifyMs = 10_000;
/** A page that looks every few seconds must not sign in every few seconds. */
const verifiedForMs = 60_000;

/** Loads the mail library with the first message. */
export function createMailer({ smtpUrl, from }: MailerOptions): Mailer {
  if (smtpUrl === undefined)
    return { configured: false, send: async () => 'stored', verify: async () => {}, close: () => {} };
  let transport: Promise<Transport> | undefined;
  let verified: { until: number; outcome: Promise<void> } | undefined;
  const domain = /@([^\s<>"@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

  async function open(): Promise<Transport> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      requireTLS: needsEncryption(smtpUrl as string),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Bodies come from people: no file and no address is fetched on their behalf.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async function connect(): Promise<void> {
    transport ??= open();
    try {
      await within((await transport).verify(), longestVerifyMs);
    } catch (error) {
      throw explainMailError(error, { smtpUrl });
    }
  }

  return {
    configured: true,
    send: async ({ id, to, ...message }, signal) => {
      transport ??= open();
      const bound = AbortSignal.timeout(longestSendMs);
      try {
        await (await transport).sendMail({
          ...message,
          from,
          // Not as text, which could list several.
          to: { name: '', address: to },
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          // So that no absence note comes back (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: signal ? AbortSignal.any([signal, bound]) : bound,
        });
        return 'sent';
      } catch (error) {
        throw explainMailError(error, { smtpUrl, to });
      }
    },
    verify: () => {
      if (verified === undefined || verified.until < Date.now())
        verified = { until: Date.now() + verifiedForMs, outcome: connect() };
      return verified.outcome;
    },
    close: () => {
      transport?.then((opened) => opened.close());
    },
  };
}

type Transport = import('nodemailer').Transporter;

/**
 * A password goes out encrypted or not at all: whoever sits between could else strike out the server's offer to
 * encrypt and read it. Within the machine there is nobody between; `?requireTLS=false` is for networks one trusts.
 */
function needsEncryption(smtpUrl: string): boolean {
  const { username, hostname } = new URL(smtpUrl);
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server did not answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
