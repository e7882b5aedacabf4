import { parseArgs } from 'node:util';
import { startFakeProvider } from '@lectern/testing';
import { measureEditor } from './support/editor-frames.ts';
import { measureProcesses } from './support/process-memory.ts';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { timeStream } from './support/time-stream.ts';

/**
 * What running flows costs: the engine for each node with its state committed, many runs at once on one process, the
 * memory of a long loop, the first word of a flow in a chat against an assistant with the same model, and how smoothly
 * the editor moves a large graph.
 *   npm run bench:flows -- [--nodes 100] [--rounds 15] [--runs 200] [--loop 1000] [--pairs 40] [--canvas 300]
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '15' },
    runs: { type: 'string', default: '200' },
    loop: { type: 'string', default: '1000' },
    pairs: { type: 'string', default: '40' },
    canvas: { type: 'string', default: '300' },
  },
});
const [nodes, rounds, runs, loop, pairs, canvas] = [
  values.nodes,
  values.rounds,
  values.runs,
  values.loop,
  values.pairs,
  values.canvas,
].map(Number) as [number, number, number, number, number, number];
const answerTokens = Array.from({ length: 50 }, (_, n) => `word${n} `);

type Node = { id: string; component: string; options?: object; parent_id?: string };

const provider = await startFakeProvider({ record: false, chat: { tokens: answerTokens } });
const data = makeDataDirectory();
const product = await startProduct(data.path, {
  settings: { LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` },
});
try {
  const model = await product.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'fake',
    type: 'chat',
    base_url: provider.baseUrl,
    api_key: 'benchmark',
  });
  const perNode = await measureNodes();
  const atOnce = await measureRuns(model.id);
  const looped = await measureLoop();
  const firstWord = await measureFirstWord(model.id);
  const editor = await measureEditor(product, await buildFlow('Canvas', chain(canvas - 2)));
  printTable(
    [`${canvas} nodes in the editor`, 'frames a second', 'longest frame (ms)'],
    Object.entries(editor).map(([name, { perSecond, longest }]) => [
      name,
      round(perSecond, 0),
      round(longest, 0),
    ]),
  );
  console.log('aim: 60 frames a second');
  keepResult('flows', { perNode, atOnce, looped, firstWord, editor: { nodes: canvas, ...editor } });
} finally {
  await product.stop();
  await provider.close();
  data.remove();
}

async function buildFlow(name: string, given: Node[]): Promise<string> {
  const placed = given.map((node, n) => ({
    name: node.id,
    options: {},
    ...node,
    position: { x: (n % 20) * 320, y: Math.floor(n / 20) * 200 },
  }));
  const path = given.filter(({ parent_id }) => !parent_id).map(({ id }) => id);
  const edges = path
    .slice(1)
    .map((target, n) => ({ id: `${path[n]}-${target}`, source: path[n], port: 'out', target }));
  const bounds = { steps: 10_000 };
  const flow = await product.call('POST', '/flows', { name, graph: { nodes: placed, edges, bounds } });
  return flow.id;
}

/** A chain of so many nodes that only put texts together. */
function chain(length: number): Node[] {
  const texts = Array.from({ length }, (_, n) => ({
    id: `text${n}`,
    component: 'template',
    options: { template: 'The harbour opens at six. {{sys.question}}' },
  }));
  return [{ id: 'begin', component: 'begin' }, ...texts, { id: 'end', component: 'answer' }];
}

/** Runs a flow to its end; milliseconds of the whole call and of the run itself. */
async function run(flowId: string): Promise<{ total: number; worked: number; state: string }> {
  const begin = performance.now();
  const { id } = await product.call('POST', `/flows/${flowId}/runs`, { question: 'When?' });
  const events = await fetch(`${product.url}/api/v1/flow-runs/${id}/events`, {
    headers: { authorization: `Bearer ${product.token}` },
  });
  await events.text();
  const total = performance.now() - begin;
  const { state, duration_ms: worked } = await product.call('GET', `/flow-runs/${id}`);
  return { total, worked, state };
}

async function measureNodes() {
  const [short, long] = [await buildFlow('Short', chain(1)), await buildFlow('Long', chain(nodes + 1))];
  const added: number[] = [];
  for (let n = 0; n < rounds + 2; n++) {
    const [less, more] = [await run(short), await run(long)];
    if (n >= 2) added.push((more.total - less.total) / nodes);
  }
  const result = { p50: percentile(added, 0.5), p99: percentile(added, 0.99) };
  console.log(
    `engine and commit per node: p50 ${round(result.p50, 2)} ms, p99 ${round(result.p99, 2)} ms (aim < 2 ms)`,
  );
  return result;
}

