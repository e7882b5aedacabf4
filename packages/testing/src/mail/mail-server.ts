import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { until } from './until.ts';

/** A mail as it arrived. */
export type ReceivedMail = {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Email['headers'];
  /** Everything after DATA, as it was on the wire. */
  raw: string;
};

/** What goes wrong with one connection, in the words of mail servers. */
export type MailFault =
  /** 450 to the recipient: come back later. */
  | 'greylisted'
  /** 550 to the recipient. */
  | 'unknown_user'
  /** 550 to the sender, as servers do that send for known addresses only. */
  | 'sender_refused'
  /** 535 to the sign-in. */
  | 'sign_in_refused'
  /** The connection breaks in the middle of the message. */
  | 'dropped'
  /** Taken, but no reply comes to say so. */
  | 'silent';

export type MailServerOptions = {
  /** One that was free before, to be there again after a stop. */
  port?: number;
  /** Whoever signs in must be this one; else nobody need. */
  credentials?: { user: string; password: string };
  /** Offers STARTTLS, with a certificate that nobody vouches for. */
  selfSigned?: boolean;
};

export type MailServer = {
  /** For `LECTERN_SMTP_URL`. */
  url: string;
  port: number;
  /** All that was taken, oldest first. */
  mails: ReceivedMail[];
  /** How often someone connected. */
  readonly connections: number;
  /** The next connections go wrong like this. */
  failNext: (fault: MailFault, times?: number) => void;
  /** The oldest mail to this address that was not waited for before, and whose subject says this. */
  waitForMail: (to: string, subject?: string | RegExp) => Promise<ReceivedMail>;
  stop: () => Promise<void>;
};

const refusals: Partial<Record<MailFault, [code: number, message: string]>> = {
  greylisted: [450, '4.2.0 Greylisted, come back later'],
  unknown_user: [550, '5.1.1 No such user here'],
  sender_refused: [550, '5.7.1 Sender address rejected'],
  sign_in_refused: [535, '5.7.8 Username and password not accepted'],
};

/** A real SMTP server on a loopback port, which takes what it is sent or refuses it as scripted. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waitedFor = new Set<ReceivedMail>();
  const faults: MailFault[] = [];
  /** By the session's id. */
  const broken = new Map<string, MailFault>();
  let connections = 0;

  const refuse = (session: { id: string }, ...kinds: MailFault[]) => {
    const fault = broken.get(session.id);
    if (fault === undefined || !kinds.includes(fault)) return null;
    const [responseCode, message] = refusals[fault] as [number, string];
    return Object.assign(new Error(message), { responseCode });
  };

  const server: SMTPServer = new SMTPServer({
    authOptional: options.credentials === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: options.selfSigned ? [] : ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onConnect: (session, done) => {
      connections++;
      const fault = faults.shift();
      if (fault !== undefined) broken.set(session.id, fault);
      done();
    },
    onAuth: ({ username, password }, session, done) => {
      const refused = refuse(session, 'sign_in_refused');
      if (refused) return done(refused);
      const { user = username, password: wanted = password } = options.credentials ?? {};
      done(null, username === user && password === wanted ? { user: username } : {});
    },
    onMailFrom: (_address, session, done) => done(refuse(session, 'sender_refused')),
    onRcptTo: (_address, session, done) => done(refuse(session, 'greylisted', 'unknown_user')),
    onData: (stream, session, done) => {
      const fault = broken.get(session.id);
      if (fault === 'dropped') {
        for (const connection of server.connections)
          if (connection.id === session.id) connection._socket.destroy();
        stream.resume();
        return;
      }
      receive(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      ).then((mail) => {
        mails.push(mail);
        if (fault !== 'silent') done();
      }, done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const { user, password } = options.credentials ?? {};
  const signIn =
    user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;

  return {
    url: `smtp://${signIn}127.0.0.1:${port}`,
    port,
    mails,
    get connections() {
      return connections;
    },
    failNext: (fault, times = 1) => {
      for (let n = 0; n < times; n++) faults.push(fault);
    },
    waitForMail: async (to, subject = '') => {
      const mail = await until(`a mail to ${to}`, () =>
        mails.find(
          (candidate) =>
            !waitedFor.has(candidate) &&
            candidate.to === to &&
            (typeof subject === 'string'
              ? candidate.subject.includes(subject)
              : subject.test(candidate.subject)),
        ),
      );
      waitedFor.add(mail);
      return mail;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection._socket.destroy();
      }),
  };
}

async function receive(stream: SMTPServerDataStream, recipients: string[]): Promise<ReceivedMail> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const raw = Buffer.concat(parts);
  const mail = await PostalMime.parse(raw);
  return {
    to: recipients.join(', '),
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: mail.headers,
    raw: raw.toString('utf8'),
  };
}
