import { createHmac } from 'node:crypto';
import {
  type ApiClient,
  flowEdges,
  flowNode as node,
  publishFlow,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainFlowTriggers } from './maintain-triggers.ts';
import { nextStart } from './next-start.ts';

let server: TestServer;
let owner: ApiClient;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  await server.query('update memberships set level = 2');
});
afterAll(() => server.close());

const graph = {
  nodes: [
    node('begin', 'begin', { fields: [{ id: '1', name: 'order_no', required: false }] }),
    node('end', 'answer', { content: '{{sys.question}}: {{begin.order_no}}' }),
  ],
  edges: flowEdges(['begin > end']),
};
let serial = 0;
const strict = structuredClone(graph);
Object.assign(strict.nodes[0] as object, {
  options: { fields: [{ id: '1', name: 'order_no', label: 'Order number' }] },
});
async function buildFlow(drawn = graph) {
  const { body } = await owner.call('POST', '/flows', { name: `flow ${++serial}`, graph: drawn });
  await publishFlow(owner, body.id);
  return body.id as string;
}
const add = (flowId: string, settings: object) =>
  owner.call('POST', `/flows/${flowId}/triggers`, { name: 'T', settings });
const listRuns = async (flowId: string) => (await owner.call('GET', `/flows/${flowId}/runs`)).body.items;
const readTrigger = async (flowId: string) =>
  (await owner.call('GET', `/flows/${flowId}/triggers`)).body.items[0];

