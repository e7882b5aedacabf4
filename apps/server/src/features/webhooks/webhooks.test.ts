import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ApiClient, findFreePort, readOutbox, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptDelivery } from './attempt-delivery.ts';
import { pruneWebhooks, queueDueDeliveries } from './maintain-webhooks.service.ts';
import { pauseAfter, waitAfter } from './retry-schedule.ts';
import { type Received, type Receiver, startReceiver, verifyReceived } from './testing/start-receiver.ts';

let server: TestServer;
let receiver: Receiver;
let owner: ApiClient;
let stranger: ApiClient;
let receiverOfGuide: number;

beforeAll(async () => {
  receiver = await startReceiver();
  receiverOfGuide = await findFreePort();
  server = await startTestServer({
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${receiver.port},127.0.0.1:${receiverOfGuide}`,
  });
  owner = await server.signUp();
  stranger = await server.signUp();
  await server.query('update memberships set level = 2');
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  await server.query('delete from webhook_endpoints');
  await server.query('delete from webhook_events');
  receiver.received.length = 0;
  receiver.answer(undefined);
});

type Endpoint = { id: string; secret: string };

async function add(
  events: string[],
  { path = '/', ...fields } = {} as Record<string, unknown>,
): Promise<Endpoint> {
  const { body } = await owner.call('POST', '/company/webhook-endpoints', {
    url: `${receiver.url}${path}`,
    events,
    ...fields,
  });
  return { id: body.endpoint.id, secret: body.secret };
}

const deliver = () => queueDueDeliveries(server.platform);
const deliveriesOf = async (id: string, query = '') =>
  (await owner.call('GET', `/company/webhook-endpoints/${id}/deliveries${query}`)).body.items;
const endpointOf = async (id: string) =>
  (await owner.call('GET', '/company/webhook-endpoints')).body.items.find(
    (endpoint: { id: string }) => endpoint.id === id,
  );
/** Everything that waits is due, and no endpoint is left alone. */
const hurry = async () => {
  await server.query("update webhook_deliveries set next_attempt_at = now() - interval '1 s'");
  await server.query('update webhook_endpoints set paused_until = null');
  await deliver();
};
const arrived = async (count: number): Promise<Received[]> => {
  await deliver();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  return receiver.received;
};
const test = async (id: string) =>
  (await owner.call('POST', `/company/webhook-endpoints/${id}/test`)).body.id as string;
const settled = (id: string, attempts: number) =>
  expect.poll(async () => (await deliveriesOf(id))[0], { timeout: 20_000 }).toMatchObject({ attempts });

describe('an endpoint', () => {
  it('shows its secret once, gets signed deliveries, and both signatures while the secret changes', async () => {
    const { id, secret } = await add(['feedback.given']);
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await endpointOf(id))).not.toContain(secret);
    await test(id);
    const [first] = await arrived(1);
    expect(verifyReceived(secret, first!)).toMatchObject({ type: 'webhook.test', data: { endpoint_id: id } });
    const { body: rotated } = await owner.call('POST', `/company/webhook-endpoints/${id}/secret`, {});
    await test(id);
    const second = (await arrived(2))[1]!;
    expect([verifyReceived(secret, second).type, verifyReceived(rotated.secret, second).type]).toEqual([
      'webhook.test',
      'webhook.test',
    ]);
    const { body: last } = await owner.call('POST', `/company/webhook-endpoints/${id}/secret`, {
      overlap_hours: 0,
    });
    await test(id);
    const third = (await arrived(3))[2]!;
    expect(verifyReceived(last.secret, third).type).toBe('webhook.test');
    expect(() => verifyReceived(rotated.secret, third)).toThrow('No matching signature');
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x7f.1/',
  ])('is refused at %s', async (url) => {
    const { status, body } = await owner.call('POST', '/company/webhook-endpoints', {
      url,
      events: ['feedback.given'],
    });
    expect([status, body.error.code]).toEqual([422, 'webhook.address_refused']);
  });

  it.each(['ftp://example.org/', 'https://me:secret@example.org/', 'nowhere'])(
    'has no URL %s',
    async (url) => {
      const { status } = await owner.call('POST', '/company/webhook-endpoints', {
        url,
        events: ['feedback.given'],
      });
      expect(status).toBe(422);
    },
  );

  it('is for those who run the company, and of one company alone', async () => {
    const { id } = await add(['member.joined']);
    const member = await server.addMember(owner, 'ELEVATED_USER');
    expect((await member.call('GET', '/company/webhook-endpoints')).status).toBe(403);
    expect((await stranger.call('GET', '/company/webhook-endpoints')).body.items).toEqual([]);
    expect((await stranger.call('POST', `/company/webhook-endpoints/${id}/test`)).status).toBe(404);
  });
});

describe('a delivery', () => {
  it('is tried again after 500 under the same id, and succeeds', async () => {
    const { id, secret } = await add(['feedback.given']);
    receiver.answer((_, response) =>
      response.writeHead(500, { 'x-fault': 'yes' }).end('broken '.repeat(1_000)),
    );
    const delivery = await test(id);
    await arrived(1);
    await settled(id, 1);
    const { body } = await owner.call('GET', `/company/webhook-deliveries/${delivery}`);
    expect(body).toMatchObject({ state: 'queued', last_attempt: { status: 500, problem: 'status' } });
    expect(body.history[0].response_head).toMatch(/^HTTP 500\n[\s\S]*x-fault: yes[\s\S]*broken broken/);
    expect(body.history[0].response_head.length).toBeLessThan(2_000);
    expect((await endpointOf(id)).failing_since).not.toBeNull();
    receiver.answer(undefined);
    await hurry();
    await settled(id, 2);
    const [one, two] = receiver.received;
    expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id']);
    verifyReceived(secret, two!);
    expect((await deliveriesOf(id))[0].state).toBe('delivered');
    expect((await endpointOf(id)).failing_since).toBeNull();
  });

  it('does not follow redirects', async () => {
    const { id } = await add(['feedback.given'], { path: '/moved' });
    receiver.answer((_, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end());
    await test(id);
    await settledAfter(id);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/moved']);
    expect((await deliveriesOf(id))[0]).toMatchObject({
      state: 'queued',
      last_attempt: { status: 307, problem: 'redirect' },
    });
  });

  it('ends with 410: the endpoint is switched off, and its owner told', async () => {
    const { id } = await add(['feedback.given'], { path: '/hook?key=hidden' });
    receiver.answer((_, response) => response.writeHead(410).end());
    await test(id);
    await settledAfter(id);
    expect(await endpointOf(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect((await deliveriesOf(id))[0].state).toBe('failed');
    const mail = (await readOutbox(server)).find(({ kind }: { kind: string }) => kind === 'webhook_disabled');
    expect(mail!.text).toContain(`${receiver.url}/hook`);
    expect(mail!.text).not.toContain('hidden');
    const refused = await owner.call('POST', `/company/webhook-endpoints/${id}/test`);
    expect(refused.body.error.code).toBe('webhook.disabled');
    await owner.call('PATCH', `/company/webhook-endpoints/${id}`, { enabled: true });
    expect(await endpointOf(id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('is given up after its last attempt; an endpoint that fails for days is switched off', async () => {
    const { id } = await add(['feedback.given']);
    receiver.answer((_, response) => response.writeHead(503).end());
    await test(id);
    await server.query('update webhook_deliveries set attempts = 10');
    await settledAfter(id, 11);
    expect((await deliveriesOf(id))[0].state).toBe('failed');
    expect((await endpointOf(id)).enabled).toBe(true);
    await server.query("update webhook_endpoints set failing_since = now() - interval '6 days'");
    await test(id);
    await settledAfter(id);
    expect(await endpointOf(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  });

  it('can be replayed, one or all that failed since a moment', async () => {
    const { id } = await add(['feedback.given']);
    const one = await test(id);
    await test(id);
    await server.query("update webhook_deliveries set state = 'failed', attempts = 11");
    const since = (at: number) => ({ since: new Date(at).toISOString() });
    const replayAll = (at: number) =>
      owner.call('POST', `/company/webhook-endpoints/${id}/replay`, since(at));
    expect((await replayAll(Date.now() + 60_000)).body.replayed).toBe(0);
    expect((await replayAll(Date.now() - 60_000)).body.replayed).toBe(2);
    await arrived(2);
    await expect.poll(async () => (await deliveriesOf(id, '?state=delivered')).length).toBe(2);
    expect((await owner.call('POST', `/company/webhook-deliveries/${one}/replay`)).body.state).toBe('queued');
    const again = (await arrived(3))[2]!;
    const { event_id } = (await owner.call('GET', `/company/webhook-deliveries/${one}`)).body;
    expect(again.headers['webhook-id']).toBe(event_id);
  });

  it('waits no longer than it may, and reads no more than it shows', async () => {
    receiver.answer(({ path }, response) => {
      if (path === '/silent') return;
      response.writeHead(200);
      if (path === '/endless') setInterval(() => response.write('x'.repeat(4_096)), 1).unref();
      else response.write('begun');
    });
    const attempt = (path: string) =>
      attemptDelivery(
        server.platform.companyOutbound,
        { url: receiver.url + path, id: 'x', body: '{}', secrets: [], signal: new AbortController().signal },
        300,
      );
    const [silent, hanging, endless] = await Promise.all(['/silent', '/hanging', '/endless'].map(attempt));
    expect(silent!.attempt).toMatchObject({ status: null, problem: 'timeout' });
    expect(hanging!.attempt).toMatchObject({ status: 200, problem: null });
    expect(endless!.attempt).toMatchObject({ status: 200, problem: null });
    expect(endless!.attempt.responseHead.length).toBeLessThan(4_001);
  });

  it('is kept for 30 days', async () => {
    const { id } = await add(['feedback.given']);
    await test(id);
    await pruneWebhooks(server.platform, Date.now() + 29 * 86_400_000);
    expect(await deliveriesOf(id)).toHaveLength(1);
    await pruneWebhooks(server.platform, Date.now() + 31 * 86_400_000);
    expect(await deliveriesOf(id)).toHaveLength(0);
  });

  it('is retried for about three days, and an endpoint that fails on is left alone for minutes', () => {
    let total = 0;
    let attempts = 0;
    for (let wait = waitAfter(1); wait !== undefined; wait = waitAfter(attempts + 1)) {
      total += wait;
      attempts++;
    }
    expect([attempts, Math.round(total / 86_400)]).toEqual([10, 3]);
    expect(waitAfter(1, 3_600)).toBe(3_600);
    expect([1, 4, 5, 7, 30].map(pauseAfter)).toEqual([0, 0, 1, 4, 300]);
  });

  async function settledAfter(id: string, attempts = 1) {
    await deliver();
    await settled(id, attempts);
  }
});

it('reaches the receiver of the guide, which knows real events from forged ones', async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../../../docs/guide/webhooks.md'), 'utf8');
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const url = `http://127.0.0.1:${receiverOfGuide}/lectern`;
  const { body } = await owner.call('POST', '/company/webhook-endpoints', {
    url,
    events: ['feedback.given'],
  });
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, WEBHOOK_SECRET: body.secret, PORT: String(receiverOfGuide) },
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: resolve(import.meta.dirname, '../../../../..'),
  });
  try {
    child.stdin.end(code);
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    await once(child.stdout, 'data');
    const forged = await fetch(url, { method: 'POST', body: '{"type":"feedback.given"}' });
    expect(forged.status).toBe(400);
    await test(body.endpoint.id);
    await deliver();
    await settled(body.endpoint.id, 1);
    expect((await deliveriesOf(body.endpoint.id))[0].state).toBe('delivered');
    expect(said).toContain('webhook.test');
  } finally {
    child.kill();
  }
});
