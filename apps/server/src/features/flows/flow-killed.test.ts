import {
  buildModel,
  createKillableServer,
  type FakeProvider,
  type KillableServer,
  startFakeProvider,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let provider: FakeProvider;
let server: KillableServer;

beforeAll(async () => {
  provider = await startFakeProvider({
    chat: { tokens: (messages) => [`<${messages.at(-1)?.content}>`], firstTokenDelay: 400 },
  });
  server = await createKillableServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const node = (id: string, component: string, options: object = {}, more: object = {}) => ({
  id,
  component,
  name: id,
  options,
  position: { x: 0, y: 0 },
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
  edges: [
    ['begin', 'each'],
    ['write', 'count'],
    ['each', 'chat'],
    ['chat', 'end'],
  ].map(([source, target]) => ({ id: `${source}-${target}`, source, target })),
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
