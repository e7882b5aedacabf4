import {
  type ApiClient,
  buildAssistant,
  buildDocument,
  buildFlow,
  buildKnowledgeBase,
  type FakeProvider,
  flowEdges,
  flowNode as node,
  publishFlow,
  type StreamedEvent,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let owner: ApiClient;
let chatModel: string;
let garden: { id: string };

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  owner = await server.signUp();
  await server.query('update memberships set level = 2');
  const { body } = await server.admin.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'chat-1',
    type: 'chat',
    base_url: provider.baseUrl,
    input_price: 1_000_000,
  });
  chatModel = body.id;
  garden = await buildKnowledgeBase(owner, { permission: 'team' });
  const text =
    '# Garden book\n\nThe rose of this garden blooms in June, when the days are long. It smells of honey.';
  await buildDocument(owner, { knowledge_base_id: garden.id, name: 'garden', text });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => provider.reset());

const build = (nodes: object[], chains: string[], name?: string) =>
  buildFlow(owner, nodes, chains, name === undefined ? {} : { name });

const readGarden = () => [
  node('begin', 'begin'),
  node('chat', 'answer'),
  node('find', 'retrieval', { knowledge_base_ids: [garden.id] }),
  node('write', 'generate'),
];
const inCircles = ['begin > chat', 'chat > find', 'find > write', 'write > chat'];

/** Follows a run until it ends or waits. */
async function watch(runId: string): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of owner.stream('GET', `/flow-runs/${runId}/events`)) events.push(event);
  return events;
}

async function run(flowId: string, body: object) {
  const { body: started } = await owner.call('POST', `/flows/${flowId}/runs`, body);
  const events = await watch(started.id);
  return { id: started.id, events, end: (await owner.call('GET', `/flow-runs/${started.id}`)).body };
}

