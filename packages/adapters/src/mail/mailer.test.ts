import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer, type Mailer } from './mailer.ts';

let server: Server | undefined;
let mailer: Mailer;
afterEach(() => {
  mailer.close();
  server?.close();
  server = undefined;
});

/** A mail server of a few lines; `replies` overrides what it says to a command. */
async function startMailServer(replies: Record<string, string> = {}) {
  const mails: string[] = [];
  server = createServer((socket) => {
    let body: string | undefined;
    let rest = '';
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', (data) => {
      rest += data.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (body !== undefined && line === '.') {
          mails.push(body);
          body = undefined;
          socket.write('250 kept\r\n');
        } else if (body !== undefined) body += `${line}\n`;
        else {
          const command = line.slice(0, 4).toUpperCase();
          if (command === 'DATA') body = '';
          const known: Record<string, string> = {
            EHLO: '250-test\r\n250 AUTH PLAIN',
            DATA: '354 go on',
            QUIT: '221 bye',
          };
          socket.write(`${replies[command] ?? known[command] ?? '250 ok'}\r\n`);
        }
      }
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { mails, port: (server.address() as AddressInfo).port };
}

const message = { to: 'ada@example.com', subject: 'Bienvenue à tous', text: 'First line\nSecond line' };

describe('the mailer', () => {
  it('without a server stores, and says so', async () => {
    mailer = createMailer({ from: 'Lectern <lectern@localhost>' });
    expect(mailer.configured).toBe(false);
    expect(await mailer.send(message)).toBe('stored');
  });

  it('sends through a server', async () => {
    const { mails, port } = await startMailServer();
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Lectern <lectern@example.com>' });
    expect(await mailer.send(message)).toBe('sent');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('To: ada@example.com');
    expect(mails[0]).toContain('From: Lectern <lectern@example.com>');
    expect(mails[0]).toContain('Second line');
  });

  it('lets no subject forge a header', async () => {
    const { mails, port } = await startMailServer();
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'lectern@example.com' });
    await mailer.send({ ...message, subject: 'Hello\r\nBcc: eve@example.com' });
    expect(mails[0]).not.toMatch(/^Bcc:/m);
  });

  it('tells final refusals from passing ones, never showing the password', async () => {
    const { port } = await startMailServer({ RCPT: '550 no such person' });
    mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'lectern@example.com' });
    await expect(mailer.send(message)).rejects.toMatchObject({ name: 'MailError', retry: false });
    server?.close();
    const refusing = await startMailServer({ AUTH: '535 wrong: hunter2' });
    const smtpUrl = `smtp://lectern:hunter2@127.0.0.1:${refusing.port}`;
    const refused = createMailer({ smtpUrl, from: 'lectern@example.com' });
    const error = await refused.send(message).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'MailError', retry: false });
    expect(String(error.message)).not.toContain('hunter2');
    refused.close();
    const nobody = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'lectern@example.com' });
    await expect(nobody.send(message)).rejects.toMatchObject({ name: 'MailError', retry: true });
  });
});
