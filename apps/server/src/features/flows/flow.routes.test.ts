import { type ApiClient, flowEdges, flowNode, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let owner: ApiClient;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  await server.query('update memberships set level = 2');
});
afterAll(() => server.close());

const node = (id: string, component: string, more: object = {}) => ({ ...flowNode(id, component), ...more });
const greeting = (text: string) => ({
  nodes: [
    node('begin', 'begin'),
    node('say', 'message', { options: { messages: [{ id: '1', content: text }] } }),
    node('end', 'answer'),
  ],
  edges: flowEdges(['begin > say > end']),
});
let serial = 0;
const build = async (graph?: object) =>
  (await owner.call('POST', '/flows', { name: `flow ${++serial}`, ...(graph ? { graph } : {}) })).body;

describe('a draft', () => {
  it('begins with a question and its answer, and has a name that no other has', async () => {
    const flow = await build();
    expect(flow).toMatchObject({ revision: 1, published_version: null, problems: [] });
    const taken = await owner.call('POST', '/flows', { name: flow.name.toUpperCase() });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'flow.name_taken']);
  });

  it('is never overwritten by a save that was made from an older one', async () => {
    const { id } = await build();
    const save = (text: string, revision: number) =>
      owner.call('PATCH', `/flows/${id}`, { graph: greeting(text), revision });
    const both = await Promise.all([save('one', 1), save('two', 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await save('three', 2)).body.revision).toBe(3);
    const unnamed = await owner.call('PATCH', `/flows/${id}`, { graph: greeting('four') });
    expect(unnamed.status).toBe(422);
  });

  it('keeps what it does not understand, and says so', async () => {
    const flow = await build({ nodes: [node('begin', 'begin'), node('odd', 'from_the_future')], edges: [] });
    expect(flow.graph.nodes[1].component).toBe('from_the_future');
    expect(flow.problems).toContainEqual(
      expect.objectContaining({ code: 'unknown_component', node_id: 'odd', is_warning: false }),
    );
    const started = await owner.call('POST', `/flows/${flow.id}/runs`, { question: 'q' });
    expect([started.status, started.body.error.code]).toEqual([409, 'flow.has_problems']);
    const published = await owner.call('POST', `/flows/${flow.id}/versions`, { revision: 1 });
    expect(published.body.error.code).toBe('flow.has_problems');
  });

  it.each([
    ['an edge to nowhere', { nodes: [node('a', 'begin')], edges: flowEdges(['a > b']) }],
    ['two nodes of one id', { nodes: [node('a', 'begin'), node('a', 'answer')], edges: [] }],
    [
      'nodes that hold each other',
      { nodes: [node('a', 'loop', { parent_id: 'b' }), node('b', 'loop', { parent_id: 'a' })], edges: [] },
    ],
    ['an id that is code', { nodes: [node('__proto__', 'begin')], edges: [] }],
    ['too many nodes', { nodes: Array.from({ length: 501 }, (_, n) => node(`n${n}`, 'note')), edges: [] }],
  ])('is refused with %s', async (_, graph) => {
    expect((await owner.call('POST', '/flow-checks', { graph })).status).toBe(422);
  });

  it('is told of a cycle without an end, and of one that a person ends', async () => {
    const problems = async (middle: string) => {
      const graph = {
        nodes: [node('begin', 'begin'), node('a', middle), node('b', 'template')],
        edges: flowEdges(['begin > a', 'a > b', 'b > a']),
      };
      const { body } = await owner.call('POST', '/flow-checks', { graph });
      return body.problems.map(({ code }: { code: string }) => code);
    };
    expect(await problems('template')).toContain('endless_cycle');
    expect(await problems('answer')).not.toContain('endless_cycle');
  });
});