async function measureRuns(modelId: string) {
  const flowId = await buildFlow('Many', [
    { id: 'begin', component: 'begin' },
    { id: 'prepare', component: 'template', options: { template: '{{sys.question}}' } },
    { id: 'write', component: 'generate', options: { model_id: modelId } },
    { id: 'end', component: 'answer' },
  ]);
  const begin = performance.now();
  const all = await Promise.allSettled(Array.from({ length: runs }, () => run(flowId)));
  const seconds = (performance.now() - begin) / 1_000;
  const done = all.flatMap((one) =>
    one.status === 'fulfilled' && one.value.state === 'finished' ? [one.value] : [],
  );
  for (const one of all.filter(({ status }) => status === 'rejected').slice(0, 2)) console.error(one);
  const totals = done.map(({ total }) => total);
  const result = {
    runs,
    errors: runs - done.length,
    perSecond: done.length / seconds,
    p50: percentile(totals, 0.5),
    p95: percentile(totals, 0.95),
  };
  console.log(
    `${runs} runs at once: ${result.errors} errors (aim 0), ${round(result.perSecond)} a second, p50 ${round(result.p50, 0)} ms, p95 ${round(result.p95, 0)} ms`,
  );
  return result;
}

async function measureLoop() {
  const flowId = await buildFlow('Loop', [
    { id: 'begin', component: 'begin' },
    {
      id: 'again',
      component: 'loop',
      options: { max_rounds: loop, result: '{{text.text}}', operator: 'equals', expected: 'never' },
    },
    { id: 'text', component: 'template', parent_id: 'again', options: { template: 'Round {{again.round}}' } },
    { id: 'end', component: 'answer', options: { content: '{{again.rounds}}' } },
  ]);
  const megabytes = () => measureProcesses(product.pid).server / 2 ** 20;
  const before = megabytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 250);
  const { total, state } = await run(flowId);
  clearInterval(timer);
  const result = { steps: loop, state, perStep: total / loop, memory: { before, most } };
  console.log(
    `a loop of ${loop} steps ${state}: ${round(result.perStep, 2)} ms a step, server ${round(before, 0)} MB before, at most ${round(most, 0)} MB`,
  );
  return result;
}

/** The same model by an assistant without knowledge, and by a flow of two nodes behind an assistant. */
async function measureFirstWord(modelId: string) {
  const flowId = await buildFlow('Two nodes', [
    { id: 'begin', component: 'begin' },
    { id: 'write', component: 'generate', options: { model_id: modelId } },
    { id: 'end', component: 'answer' },
  ]);
  const { revision } = await product.call('GET', `/flows/${flowId}`);
  await product.call('POST', `/flows/${flowId}/versions`, { note: '', revision });
  const plain = await product.call('POST', '/assistants', {
    name: 'Plain',
    chat_model_id: modelId,
    claim_check: 'off',
    multi_turn: false,
  });
  const flow = await product.call('POST', '/assistants', { name: 'Flow', flow_id: flowId });
  const [direct, through]: [number[], number[]] = [[], []];
  for (let n = 0; n < pairs + 3; n++) {
    const [bare, ours] = [await ask(plain.id), await ask(flow.id)];
    if (n < 3) continue;
    direct.push(bare);
    through.push(ours);
  }
  const added = through.map((time, n) => time - (direct[n] as number));
  const result = {
    assistant: percentile(direct, 0.5),
    flow: percentile(through, 0.5),
    added: { p50: percentile(added, 0.5), p99: percentile(added, 0.99) },
  };
  console.log(
    `first word: assistant ${round(result.assistant)} ms, flow of two nodes ${round(result.flow)} ms, added p50 ${round(result.added.p50)} ms (aim < 5 ms)`,
  );
  return result;
}

async function ask(assistantId: string): Promise<number> {
  const { id } = await product.call('POST', `/assistants/${assistantId}/conversations`, {});
  const begin = performance.now();
  const answer = fetch(`${product.url}/api/v1/conversations/${id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${product.token}` },
    body: JSON.stringify({ content: 'When does the harbour open?' }),
  });
  const { first } = await timeStream(answer, begin, {
    tokens: answerTokens.length,
    isToken: (line) => line.includes('"type":"delta"'),
    isEnd: (line) => line.includes('"status":"complete"') && line.includes('"type":"done"'),
  });
  return first;
}
