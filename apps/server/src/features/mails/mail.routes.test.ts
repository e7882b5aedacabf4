import { createApiClient, readCode, readOutbox, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewMail, queueMail } from './mail.service.ts';
import { maintainMails } from './mail-maintenance.service.ts';
import { waitAfter } from './mail-schedule.ts';

/** Without a mail server: the outbox is where mails are read. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LECTERN_METRICS_TOKEN: 'metrics-token-of-this-test' });
});
afterAll(() => server.close());

const queue = (mail: NewMail) =>
  server.platform.database.acrossCompanies('tests make mails', (tx) => queueMail(server.platform, tx, mail));
const code = (value: string) => ({ code: value, minutes: 10 });

test('without a mail server, mails wait for the administrator to read', async () => {
  const to = 'ada@example.org';
  await queue({ to, language: 'en', kind: 'sign_in_code', values: code('111111') });
  await queue({ to, language: 'zh-TRADITIONAL', kind: 'sign_in_code', values: code('222222') });
  expect(await readCode(server, to)).toBe('222222');
  const [newest] = await readOutbox(server, to);
  expect(newest).toMatchObject({ to, kind: 'sign_in_code', subject: '您的 Lectern 登入驗證碼' });
  const list = (await server.admin.call('GET', '/admin/mails?state=stored')).body;
  expect(list.total).toBe(2);
  // The list holds no words, and so no codes.
  expect(JSON.stringify(list)).not.toMatch(/111111|222222|"text"/);
  expect((await server.admin.call('GET', '/admin/mails?state=sent')).body).toEqual({ items: [], total: 0 });
  expect(await server.query("select 1 from pgboss.job where name = 'mail.send'")).toEqual([]);

  const { parts } = (await server.admin.call('GET', '/system/status')).body;
  expect(parts.find((part: { id: string }) => part.id === 'mail')).toMatchObject({
    ok: true,
    kind: 'outbox',
    facts: { stored: 2 },
  });
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: 'Bearer metrics-token-of-this-test' },
  });
  expect(await metrics.text()).toContain('lectern_mails{state="stored"} 2');
});

test('pages hold the newest first', async () => {
  await queue({ to: 'page@example.org', language: 'en', kind: 'test', values: {} });
  const first = (await server.admin.call('GET', '/admin/mails?page_size=1')).body;
  const second = (await server.admin.call('GET', '/admin/mails?page_size=1&page=2')).body;
  expect(first.items[0].to).toBe('page@example.org');
  expect(second.items[0].id).not.toBe(first.items[0].id);
  expect(first.total).toBe(second.total);
});

test('nothing can be sent, and the answers say why', async () => {
  const sent = await server.admin.call('POST', '/admin/mails/test', { to: 'try@example.org' });
  expect(sent.body).toEqual({ ok: false, message: 'No mail server is configured.' });
  const { items } = (await server.admin.call('GET', '/admin/mails')).body;
  const retried = await server.admin.call('POST', `/admin/mails/${items[0].id}/retry`);
  expect([retried.status, retried.body.error.code]).toEqual([409, 'mail.not_configured']);
  const nowhere = '00000000-0000-4000-8000-000000000000';
  expect((await server.admin.call('GET', `/admin/mails/${nowhere}`)).body.error.code).toBe('mail.not_found');
  expect((await server.admin.call('POST', `/admin/mails/${nowhere}/retry`)).status).toBe(404);
});

test('mails are the administrator’s alone', async () => {
  const owner = await server.signUp();
  const [mail] = await readOutbox(server);
  for (const person of [owner, await server.addMember(owner, 'COMPANY')])
    for (const [method, path, body] of [
      ['GET', '/admin/mails'],
      ['GET', `/admin/mails/${mail?.id}`],
      ['POST', `/admin/mails/${mail?.id}/retry`],
      ['POST', '/admin/mails/test', { to: 'a@example.org' }],
    ] as const)
      expect((await person.call(method, path, body)).status).toBe(403);
});

test('a generated password is erased when it was changed, and after a week where it was not', async () => {
  const make = async (name: string) => {
    const email = `${name}@example.org`;
    const account = { email, username: name, company_id: null, level: 0 };
    const made = (await server.admin.call('POST', '/admin/accounts', account)).body;
    expect((await readOutbox(server, email))[0]?.text).toContain(made.generated_password);
    return { email, password: made.generated_password as string };
  };
  const kept = (email: string) =>
    server.query('select state, text, html from mails where kind = \'new_account\' and "to" = $1', [email]);
  const erased = [{ state: 'expired', text: null, html: null }];
  const [changes, waits] = [await make('changes'), await make('waits')];
  const entered = await server.anonymous.call('POST', '/sessions', {
    login: changes.email,
    password: changes.password,
  });
  const passwords = { current_password: changes.password, new_password: 'a password of my own' };
  const changed = await createApiClient(server.url, entered.body.token).call(
    'PUT',
    '/me/password',
    passwords,
  );
  expect(changed.status).toBe(200);
  expect(await kept(changes.email)).toEqual(erased);
  const day = 86_400_000;
  await maintainMails(server.platform, Date.now() + 6 * day);
  expect(await kept(waits.email)).toMatchObject([{ state: 'stored' }]);
  await maintainMails(server.platform, Date.now() + 8 * day);
  expect(await kept(waits.email)).toEqual(erased);
});

test('codes that ended are erased within the hour, and all mails after 30 days', async () => {
  const to = 'late@example.org';
  const expiresAt = new Date(Date.now() + 600_000);
  await queue({ to, language: 'en', kind: 'reset_password', values: code('333333'), expiresAt });
  const now = Date.now();
  await maintainMails(server.platform, now + 3600_000);
  expect(await readCode(server, to)).toBe('333333');
  await maintainMails(server.platform, now + 3600_000 + 601_000);
  expect(await server.query('select state, text, html from mails where "to" = $1', [to])).toEqual([
    { state: 'expired', text: null, html: null },
  ]);
  await maintainMails(server.platform, now + 29 * 86_400_000);
  expect(await server.query('select 1 from mails')).not.toEqual([]);
  await maintainMails(server.platform, now + 31 * 86_400_000);
  expect(await server.query('select 1 from mails')).toEqual([]);
});

test('waits grow to an hour and end after a day', () => {
  const waits: number[] = [];
  for (let wait = waitAfter(1); wait !== undefined; wait = waitAfter(waits.length + 1)) waits.push(wait);
  expect(waits.slice(0, 6)).toEqual([30, 120, 600, 1800, 3600, 3600]);
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  expect(total).toBeGreaterThan(23 * 3600);
  expect(total).toBeLessThanOrEqual(24 * 3600);
});