describe('versions', () => {
  it('are published, compared with the draft, and restored as a new one', async () => {
    const { id } = await build(greeting('one'));
    expect((await owner.call('POST', `/flows/${id}/versions`, { revision: 1 })).body.published_version).toBe(
      1,
    );
    await owner.call('PATCH', `/flows/${id}`, { graph: greeting('two'), revision: 1 });
    expect((await owner.call('GET', `/flows/${id}`)).body.has_changes).toBe(true);
    const stale = await owner.call('POST', `/flows/${id}/versions`, { revision: 1 });
    expect(stale.body.error.code).toBe('flow.changed_elsewhere');
    await owner.call('POST', `/flows/${id}/versions`, { revision: 2, note: 'Two' });
    const { body: restored } = await owner.call('POST', `/flows/${id}/versions/1/restoration`);
    expect(restored).toMatchObject({ published_version: 3, has_changes: false });
    expect(restored.graph.nodes[1].options.messages[0].content).toBe('one');
    const { body: versions } = await owner.call('GET', `/flows/${id}/versions`);
    expect(versions.items.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1]);
    expect((await owner.call('GET', `/flows/${id}/versions/9`)).body.error.code).toBe(
      'flow.version_not_found',
    );
  });
});

describe('runs', () => {
  async function run(flowId: string, body: object) {
    const started = await owner.call('POST', `/flows/${flowId}/runs`, body);
    for await (const _ of owner.stream('GET', `/flow-runs/${started.body.id}/events`));
    return (await owner.call('GET', `/flow-runs/${started.body.id}`)).body;
  }

  it('of a version stay what they were when the draft changes', async () => {
    const { id } = await build(greeting('one'));
    await owner.call('POST', `/flows/${id}/versions`, { revision: 1 });
    await owner.call('PATCH', `/flows/${id}`, { graph: greeting('two'), revision: 1 });
    const texts = async (version: number | null) =>
      (await run(id, { question: 'hi', version })).posts.map(({ text }: { text: string }) => text);
    expect(await texts(1)).toContain('one');
    expect(await texts(null)).toContain('two');
    const { body } = await owner.call('GET', `/flows/${id}/runs?search=hi`);
    expect(body.items.map(({ version }: { version: number }) => version)).toEqual([null, 1]);
  });

  it('wait for a message, refuse what they did not ask for, and can be cancelled', async () => {
    const { id } = await build({
      nodes: [
        node('begin', 'begin'),
        node('chat', 'answer'),
        node('say', 'template', { options: { template: 'Hi' } }),
      ],
      edges: flowEdges(['begin > chat', 'chat > say', 'say > chat']),
    });
    const waiting = await run(id, { question: 'hello' });
    expect(waiting.state).toBe('waiting');
    const path = `/flow-runs/${waiting.id}`;
    const wrong = await owner.call('POST', `${path}/answers`, { step_key: 'chat#2', answer: { kind: 'go' } });
    expect(wrong.body.error.code).toBe('flow_run.not_waiting');
    const message = { step_key: 'chat#2', answer: { kind: 'message', text: 'again' } };
    const twice = await Promise.all([1, 2].map(() => owner.call('POST', `${path}/answers`, message)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    for await (const _ of owner.stream('GET', `${path}/events`));
    expect((await owner.call('POST', `${path}/cancellation`)).body.state).toBe('cancelled');
    expect((await owner.call('POST', `${path}/cancellation`)).body.error.code).toBe('flow_run.not_active');
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.call('GET', path)).status).toBe(404);
  });

  it('of one node use what an earlier run put out', async () => {
    const { id } = await build({
      nodes: [
        node('begin', 'begin'),
        node('a', 'template', { options: { template: 'first' } }),
        node('b', 'template', { options: { template: '{{a.text}} and second' } }),
      ],
      edges: flowEdges(['begin > a', 'a > b']),
    });
    const whole = await run(id, { question: 'q' });
    const alone = await run(id, { only_node: { node_id: 'b', from_run_id: whole.id } });
    expect(alone.state).toBe('finished');
    expect(alone.steps.find(({ node_id }: { node_id: string }) => node_id === 'b').outputs.text).toBe(
      'first and second',
    );
    expect(alone.steps.find(({ node_id }: { node_id: string }) => node_id === 'b').visit).toBe(1);
    expect(alone).toMatchObject({ question: 'q', only_node: 'b', step_count: 1 });
  });

  it('of one node use what a person puts in the place of earlier outputs, with or without an earlier run', async () => {
    const { id } = await build({
      nodes: [
        node('begin', 'begin'),
        node('my_text', 'template', { options: { template: 'first' } }),
        node('b', 'template', { options: { template: '{{my_text.text}} and {{sys.question}}' } }),
      ],
      edges: flowEdges(['begin > my_text', 'my_text > b']),
    });
    const whole = await run(id, { question: 'q' });
    for (const from_run_id of [whole.id, null]) {
      const outputs = { my_text: { text: 'edited' } };
      const only_node = { node_id: 'b', from_run_id, outputs };
      const alone = await run(id, { question: 'asked', only_node });
      expect(alone.steps.find(({ node_id }: { node_id: string }) => node_id === 'b').outputs.text).toBe(
        'edited and asked',
      );
    }
  });

  it('pause at breakpoints with what the node is given, go on by a step, and then to the end', async () => {
    const { id } = await build(greeting('Hello'));
    const paused = await run(id, { question: 'hi', breakpoints: ['say'] });
    expect(paused.steps.at(-1)).toMatchObject({ node_id: 'say', awaits: { kind: 'breakpoint' } });
    const path = `/flow-runs/${paused.id}`;
    const goOn = async (step_key: string, more: object) => {
      await owner.call('POST', `${path}/answers`, { step_key, answer: { kind: 'go', ...more } });
      for await (const _ of owner.stream('GET', `${path}/events`));
      return (await owner.call('GET', path)).body;
    };
    const stepped = await goOn('say#1', { once: true });
    expect(stepped.steps.at(-1)).toMatchObject({ node_id: 'end', awaits: { kind: 'breakpoint' } });
    const ended = await goOn('end#1', { breakpoints: [] });
    expect(ended).toMatchObject({ state: 'finished', messages: ['hi'] });
  });
});

