import { codeIn, type MailServer, startMailServer, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { type NewMail, queueMail, type SendMail } from './mail.service.ts';
import { maintainMails } from './mail-maintenance.service.ts';

let smtp: MailServer;
let server: TestServer;
const logged: string[] = [];
const password = 'smtp password of this test';

beforeAll(async () => {
  smtp = await startMailServer({ credentials: { user: 'lectern', password } });
  server = await startTestServer(
    { LECTERN_SMTP_URL: smtp.url, LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>' },
    createLog({ logLevel: 'debug' }, { write: (line) => logged.push(line) }),
  );
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
beforeEach(() => {
  smtp.mails.length = 0;
});

let serial = 0;
const newAddress = () => `reader${++serial}@example.org`;
const code = { code: '042917', minutes: 10 };

/** Queues as a feature does; its id. */
async function queue(mail: NewMail): Promise<string> {
  await server.platform.database.acrossCompanies('tests make mails', (tx) =>
    queueMail(server.platform, tx, mail),
  );
  const [row] = await server.query('select id from mails where "to" = $1', [mail.to]);
  return row?.id as string;
}

const readMail = async (id: string) =>
  (
    await server.query('select state, attempts, text, html, last_error as error from mails where id = $1', [
      id,
    ])
  )[0];

/** What waits for its time waits no longer. */
const runNow = () =>
  server.query(
    "update pgboss.job set start_after = now() where name = 'mail.send' and state in ('created', 'retry')",
  );

async function waitFor(id: string, expected: Record<string, unknown>) {
  await expect.poll(() => readMail(id), { timeout: 20_000, interval: 100 }).toMatchObject(expected);
}

/** The job of this mail that waits for a later time. */
const waitingJobs = (id: string) =>
  server.query(
    `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
     where name = 'mail.send' and state = 'created' and data->>'mailId' = $1`,
    [id],
  );

test('a mail arrives in both forms and in the reader’s language, and is erased here', async () => {
  const to = newAddress();
  const id = await queue({ to, language: 'fr', kind: 'verify_email', values: code });
  const mail = await smtp.waitForMail(to);
  expect(mail).toMatchObject({ from: 'lectern@example.org', messageId: `<${id}@example.org>` });
  expect(mail.subject).toBe('Confirmez votre adresse e-mail pour Lectern');
  expect(codeIn(mail.text)).toBe('042917');
  expect(mail.html).toContain('042917');
  await waitFor(id, { state: 'sent', attempts: 1, text: null, html: null, error: null });
});

test('a mail whose transaction fails is never sent', async () => {
  const to = newAddress();
  const failing = server.platform.database.acrossCompanies('tests make mails', async (tx) => {
    await queueMail(server.platform, tx, { to, language: 'en', kind: 'test', values: {} });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await server.query('select 1 from mails where "to" = $1', [to])).toEqual([]);
  expect(await server.query("select 1 from pgboss.job where data::text like '%' || $1 || '%'", [to])).toEqual(
    [],
  );
});

test('greylisted, then delivered once', async () => {
  smtp.failNext('greylisted', 2);
  const to = newAddress();
  const id = await queue({
    to,
    language: 'en',
    kind: 'password_changed',
    values: { url: 'https://x.example' },
  });
  await waitFor(id, { state: 'queued', attempts: 1 });
  expect((await readMail(id))?.error).toContain('Greylisted');
  await expect.poll(() => waitingJobs(id)).toEqual([{ seconds: 30 }]);
  await runNow();
  await waitFor(id, { state: 'queued', attempts: 2 });
  await expect.poll(() => waitingJobs(id)).toEqual([{ seconds: 120 }]);
  await runNow();
  await waitFor(id, { state: 'sent', attempts: 3, error: null });
  expect(smtp.mails.filter((mail) => mail.to === to)).toHaveLength(1);
});

test('refused for good: failed at once; a code is erased, other words may be tried again', async () => {
  smtp.failNext('unknown_user');
  const secret = await queue({ to: newAddress(), language: 'en', kind: 'reset_password', values: code });
  await waitFor(secret, { state: 'failed', attempts: 1, text: null, html: null });
  expect((await server.admin.call('POST', `/admin/mails/${secret}/retry`)).body.error.code).toBe(
    'mail.not_retryable',
  );

  smtp.failNext('unknown_user');
  const to = newAddress();
  const id = await queue({
    to,
    language: 'en',
    kind: 'password_changed',
    values: { url: 'https://x.example' },
  });
  await waitFor(id, { state: 'failed', attempts: 1 });
  const shown = (await server.admin.call('GET', `/admin/mails/${id}`)).body;
  expect(shown.last_error).toContain('550');
  // Its words are its reader's, since they can still be sent.
  expect(shown.text).toBeNull();
  expect((await server.admin.call('POST', `/admin/mails/${id}/retry`)).body.state).toBe('queued');
  await smtp.waitForMail(to);
  await waitFor(id, { state: 'sent' });
  expect((await server.admin.call('POST', `/admin/mails/${id}/retry`)).status).toBe(409);
});

test('a connection that breaks in the middle loses nothing', async () => {
  smtp.failNext('dropped');
  const to = newAddress();
  const id = await queue({ to, language: 'zh', kind: 'sign_in_code', values: code });
  await waitFor(id, { state: 'queued', attempts: 1 });
  await runNow();
  await smtp.waitForMail(to, '登录');
  await waitFor(id, { state: 'sent', attempts: 2 });
});

test('a refused sign-in is not the mail’s fault: no attempt is counted, however often', async () => {
  const to = newAddress();
  const before = smtp.connections;
  smtp.failNext('sign_in_refused', 2);
  const id = await queue({ to, language: 'en', kind: 'sign_in_code', values: code });
  for (const connections of [1, 2]) {
    await expect.poll(() => smtp.connections - before, { timeout: 10_000 }).toBe(connections);
    await expect.poll(() => waitingJobs(id), { timeout: 10_000 }).toEqual([{ seconds: 600 }]);
    expect(await readMail(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect((await readMail(id))?.error).toContain('535');
    await runNow();
  }
  await waitFor(id, { state: 'sent', attempts: 1 });
});

test('the server is down for a while, and so are we: the mail arrives all the same, once', async () => {
  const { port } = smtp;
  await smtp.stop();
  const to = newAddress();
  const id = await queue({
    to,
    language: 'en',
    kind: 'invitation',
    values: { companyName: 'Rose', invitedBy: 'ada', url: 'https://x.example', days: 7 },
  });
  await waitFor(id, { state: 'queued', attempts: 1 });
  const status = (await server.admin.call('GET', '/system/status')).body;
  expect(status.parts.find((part: { id: string }) => part.id === 'mail')).toMatchObject({
    ok: false,
    kind: 'smtp',
  });

  await server.restart();
  smtp = await startMailServer({ port, credentials: { user: 'lectern', password } });
  await runNow();
  await smtp.waitForMail(to, 'Invitation to Rose');
  await waitFor(id, { state: 'sent' });
  expect(smtp.mails).toHaveLength(1);
  const after = (await server.admin.call('GET', '/system/status')).body;
  expect(after.parts.find((part: { id: string }) => part.id === 'mail')).toMatchObject({
    ok: true,
    kind: 'smtp',
    facts: { queued: 0 },
  });
});

test('stopped while the server keeps its answer to itself: sent again under the same id', async () => {
  smtp.failNext('silent');
  const to = newAddress();
  const id = await queue({ to, language: 'en', kind: 'sign_in_code', values: code });
  await smtp.waitForMail(to);
  expect(await readMail(id)).toMatchObject({ state: 'queued', attempts: 0 });

  // A second job for it, as a process leaves that was taken for dead, keeps its hands off.
  const { connections } = smtp;
  await server.platform.database.acrossCompanies('tests make jobs', (tx) =>
    server.platform.jobs.enqueue<SendMail>(tx, 'mail.send', { companyId: 'platform', mailId: id }),
  );
  const ended = "select 1 from pgboss.job where state = 'completed' and data->>'mailId' = $1";
  await expect.poll(() => server.query(ended, [id]), { timeout: 10_000 }).toHaveLength(1);
  expect(smtp.connections).toBe(connections);

  await server.restart();
  const again = await smtp.waitForMail(to);
  expect(new Set(smtp.mails.map(({ messageId }) => messageId))).toEqual(new Set([again.messageId]));
  await waitFor(id, { state: 'sent', attempts: 1 });
});

test('a mail whose job is lost is taken up again, one that has its job is not', async () => {
  const { port } = smtp;
  await smtp.stop();
  const to = newAddress();
  const id = await queue({ to, language: 'en', kind: 'test', values: {} });
  await expect.poll(() => waitingJobs(id), { timeout: 10_000 }).toEqual([{ seconds: 30 }]);
  await maintainMails(server.platform);
  expect(await waitingJobs(id)).toHaveLength(1);
  await server.query("delete from pgboss.job where name = 'mail.send'");
  smtp = await startMailServer({ port, credentials: { user: 'lectern', password } });
  await maintainMails(server.platform);
  await smtp.waitForMail(to);
  await waitFor(id, { state: 'sent' });
});

test('what came too late is not sent, and nobody may read it any more', async () => {
  const to = newAddress();
  const id = await queue({
    to,
    language: 'en',
    kind: 'sign_in_code',
    values: code,
    expiresAt: new Date(Date.now() - 1000),
  });
  await waitFor(id, { state: 'expired', attempts: 0, text: null, html: null });
  expect(smtp.mails).toEqual([]);
});

test('given up after a day', async () => {
  const to = newAddress();
  await smtp.stop();
  const id = await queue({
    to,
    language: 'en',
    kind: 'new_account',
    values: {
      username: 'ada',
      email: to,
      password: 'initial-password',
      companyName: 'Rose',
      url: 'https://x.example',
    },
  });
  await expect.poll(() => waitingJobs(id), { timeout: 10_000 }).toEqual([{ seconds: 30 }]);
  await server.query('update mails set attempts = 27 where id = $1', [id]);
  await runNow();
  await waitFor(id, { state: 'failed', attempts: 28, text: null, html: null });
  smtp = await startMailServer({ port: smtp.port, credentials: { user: 'lectern', password } });
});

test('the administrator tries the mail server, at once and once', async () => {
  const to = newAddress();
  const good = await server.admin.call('POST', '/admin/mails/test', { to }, { 'accept-language': 'fr' });
  expect(good.body).toEqual({ ok: true, message: null });
  await smtp.waitForMail(to);
  smtp.failNext('unknown_user');
  const bad = await server.admin.call('POST', '/admin/mails/test', { to });
  expect(bad.body.ok).toBe(false);
  expect(bad.body.message).toContain('550');
  const { items } = (await server.admin.call('GET', '/admin/mails?state=failed')).body;
  expect(items[0]).toMatchObject({ to, kind: 'test', attempts: 1 });
});

test('no log tells a code, a password, or who was written to', () => {
  const text = logged.join('');
  expect(text).toContain('mail.failed');
  expect(text).toContain('mail.misconfigured');
  for (const secret of ['042917', 'initial-password', password, encodeURIComponent(password), 'reader1@'])
    expect(text).not.toContain(secret);
});