describe('a run', () => {
  it('answers from a knowledge base with the built-in models, cites the passage, and goes on with the next message', async () => {
    const flow = await build(readGarden(), inCircles);
    expect(flow.problems).toEqual([]);
    const { id, end, events } = await run(flow.id, { question: 'When does the rose bloom?' });
    expect(end.error).toBeNull();
    expect(end.state).toBe('waiting');
    expect(end.posts[0].text).toContain('June');
    expect(end.posts[0].citations[0]).toMatchObject({ document_name: 'garden.md', number: 1 });
    expect(end.steps.map(({ key }: { key: string }) => key)).toEqual([
      'begin#1',
      'chat#1',
      'find#1',
      'write#1',
      'chat#2',
    ]);
    expect(events.at(-1)).toMatchObject({ data: { type: 'done' } });
    const answered = await owner.call('POST', `/flow-runs/${id}/answers`, {
      step_key: 'chat#2',
      answer: { kind: 'message', text: 'What does the rose smell of?' },
    });
    expect(answered.status).toBe(200);
    await watch(id);
    const next = (await owner.call('GET', `/flow-runs/${id}`)).body;
    expect(next.posts[0].text).toContain('honey');
    expect(next.history.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
  });

  it('books what its models used, by flow, and counts one request a message', async () => {
    provider.setChat({ tokens: ['In ', 'June [1].'] });
    const nodes = readGarden();
    Object.assign(nodes[3] as object, { options: { model_id: chatModel } });
    const flow = await build(nodes, inCircles);
    const { end } = await run(flow.id, { question: 'When does the rose bloom?' });
    expect(end.posts[0].text).toContain('June');
    const rows = await server.query(
      'select kind, count(*)::int from usage_records where flow_id = $1 group by kind order by kind',
      [flow.id],
    );
    expect(rows).toEqual([
      { kind: 'chat', count: 1 },
      { kind: 'embedding', count: 1 },
      { kind: 'request', count: 1 },
    ]);
    expect(end.tokens).toBeGreaterThan(0);
  });
});

describe('an assistant within a flow', () => {
  const asks = (assistantId: string) => [
    node('begin', 'begin'),
    node('ask', 'assistant', { assistant_id: assistantId }),
    node('end', 'answer'),
  ];
  const straight = ['begin > ask', 'ask > end'];

  it('answers with its own knowledge and sources, booked to the flow as well', async () => {
    provider.setChat({ tokens: ['In ', 'June [1].'] });
    const assistant = await buildAssistant(owner, {
      knowledge_base_ids: [garden.id],
      chat_model_id: chatModel,
      quote_by_llm: true,
    });
    const flow = await build(asks(assistant.id), straight);
    const { end } = await run(flow.id, { question: 'When does the rose bloom?' });
    expect(end.error).toBeNull();
    expect(end.posts[0].text).toContain('June');
    expect(end.posts[0].citations[0]).toMatchObject({ document_name: 'garden.md' });
    const [chat] = await server.query(
      "select assistant_id, source from usage_records where flow_id = $1 and kind = 'chat'",
      [flow.id],
    );
    expect(chat).toEqual({ assistant_id: assistant.id, source: 'app' });
    expect(end.tokens).toBeGreaterThan(0);
  });

  it('is heard as it writes', async () => {
    // Long enough that somebody listens before the first word.
    provider.setChat({ tokens: ['In ', 'June.'], firstTokenDelay: 1_000, tokenDelay: 40 });
    const assistant = await buildAssistant(owner, { chat_model_id: chatModel, knowledge_base_ids: [] });
    const nodes = [
      node('begin', 'begin'),
      node('ask', 'assistant', { assistant_id: assistant.id }),
      node('end', 'answer'),
    ];
    const flow = await build(nodes, ['begin > ask > end']);
    const { events, end } = await run(flow.id, { question: 'When does the rose bloom?' });
    expect(end.posts[0].text).toBe('In June.');
    const words = events.flatMap(({ data }) => (data.type === 'delta' ? [data.text] : []));
    expect(words.join('')).toBe('In June.');
  });

  it('must be open to the owner of the flow', async () => {
    const stranger = await server.signUp();
    const other = await buildAssistant(stranger);
    const flow = await build(asks(other.id), straight);
    const { end } = await run(flow.id, { question: 'Anything?' });
    expect(end.error).toMatchObject({ code: 'assistant.not_found' });
  });
});

describe('a flow within a flow', () => {
  const publish = ({ id }: { id: string }) => publishFlow(owner, id);
  const calls = (flowId: string) => [
    node('begin', 'begin'),
    node('sub', 'sub_flow', { flow_id: flowId }),
    node('end', 'answer'),
  ];
  const straight = ['begin > sub', 'sub > end'];

  it('runs the published version, with its sources, booked to the run', async () => {
    provider.setChat({ tokens: ['In ', 'June [1].'] });
    const nodes = readGarden();
    Object.assign(nodes[3] as object, { options: { model_id: chatModel } });
    const inner = await build(nodes, inCircles);
    expect((await publish(inner)).status).toBe(201);
    await owner.call('PATCH', `/flows/${inner.id}`, { graph: { nodes: [], edges: [] }, revision: 1 });
    const flow = await build(calls(inner.id), straight);
    const { end } = await run(flow.id, { question: 'When does the rose bloom?' });
    expect(end.error).toBeNull();
    expect([end.state, end.posts[0].text]).toEqual(['finished', 'In June [1].']);
    expect(end.posts[0].citations[0]).toMatchObject({ document_name: 'garden.md' });
    const inside = end.steps.find((step: { node_id: string }) => step.node_id === 'sub/write');
    expect(inside).toMatchObject({ title: 'write' });
    expect(end.tokens).toBeGreaterThan(0);
    const [booked] = await server.query(
      "select count(*)::int from usage_records where flow_id = $1 and kind = 'chat'",
      [flow.id],
    );
    expect(booked?.count).toBe(1);
  });

  it('is refused before anything runs where it cannot end, was not published, or belongs to others', async () => {
    const start = async (flowId: string) =>
      (await owner.call('POST', `/flows/${flowId}/runs`, { question: 'q' })).body.error?.code;
    const first = await build(readGarden(), inCircles);
    const second = await build(calls(first.id), straight);
    expect(await start(second.id)).toBe('flow.not_published');
    await publish(first);
    expect(await start(second.id)).toBeUndefined();
    await publish(second);
    const graph = { nodes: calls(second.id), edges: flowEdges(straight) };
    await owner.call('PATCH', `/flows/${first.id}`, { graph, revision: 1 });
    expect(await start(first.id)).toBe('flow.calls_itself');
    expect((await publish(first)).body.error.code).toBe('flow.calls_itself');
    const stranger = await server.signUp();
    await server.query('update memberships set level = 2');
    const theirs = await stranger.call('POST', '/flows', { name: 'theirs' });
    const wanting = await build(calls(theirs.body.id), straight);
    expect(await start(wanting.id)).toBe('flow.not_found');
    expect((await publish(wanting)).body.error.code).toBe('flow.not_found');
  });
});

it('asks for the fields of its beginning before it starts, by whatever way', async () => {
  const fields = [{ id: '1', name: 'amount', label: 'Amount', type: 'number' }];
  const nodes = [node('begin', 'begin', { fields }), node('end', 'answer', { content: '{{begin.amount}}' })];
  const flow = await build(nodes, ['begin > end']);
  const refused = await owner.call('POST', `/flows/${flow.id}/runs`, { inputs: { amount: 'much' } });
  expect(refused.body.error).toMatchObject({
    code: 'flow_run.wrong_inputs',
    message: expect.stringContaining('Amount'),
  });
  const { end } = await run(flow.id, { inputs: { amount: ' 7 ' } });
  expect([end.posts[0].text, end.inputs]).toEqual(['7', { amount: 7 }]);
});

it('waits for a form and goes on with what was filled in', async () => {
  const fields = [{ id: '1', name: 'home_city', label: 'Your city' }];
  const flow = await build(
    [
      node('begin', 'begin'),
      node('form', 'await_input', { text: 'Where?', fields }),
      node('end', 'answer', { content: 'So: {{form.home_city}}' }),
    ],
    ['begin > form', 'form > end'],
  );
  const { id, end } = await run(flow.id, { question: 'hi' });
  expect(end.steps.at(-1).awaits).toMatchObject({ kind: 'form', fields: [{ key: 'home_city' }] });
  await owner.call('POST', `/flow-runs/${id}/answers`, {
    step_key: 'form#1',
    answer: { kind: 'form', values: { home_city: 'Lyon' } },
  });
  await watch(id);
  expect((await owner.call('GET', `/flow-runs/${id}`)).body.posts[0].text).toBe('So: Lyon');
});

it('runs code apart from the server, and tells what went wrong in it', async () => {
  const inputs = [{ id: '1', name: 'q', value: '{{sys.question}}' }];
  const runCode = async (code: string) => {
    const nodes = [node('begin', 'begin'), node('code', 'code', { inputs, code }), node('end', 'answer')];
    const flow = await build(nodes, ['begin > code', 'code > end']);
    return (await run(flow.id, { question: 'abc' })).end;
  };
  expect((await runCode('return [...inputs.q].reverse().join("") + typeof process')).posts[0].text).toBe(
    'cbaundefined',
  );
  expect((await runCode('return nothing')).error).toMatchObject({ code: 'flow.code_failed' });
});

describe('credentials', () => {
  it('are listed without their secrets, renamed, replaced and deleted', async () => {
    const body = { name: 'Orders', host: 'API.example', secret: 'very-secret-1234' };
    const created = await owner.call('POST', '/flow-credentials', body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Orders', host: 'api.example', secret_ending: '1234' });
    const { id } = created.body;
    expect(await owner.call('POST', '/flow-credentials', { ...body, name: 'ORDERS' })).toMatchObject({
      status: 409,
    });
    const change = (changes: object) => owner.call('PATCH', `/flow-credentials/${id}`, changes);
    expect((await change({ name: 'Order service' })).body.name).toBe('Order service');
    expect((await change({ host: 'evil.example' })).status).toBe(422);
    expect((await change({ secret: 'another-5678' })).body.secret_ending).toBe('5678');
    const listed = await owner.call('GET', '/flow-credentials');
    expect(listed.body.items).toHaveLength(1);
    expect(JSON.stringify(listed.body)).not.toMatch(/another|very-secret/);
    const [row] = await server.query('select sealed_secret from flow_credentials where id = $1', [id]);
    expect(row?.sealed_secret).not.toContain('another');
    expect((await owner.call('DELETE', `/flow-credentials/${id}`)).status).toBe(204);
  });

  it('are sent to the host that they were stored for, and to no other', async () => {
    const { body: key } = await owner.call('POST', '/flow-credentials', {
      name: 'Elsewhere',
      host: 'api.example',
      secret: 'very-secret-1234',
    });
    const options = { url: 'https://evil.example/', credential_id: key.id };
    const flow = await build([node('begin', 'begin'), node('call', 'http', options)], ['begin > call']);
    const [listed] = (await owner.call('GET', '/flow-credentials')).body.items;
    expect(listed.used_by).toEqual([{ id: flow.id, name: flow.name }]);
    const { end } = await run(flow.id, { question: 'q' });
    expect(end.error).toMatchObject({ code: 'flow_credential.wrong_host' });
    expect(JSON.stringify(end)).not.toContain('very-secret');
  });
});