describe('the list of runs', () => {
  it('is searched by what was asked and answered, and filtered by state, version and source', async () => {
    const { id } = await build(greeting('A hundred roses'));
    await owner.call('POST', `/flows/${id}/versions`, { revision: 1 });
    const start = async (body: object) => {
      const { body: run } = await owner.call('POST', `/flows/${id}/runs`, body);
      for await (const _ of owner.stream('GET', `/flow-runs/${run.id}/events`));
      return run.id;
    };
    const ofDraft = await start({ question: 'tulips' });
    const ofVersion = await start({ question: 'lilies', version: 1 });
    const list = async (query: string) => {
      const { body } = await owner.call('GET', `/flows/${id}/runs?${query}`);
      return body.items.map((run: { id: string }) => run.id);
    };
    expect(await list('search=tulip')).toEqual([ofDraft]);
    expect(await list('search=hundred')).toEqual([ofVersion, ofDraft]);
    expect(await list('search=content')).toEqual([]);
    expect(await list('version=1')).toEqual([ofVersion]);
    expect(await list('version=draft')).toEqual([ofDraft]);
    expect(await list('state=finished&source=editor')).toHaveLength(2);
    expect(await list('source=chat')).toEqual([]);
    const { body } = await owner.call('GET', `/flows/${id}/runs?version=1`);
    expect(body.items[0]).toMatchObject({ answer: 'A hundred roses', only_node: null });
    expect(body.items[0]).not.toHaveProperty('graph');
  });
});

it('of a deleted flow is gone with its runs', async () => {
  const { id } = await build(greeting('bye'));
  expect((await owner.call('DELETE', `/flows/${id}`)).status).toBe(204);
  expect((await owner.call('GET', `/flows/${id}`)).status).toBe(410);
});