describe('a schedule', () => {
  const daily = {
    kind: 'schedule',
    cron: '0 6 * * *',
    time_zone: 'Europe/Paris',
    inputs: { order_no: 'A1' },
  };
  const due = (id: string) =>
    server.query("update flow_triggers set next_run_at = now() - interval '3 days' where id = $1", [id]);

  it('starts what is published once, however many times were missed and processes look', async () => {
    const flowId = await buildFlow();
    const { body: trigger } = await add(flowId, { ...daily, question: 'Daily' });
    expect([trigger.url, trigger.secret, trigger.next_run_at]).toEqual([null, null, expect.any(String)]);
    await due(trigger.id);
    await Promise.all([1, 2, 3].map(() => maintainFlowTriggers(server.platform)));
    await maintainFlowTriggers(server.platform);
    const runs = await listRuns(flowId);
    expect(runs).toEqual([expect.objectContaining({ source: 'schedule', version: 1, question: 'Daily' })]);
    const after = await readTrigger(flowId);
    expect([after.last_run_id, after.problem]).toEqual([runs[0].id, null]);
    expect(Date.parse(after.next_run_at)).toBeGreaterThan(Date.now());
    await expect
      .poll(async () => (await owner.call('GET', `/flow-runs/${runs[0].id}`)).body, { timeout: 20_000 })
      .toMatchObject({ state: 'finished', posts: [{ text: 'Daily: A1' }] });
  });

  it('is switched off when its owner loses the right, says so, and goes on in the name of who switches it on', async () => {
    const flowId = await buildFlow();
    const { body: trigger } = await add(flowId, daily);
    await due(trigger.id);
    await server.query('update memberships set level = 0');
    await maintainFlowTriggers(server.platform);
    await server.query('update memberships set level = 2');
    expect(await listRuns(flowId)).toEqual([]);
    expect(await readTrigger(flowId)).toMatchObject({
      enabled: false,
      next_run_at: null,
      problem: { code: 'flow_trigger.owner_gone' },
    });
    const { body } = await owner.call('PATCH', `/flow-triggers/${trigger.id}`, { enabled: true });
    expect([body.problem, body.next_run_at]).toEqual([null, expect.any(String)]);
  });

  it('is changed as a whole, but not into a webhook', async () => {
    const flowId = await buildFlow();
    const { body: trigger } = await add(flowId, daily);
    const settings = { ...daily, cron: '30 7 * * 1', question: 'Weekly', inputs: { order_no: 'B2' } };
    const path = `/flow-triggers/${trigger.id}`;
    const { body } = await owner.call('PATCH', path, { name: 'Mondays', settings });
    expect(body).toMatchObject({ name: 'Mondays', settings });
    expect(new Date(body.next_run_at).getUTCDay()).toBe(1);
    expect((await owner.call('PATCH', path, { settings: { kind: 'webhook' } })).status).toBe(422);
    const wrong = { settings: { ...settings, cron: '* * * * *' } };
    expect((await owner.call('PATCH', path, wrong)).body.error.code).toBe('flow_trigger.too_often');
  });

  it('gives the flow what it asks for before it starts, or is refused', async () => {
    const flowId = await buildFlow(strict);
    const { body } = await add(flowId, { ...daily, inputs: {} });
    expect([body.error.code, body.error.message]).toEqual([
      'flow_run.wrong_inputs',
      expect.stringContaining('Order number'),
    ]);
    const { body: trigger } = await add(flowId, daily);
    const path = `/flow-triggers/${trigger.id}`;
    const emptied = await owner.call('PATCH', path, { settings: { ...daily, inputs: {} } });
    expect(emptied.body.error.code).toBe('flow_run.wrong_inputs');
  });

  it('keeps local time over the change of clocks', () => {
    const start = (from: string) =>
      nextStart({ cron: '0 6 * * *', timeZone: 'Europe/Paris' }, new Date(from)).toISOString();
    expect(start('2026-03-27T12:00:00Z')).toBe('2026-03-28T05:00:00.000Z');
    expect(start('2026-03-29T12:00:00Z')).toBe('2026-03-30T04:00:00.000Z');
  });

  it.each([
    ['words', 'every day at six', 'flow_trigger.wrong_schedule'],
    ['seconds', '*/5 0 6 * * *', 'flow_trigger.wrong_schedule'],
    ['a day that never comes', '0 6 31 2 *', 'flow_trigger.wrong_schedule'],
    ['every minute', '* * * * *', 'flow_trigger.too_often'],
    ['two minutes that are close', '1,2 6 * * *', 'flow_trigger.too_often'],
  ])('of %s is refused', async (_, cron, code) => {
    expect((await add(await buildFlow(), { ...daily, cron })).body.error.code).toBe(code);
  });

  it('is refused with a time zone that there is not, and without anything published', async () => {
    expect((await add(await buildFlow(), { ...daily, time_zone: 'Mars/Olympus' })).status).toBe(422);
    const { body } = await owner.call('POST', '/flows', { name: `flow ${++serial}`, graph });
    expect((await add(body.id, daily)).body.error.code).toBe('flow_trigger.not_published');
  });
});

