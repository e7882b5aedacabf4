import { type MailServer, type MailServerOptions, startMailServer } from '@lectern/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer, type Mailer } from './mailer.ts';

let server: MailServer | undefined;
let mailer: Mailer;
afterEach(async () => {
  mailer.close();
  await server?.stop();
  server = undefined;
});

const from = 'Lectern <lectern@example.com>';
const message = { to: 'ada@example.com', subject: 'Bienvenue à tous', text: 'First line\nSecond line' };

async function start(options?: MailServerOptions) {
  server = await startMailServer(options);
  mailer = createMailer({ smtpUrl: server.url, from });
  return server;
}

describe('the mailer', () => {
  it('without a server stores, and says so', async () => {
    mailer = createMailer({ from });
    expect(mailer.configured).toBe(false);
    expect(await mailer.send(message)).toBe('stored');
  });

  it('sends both forms through a server', async () => {
    const { mails } = await start();
    expect(await mailer.send({ ...message, html: '<p>Première ligne</p>' })).toBe('sent');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: message.to, from: 'lectern@example.com', subject: message.subject });
    expect(mails[0]?.text.trim()).toBe(message.text);
    expect(mails[0]?.html).toContain('Première ligne');
    expect(mails[0]?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('gives a mail that is sent again the same id', async () => {
    const { mails } = await start();
    await mailer.send({ ...message, id: '0190a' });
    await mailer.send({ ...message, id: '0190a' });
    expect(mails.map(({ messageId }) => messageId)).toEqual(['<0190a@example.com>', '<0190a@example.com>']);
  });

  it('lets no subject forge a header, and no address become two', async () => {
    const { mails } = await start();
    await mailer.send({ ...message, subject: 'Hello\r\nBcc: eve@example.com' });
    expect(mails[0]?.raw).not.toMatch(/^Bcc:/m);
    for (const to of ['ada@example.com, eve@example.com', 'ada@example.com>\r\nRCPT TO:<eve@example.com'])
      await mailer.send({ ...message, to }).catch(() => {});
    expect(mails.filter(({ to }) => to.endsWith('eve@example.com') && to !== message.to)).toEqual([]);
    expect(mails.filter(({ to }) => to.includes(', '))).toEqual([]);
  });

  it.each([
    ['unknown_user', 'refused', '550'],
    ['greylisted', 'passing', '450'],
    ['dropped', 'passing', 'closed'],
    ['sender_refused', 'misconfigured', '550'],
  ] as const)('%s is %s', async (fault, kind, said) => {
    const { failNext } = await start();
    failNext(fault);
    await expect(mailer.send(message)).rejects.toMatchObject({
      name: 'MailError',
      kind,
      message: expect.stringContaining(said),
    });
    expect(await mailer.send(message)).toBe('sent');
  });

  it('passes over a server that is not there', async () => {
    mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from });
    await expect(mailer.send(message)).rejects.toMatchObject({ kind: 'passing' });
    await expect(mailer.verify()).rejects.toMatchObject({ kind: 'passing' });
  });

  it('takes a refused sign-in for a wrong setting, never showing what was signed in with', async () => {
    const { port } = await start({ credentials: { user: 'lectern', password: 'hunter2' } });
    expect(await mailer.send(message)).toBe('sent');
    mailer.close();
    mailer = createMailer({ smtpUrl: `smtp://lectern:wrong-horse@127.0.0.1:${port}`, from });
    for (const attempt of [mailer.send(message), mailer.verify()]) {
      const error = await attempt.catch((thrown) => thrown);
      expect(error).toMatchObject({ name: 'MailError', kind: 'misconfigured' });
      expect(error.message).toContain('535');
      expect(JSON.stringify([error, error.message, error.stack])).not.toMatch(/wrong-horse|lectern/);
    }
  });

  it('asks for a sign-in as a wrong setting too', async () => {
    const { port } = await start({ credentials: { user: 'lectern', password: 'hunter2' } });
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from });
    await expect(mailer.send(message)).rejects.toMatchObject({ kind: 'misconfigured' });
  });

  it('trusts no certificate that nobody vouches for, unless told to', async () => {
    const { port, mails } = await start({ selfSigned: true });
    await expect(mailer.send(message)).rejects.toMatchObject({ kind: 'misconfigured' });
    expect(mails).toEqual([]);
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`, from });
    expect(await mailer.send(message)).toBe('sent');
  });

  it('sends a password to another machine encrypted or not at all', async () => {
    const { port, mails } = await start({ credentials: { user: 'lectern', password: 'hunter2' } });
    // This machine by a name that does not say so.
    const smtpUrl = `smtp://lectern:hunter2@127.1:${port}`;
    mailer = createMailer({ smtpUrl, from });
    await expect(mailer.send(message)).rejects.toMatchObject({ kind: 'misconfigured' });
    expect(mails).toEqual([]);
    mailer = createMailer({ smtpUrl: `${smtpUrl}?requireTLS=false`, from });
    expect(await mailer.send(message)).toBe('sent');
  });

  it('verifies without sending, and not at every look', async () => {
    const smtp = await start();
    await mailer.verify();
    await mailer.verify();
    expect(smtp.mails).toEqual([]);
    expect(smtp.connections).toBe(1);
  });
});
