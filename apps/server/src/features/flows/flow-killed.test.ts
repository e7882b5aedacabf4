import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  buildFlow,
  buildModel,
  createKillableServer,
  type FakeProvider,
  flowEdges,
  flowNode,
  type KillableServer,
  type MailServer,
  startFakeProvider,
  startMailServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let provider: FakeProvider;
let server: KillableServer;
let smtp: MailServer;
/** A service that takes its time, and the keys of what it was asked. */
let orders: Server;
const keys: string[] = [];

beforeAll(async () => {
  provider = await startFakeProvider({
    chat: { tokens: (messages) => [`<${messages.at(-1)?.content}>`], firstTokenDelay: 400 },
  });
  smtp = await startMailServer();
  orders = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    setTimeout(() => response.end('{}'), 1_500);
  });
  await new Promise<void>((resolve) => orders.listen(0, '127.0.0.1', resolve));
  server = await createKillableServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${portOf(orders)}`,
    LECTERN_SMTP_URL: smtp.url,
    LECTERN_VERIFY_EMAIL: 'never',
    LECTERN_FLOW_MAIL_DOMAINS: 'example.org',
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await smtp.stop();
  orders.close();
});

const portOf = (listening: Server) => (listening.address() as AddressInfo).port;

const node = (id: string, component: string, options: object = {}, more: object = {}) => ({
  ...flowNode(id, component, options),
  ...more,
});

const graphOf = (modelId: string) => ({
  nodes: [
    node('begin', 'begin'),
    node('each', 'iteration', { items: '{{sys.question}}', result: '{{write.text}}' }),
    node('write', 'generate', { model_id: modelId, prompt: '{{each.item}}' }, { parent_id: 'each' }),
    node(
      'count',
      'assign',
      { assignments: [{ id: '1', variable: 'n', mode: 'add', value: '{{each.index}}' }] },
      { parent_id: 'each' },
    ),
    node('chat', 'answer', { content: '{{each.results}}' }),
    node('end', 'answer', { content: '{{chat.message}} {{var.n}}' }),
  ],
  edges: flowEdges(['begin > each > chat > end', 'write > count']),
  variables: [{ key: 'n', value: 0 }],
});

async function waitFor(runId: string, state: string): Promise<void> {
  await expect
    .poll(async () => (await server.query('select state from flow_runs where id = $1', [runId]))[0]?.state, {
      timeout: 90_000,
      interval: 100,
    })
    .toBe(state);
}

/** What a run came to, without times and what it used. */
async function readRun(runId: string) {
  const [run] = await server.query(
    "select state, memory -> 'posts' as posts, memory -> 'variables' as variables, memory -> 'visits' as visits from flow_runs where id = $1",
    [runId],
  );
  const steps = await server.query(
    'select key, status, port, outputs from flow_run_steps where run_id = $1 order by key',
    [runId],
  );
  return { run, steps };
}

const answer = (runId: string) =>
  server.client.call('POST', `/flow-runs/${runId}/answers`, {
    step_key: 'chat#1',
    answer: { kind: 'message', text: 'thanks' },
  });

test('killed between and within its steps, a run ends as an undisturbed one', async () => {
  await server.start();
  const model = await buildModel(server.client, provider, { model_name: 'chat-1', type: 'chat' });
  const flow = await server.client.call('POST', '/flows', { name: 'each', graph: graphOf(model.id) });
  const start = async () =>
    (await server.client.call('POST', `/flows/${flow.body.id}/runs`, { question: 'a\nb\nc\nd' })).body.id;
  const calm = await start();
  await waitFor(calm, 'waiting');
  await answer(calm);
  await waitFor(calm, 'finished');

  const disturbed = await start();
  const rounds = () => server.count("flow_run_steps where run_id = $1 and node_id = '$result'", [disturbed]);
  await server.killAt({
    'the first round': async () => (await rounds()) >= 1,
    'a later round': async () => (await rounds()) >= 3,
    waiting: async () =>
      (await server.count("flow_runs where id = $1 and state = 'waiting'", [disturbed])) > 0,
  });
  await waitFor(disturbed, 'waiting');
  await answer(disturbed);
  await waitFor(disturbed, 'finished');
  expect(await readRun(disturbed)).toEqual(await readRun(calm));
});

test('killed while and after it changed something elsewhere, a run does it under one key, and mails once', async () => {
  const options = { method: 'POST', url: `http://127.0.0.1:${portOf(orders)}/orders` };
  const nodes = [
    node('begin', 'begin'),
    node('order', 'http', options),
    node('mail', 'email', { to: 'ann@example.org', subject: 'Ordered', text: 'Thanks.' }),
    node('again', 'http', options),
  ];
  const flow = await buildFlow(server.client, nodes, ['begin > order > mail > again']);
  const run = (await server.client.call('POST', `/flows/${flow.id}/runs`, { question: 'q' })).body.id;
  await server.killAt({
    'the first request': async () => keys.length >= 1,
    'the second request, after the mail': async () => new Set(keys).size >= 2,
  });
  await waitFor(run, 'finished');
  expect([...new Set(keys)]).toEqual([`${run}:order#1`, `${run}:again#1`]);
  expect(keys.length).toBeLessThanOrEqual(4);
  expect(await server.count("mails where kind = 'flow'")).toBe(1);
  await smtp.waitForMail('ann@example.org');
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1);
});