describe('a webhook', () => {
  const call = (
    trigger: { url: string; secret: string },
    body: string,
    {
      at = Math.floor(Date.now() / 1_000),
      secret = trigger.secret,
      sent = body,
      query = '',
      headers = {},
    } = {},
  ) =>
    fetch(`${server.url}${new URL(trigger.url).pathname}${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'lectern-timestamp': String(at),
        'lectern-signature': createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'),
        ...headers,
      },
      body: sent,
    });
  const build = async (settings: object = {}, drawn = graph) => {
    const flowId = await buildFlow(drawn);
    const { body } = await add(flowId, { kind: 'webhook', ...settings });
    return { flowId, ...body } as { flowId: string; id: string; url: string; secret: string };
  };
  const codeOf = async (response: Response) => {
    const { error } = (await response.json()) as { error?: { code: string } };
    return [response.status, error?.code];
  };

  it('starts the flow with its body as inputs, and answers with the run or waits for its result', async () => {
    const trigger = await build();
    expect(trigger.secret).toMatch(/^whsec_.{43}$/);
    expect(JSON.stringify(await readTrigger(trigger.flowId))).not.toContain(trigger.secret);
    const started = await call(trigger, '{"question":"Hi","order_no":"B2"}');
    expect([started.status, await started.json()]).toEqual([
      202,
      { run_id: expect.any(String), state: 'queued', text: null, error: null },
    ]);
    const waited = await call(trigger, '{"question":"Ho","order_no":"é"}', { query: '?wait=20' });
    expect([waited.status, await waited.json()]).toEqual([
      200,
      expect.objectContaining({ state: 'finished', text: 'Ho: é' }),
    ]);
    expect((await listRuns(trigger.flowId)).map(({ source }: { source: string }) => source)).toEqual([
      'webhook',
      'webhook',
    ]);
  });

  it('refuses, without telling why, what is unsigned, changed, old, replayed, unknown or switched off', async () => {
    const trigger = await build();
    const body = '{"question":"Hi"}';
    const now = Math.floor(Date.now() / 1_000);
    const other = {
      ...trigger,
      url: trigger.url.replace(trigger.id, '018f2f6a-0000-7000-8000-000000000001'),
    };
    const refused = [
      await call(trigger, body, { headers: { 'lectern-signature': '' } }),
      await call(trigger, body, { headers: { 'lectern-timestamp': '' } }),
      await call(trigger, body, { secret: 'whsec_other' }),
      await call(trigger, body, { sent: '{"question":"Ha"}' }),
      await call(trigger, body, { at: now - 400 }),
      await call(trigger, body, { at: now + 400 }),
      await call(other, body),
    ];
    await call(trigger, body, { at: now });
    refused.push(await call(trigger, body, { at: now }));
    const { secret } = (await owner.call('POST', `/flow-triggers/${trigger.id}/secret`)).body;
    refused.push(await call(trigger, body, { at: now - 1 }));
    expect((await call({ ...trigger, secret }, body, { at: now - 2 })).status).toBe(202);
    await owner.call('PATCH', `/flow-triggers/${trigger.id}`, { enabled: false });
    refused.push(await call({ ...trigger, secret }, body, { at: now - 3 }));
    for (const response of refused) expect(await codeOf(response)).toEqual([401, 'flow_trigger.refused']);
    expect(await listRuns(trigger.flowId)).toHaveLength(2);
  });

  it('takes so many calls a minute, so large a body, and inputs that are some', async () => {
    const trigger = await build({ per_minute: 2 });
    const at = Math.floor(Date.now() / 1_000);
    const answers = [];
    for (const n of [1, 2, 3]) answers.push(await call(trigger, '{}', { at: at - n }));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    const large = JSON.stringify({ question: 'x', text: 'x'.repeat(300_000) });
    expect((await call(trigger, large)).status).toBe(413);
    const odd = await build();
    expect(await codeOf(await call(odd, '{"question":7}'))).toEqual([422, 'flow_trigger.wrong_body']);
    expect((await call(odd, '{"question"')).status).toBe(400);
  });

  it('tells its caller what the flow asks for before it starts', async () => {
    const trigger = await build({}, strict);
    expect(await codeOf(await call(trigger, '{"question":"Hi"}'))).toEqual([422, 'flow_run.wrong_inputs']);
    expect((await readTrigger(trigger.flowId)).problem).toBeNull();
    expect((await call(trigger, '{"order_no":"A1"}')).status).toBe(202);
  });

  it('says that a flow cannot run for now, and tells those who edit it why', async () => {
    const trigger = await build();
    await server.query('update flows set published_version = null where id = $1', [trigger.flowId]);
    expect(await codeOf(await call(trigger, '{}'))).toEqual([409, 'flow_trigger.not_runnable']);
    expect((await readTrigger(trigger.flowId)).problem.code).toBe('flow_trigger.not_published');
  });

  it('can be deleted, and keeps its runs', async () => {
    const trigger = await build();
    await call(trigger, '{}');
    expect((await owner.call('DELETE', `/flow-triggers/${trigger.id}`)).status).toBe(204);
    expect(await listRuns(trigger.flowId)).toHaveLength(1);
    expect((await call(trigger, '{}', { at: Math.floor(Date.now() / 1_000) - 5 })).status).toBe(401);
  });
});