describe('a file', () => {
  it('carries a flow to another company without what belongs to this one', async () => {
    const secret = '0a0a0a0a-0000-4000-8000-000000000000';
    const { id, name } = await build({
      nodes: [
        node('begin', 'begin'),
        node('find', 'retrieval', { options: { knowledge_base_ids: [secret], top_n: 3 } }),
        node('odd', 'from_the_future', { options: { keeps: 'this' } }),
      ],
      edges: flowEdges(['begin > find']),
    });
    const file = await owner.call('GET', `/flows/${id}/file`);
    const text = JSON.stringify(file.body);
    expect(text).not.toContain(secret);
    const imported = await owner.call('POST', '/flow-imports', { text });
    expect(imported.status).toBe(201);
    expect(imported.body.name).toBe(`${name} (2)`);
    expect(imported.body.graph.nodes.map(({ options }: { options: object }) => options)).toEqual([
      {},
      { top_n: 3 },
      { keeps: 'this' },
    ]);
  });

  it('of another product tells what became of its parts, and is named after its file where it has no name', async () => {
    const workflow = {
      graph: {
        nodes: [
          { id: '1', data: { type: 'start', title: 'Start' } },
          { id: '2', data: { type: 'magic', title: 'Magic', token: 'S3CRET' } },
        ],
        edges: [{ source: '1', target: '2' }],
      },
    };
    const text = JSON.stringify({ kind: 'app', app: { mode: 'workflow' }, workflow });
    const { status, body } = await owner.call('POST', '/flow-imports', { text, file_name: 'my desk.yml' });
    expect([status, body.name, body.report.source]).toEqual([201, 'my desk', 'dify']);
    expect(body.report.parts).toEqual([
      { name: 'Start', type: 'start', component: 'begin', node_id: 'begin', remarks: [] },
      { name: 'Magic', type: 'magic', component: null, node_id: 'note_1', remarks: [] },
    ]);
    expect(JSON.stringify(body)).not.toContain('S3CRET');
  });

  it.each([
    ['no JSON', 'flow', 'YAML'],
    ['something else', '{"a":1}', 'kind'],
    [
      'a graph that is none',
      '{"kind":"lectern.flow","name":"a","graph":{"nodes":1,"edges":[]}}',
      'graph.nodes',
    ],
  ])('with %s is refused with the place', async (_, text, detail) => {
    const { status, body } = await owner.call('POST', '/flow-imports', { text });
    expect([status, body.error.code]).toEqual([422, 'flow.wrong_file']);
    expect(body.error.message).toContain(detail);
  });
});

describe('a template', () => {
  const create = (body: object, language = 'en') =>
    owner.call('POST', '/flows', { name: `flow ${++serial}`, ...body }, { 'accept-language': language });

  it('becomes a flow in the language of its person, with what it works with', async () => {
    const base = '0a0a0a0a-0000-4000-8000-000000000000';
    const given = { knowledge_base_ids: [base] };
    const { body } = await create({ template_id: 'report_writer', given }, 'fr');
    const find = body.graph.nodes.find(({ id }: { id: string }) => id === 'find');
    expect([find.name, find.options.knowledge_base_ids]).toEqual(['Chercher dans les documents', [base]]);
    expect([body.description.slice(0, 18), body.problems]).toEqual(['Rédige un rapport ', []]);
  });

  it('shows what it lacks on its nodes, and runs as soon as it lacks nothing', async () => {
    const { body: lacking } = await create({ template_id: 'support_desk' });
    expect(lacking.problems).toEqual([
      expect.objectContaining({ code: 'missing_option', node_id: 'find', detail: 'knowledgeBaseIds' }),
    ]);
    const { body: flow } = await create({ template_id: 'triage' });
    const question = 'The machine shows error 5';
    const { body: started } = await owner.call('POST', `/flows/${flow.id}/runs`, { question });
    for await (const _ of owner.stream('GET', `/flow-runs/${started.id}/events`));
    const { body: run } = await owner.call('GET', `/flow-runs/${started.id}`);
    expect([run.state, run.posts.at(-1).text]).toEqual([
      'finished',
      expect.stringContaining('| Fault | Normal | Service, today |'),
    ]);
  });

  it('is refused where there is none, or with a graph besides', async () => {
    expect((await create({ template_id: 'none' })).body.error.code).toBe('flow.template_not_found');
    expect((await create({ template_id: 'triage', graph: greeting('a') })).status).toBe(422);
  });
});
