/** A plain-text mail. Addresses may carry a name: `Ada <ada@example.com>`. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
};

/** `stored`: nothing was sent because no mail server is configured; the caller keeps what it has to say. */
export type MailOutcome = 'sent' | 'stored';

export type Mailer = {
  /** Throws a MailError when the server refuses or does not answer. */
  send: (message: MailMessage) => Promise<MailOutcome>;
  /** Whether a server is configured. */
  readonly configured: boolean;
  close: () => void;
};

/** `retry`: the failure may pass (no connection, a busy server); else sending again is useless. */
export class MailError extends Error {
  readonly retry: boolean;
  constructor(message: string, options: { retry: boolean }) {
    super(message);
    this.name = 'MailError';
    this.retry = options.retry;
  }
}

export type MailerOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; absent: nothing is sent. */
  smtpUrl?: string;
  from: string;
};

/** Loads the mail library with the first message. */
export function createMailer({ smtpUrl, from }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return { configured: false, send: async () => 'stored', close: () => {} };
  let transport: Promise<Transport> | undefined;

  async function open(): Promise<Transport> {
    const { createTransport } = await import('nodemailer');
    // Headers and bodies come from people: no file and no address is fetched on their behalf.
    return createTransport({
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    configured: true,
    send: async (message) => {
      transport ??= open();
      try {
        await (await transport).sendMail({ ...message, from });
        return 'sent';
      } catch (error) {
        throw explain(error, smtpUrl);
      }
    },
    close: () => {
      transport?.then((opened) => opened.close());
    },
  };
}

type Transport = import('nodemailer').Transporter;

function explain(error: unknown, smtpUrl: string): MailError {
  const { message, responseCode } = error as { message: string; responseCode?: number };
  // Replies from 500 on are final (RFC 5321, 4.2.1); everything else may pass.
  const retry = !(responseCode !== undefined && responseCode >= 500);
  // No cause is kept: the library's own error holds the whole conversation.
  const password = decodeURIComponent(new URL(smtpUrl).password);
  const safe = password === '' ? message : message.replaceAll(password, '…');
  return new MailError(safe, { retry });
}
