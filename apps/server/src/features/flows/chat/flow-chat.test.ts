import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildFlow,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  flowNode as node,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainFlowRuns } from '../runs/maintain-runs.ts';

let server: TestServer;
let provider: FakeProvider;
let owner: ApiClient;
let reader: ApiClient;
let garden: { id: string };

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  owner = await server.addMember(await server.signUp(), 'COMPANY');
  reader = await server.addMember(owner, 'USER');
  garden = await buildKnowledgeBase(owner, { permission: 'me' });
  const text = '# Garden book\n\nThe rose of this garden blooms in June. It smells of honey.';
  await buildDocument(owner, { knowledge_base_id: garden.id, name: 'garden', text });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const build = (nodes: object[], ...chains: string[]) => buildFlow(owner, nodes, chains, { publish: true });

/** A conversation with an assistant that a flow answers for. */
async function chatWith(flow: { id: string }, person = owner) {
  const assistant = await buildAssistant(owner, { flow_id: flow.id, knowledge_base_ids: [] });
  const conversation = await buildConversation(person, assistant.id);
  return { assistantId: assistant.id, id: conversation.id, ask: asker(person, conversation.id) };
}

function asker(person: ApiClient, conversationId: string) {
  return async (content: string, more: object = {}) => {
    const body = { content, ...more };
    const events = [];
    for await (const { data } of person.stream('POST', `/conversations/${conversationId}/messages`, body))
      events.push(data);
    const { message } = events.at(-1);
    const written = events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('');
    return { events, message, written };
  };
}

const findAndWrite = [
  node('find', 'retrieval', { knowledge_base_ids: [] as string[] }),
  node('write', 'generate'),
];
const fromGarden = () => [
  node('begin', 'begin'),
  { ...findAndWrite[0], options: { knowledge_base_ids: [garden.id] } },
  findAndWrite[1] as object,
  node('end', 'answer'),
];
const straight = 'begin > find > write > end';

describe('an assistant that a flow answers for', () => {
  it('answers whoever may chat with it, with citations, streamed, and as one request', async () => {
    const flow = await build(fromGarden(), straight);
    const { ask, assistantId } = await chatWith(flow, reader);
    const { message, written, events } = await ask('When does the rose bloom?');
    expect(message).toMatchObject({ status: 'complete', error: null, flow_run: { form: null } });
    expect(message.content).toContain('June');
    expect(written).toBe(message.content);
    const [citation] = message.citations;
    expect(citation).toMatchObject({ number: 1, document_name: 'garden.md' });
    const [{ start, end }] = citation.markers;
    expect(message.content.slice(start, end)).toBe('[1]');
    expect(events.flatMap(({ type, name }) => (type === 'node' ? [name] : []))).toContain('write');
    const booked = await server.query(
      'select kind, assistant_id, flow_id from usage_records where assistant_id = $1 order by kind',
      [assistantId],
    );
    expect(booked.map(({ kind }) => kind)).toEqual(['answer', 'chat', 'embedding', 'request']);
    expect(new Set(booked.map(({ flow_id }) => flow_id))).toEqual(new Set([flow.id]));
    const usage = await owner.call('GET', `/company/requests?group_by=flow&flow_id=${flow.id}`);
    expect(usage.body.groups.items).toMatchObject([{ id: flow.id, name: flow.name, requests: 1 }]);
    const { body } = await reader.call('GET', '/assistants');
    const shown = body.items.find(({ id }: { id: string }) => id === assistantId);
    expect(shown.flow).toMatchObject({ id: flow.id, form: [] });
    // The trace is for those who edit flows.
    const runId = message.flow_run.id;
    const jobs =
      "select from pgboss.job where name = 'flow.run' and state < 'active' and data->>'runId' = $1";
    expect(await server.query(jobs, [runId])).toEqual([]);
    expect((await reader.call('GET', `/flow-runs/${runId}`)).status).toBe(403);
    expect((await owner.call('GET', `/flow-runs/${runId}`)).body).toMatchObject({
      source: 'chat',
      state: 'finished',
    });
  });

  it('shows the words of a tool agent as they come', async () => {
    const { id: modelId } = await buildModel(server.admin, provider, { name: 'with tools' });
    const flow = await build(
      [
        node('begin', 'begin'),
        node('work', 'agent', { model_id: modelId, knowledge_base_ids: [garden.id] }),
        node('end', 'answer'),
      ],
      'begin > work > end',
    );
    const { ask } = await chatWith(flow);
    provider.setChat({
      tokens: ['It blooms ', 'in June ', '[1].'],
      tokenDelay: 30,
      calls: (messages) =>
        messages.some(({ role }) => role === 'tool')
          ? []
          : [{ name: 'search_knowledge', arguments: { question: 'rose' } }],
    });
    const { message, written, events } = await ask('When does the rose bloom?');
    provider.reset();
    expect(message).toMatchObject({ content: 'It blooms in June [1].', citations: [{ number: 1 }] });
    expect(written).toBe(message.content);
    expect(events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
  });

  it('goes on with a run that waits, and starts another in a branch', async () => {
    const words = node('count', 'template', { template: 'Turn {{sys.turn}}: {{sys.question}}' });
    const flow = await build(
      [node('begin', 'begin'), node('chat', 'answer'), words],
      'begin > chat > count > chat',
    );
    const { ask } = await chatWith(flow);
    const first = (await ask('one')).message;
    expect(first.content).toBe('Turn 1: one');
    const second = (await ask('two')).message;
    expect(second.content).toBe('Turn 2: two');
    expect(second.flow_run.id).toBe(first.flow_run.id);
    const branch = (await ask('other', { parent_id: first.id })).message;
    expect(branch.content).toBe('Turn 1: other');
    expect(branch.flow_run.id).not.toBe(first.flow_run.id);
    const { body: run } = await owner.call('GET', `/flow-runs/${branch.flow_run.id}`);
    expect(run.history.map(({ content }: { content: string }) => content)).toEqual(['one', 'Turn 1: one']);
  });

  it('shows a form in the middle of a run, and takes what was filled in', async () => {
    const field = { id: 'f', name: 'first_name', label: 'First name', type: 'text', required: true };
    const flow = await build(
      [
        node('begin', 'begin'),
        node('hello', 'message', { messages: [{ id: 'm', content: 'Welcome.' }] }),
        node('form', 'await_input', { text: 'Who are you?', fields: [field] }),
        node('end', 'answer', { content: 'Hello {{form.first_name}}' }),
      ],
      'begin > hello > form > end',
    );
    const { ask } = await chatWith(flow);
    const { message } = await ask('hi');
    expect(message.content).toBe('Welcome.\n\nWho are you?');
    expect(message.flow_run.form).toMatchObject([{ key: 'first_name', label: 'First name' }]);
    const wrong = (await ask('First name:', { inputs: { first_name: '' } })).message;
    expect(wrong).toMatchObject({ status: 'failed', error: { code: 'flow_run.wrong_answer' } });
    const again = { parent_id: message.id, inputs: { first_name: 'Ada' } };
    expect((await ask('First name: Ada', again)).message).toMatchObject({
      content: 'Hello Ada',
      flow_run: { id: message.flow_run.id, form: null },
    });
  });

  it('asks for the fields of its beginning once', async () => {
    const field = {
      id: 'f',
      name: 'team',
      label: 'Team',
      type: 'choice',
      choices: 'red\nblue',
      required: true,
    };
    const flow = await build(
      [
        node('begin', 'begin', { fields: [field] }),
        node('end', 'answer', { content: '{{begin.team}}: {{sys.question}}' }),
      ],
      'begin > end',
    );
    const { ask } = await chatWith(flow);
    expect((await ask('x', { inputs: { team: 'green' } })).message.error.message).toContain('Team');
    expect((await ask('a', { parent_id: null, inputs: { team: 'red' } })).message.content).toBe('red: a');
    expect((await ask('b')).message.content).toBe('red: b');
  });

  it('says why there is no answer', async () => {
    const silent = await build(
      [node('begin', 'begin'), node('words', 'template', { template: 'unseen' })],
      'begin > words',
    );
    const chat = await chatWith(silent);
    expect((await chat.ask('hi')).message).toMatchObject({ error: { code: 'flow.no_answer' } });
    await owner.call('DELETE', `/flows/${silent.id}`);
    expect((await chat.ask('hi')).message).toMatchObject({ error: { code: 'assistant.flow_not_published' } });
    const files = await owner.call('POST', `/conversations/${chat.id}/messages`, {
      content: 'hi',
      document_ids: [silent.id],
    });
    expect(files.body.error.code).toBe('flow.takes_text');
  });

  it('is chosen among the published flows of the company alone, and answers for no flow', async () => {
    const create = async (person: ApiClient, flowId: string) =>
      (await person.call('POST', '/assistants', { name: `a ${Math.random()}`, flow_id: flowId })).body;
    const { body: draft } = await owner.call('POST', '/flows', { name: 'not published' });
    expect((await create(owner, draft.id)).error.code).toBe('assistant.flow_not_published');
    const flow = await build(fromGarden(), straight);
    const stranger = await server.signUp();
    expect((await create(stranger, flow.id)).error.code).toBe('flow.not_found');
    const inner = await create(owner, flow.id);
    const outer = await build(
      [node('begin', 'begin'), node('ask', 'assistant', { assistant_id: inner.id }), node('end', 'answer')],
      'begin > ask > end',
    );
    const { ask } = await chatWith(outer);
    expect((await ask('hi')).message.error.code).toBe('flow.assistant_is_flow');
  });

  it('keeps ended runs for as long as the administrator says', async () => {
    const { ask } = await chatWith(await build(fromGarden(), straight));
    const { message } = await ask('When does the rose bloom?');
    const stateOf = async () => (await owner.call('GET', `/flow-runs/${message.flow_run.id}`)).status;
    const inDays = (days: number) => Date.now() + days * 86_400_000;
    await maintainFlowRuns(server.platform, inDays(364));
    expect(await stateOf()).toBe(200);
    await maintainFlowRuns(server.platform, inDays(366));
    expect(await stateOf()).toBe(404);
  });

  it('forgets its runs with the conversation', async () => {
    const { ask, id } = await chatWith(await build(fromGarden(), straight));
    const { message } = await ask('When does the rose bloom?');
    await owner.call('DELETE', `/conversations/${id}`);
    expect((await owner.call('GET', `/flow-runs/${message.flow_run.id}`)).status).toBe(404);
  });

  it('ends its run when it is stopped', async () => {
    const wait = node('wait', 'code', { code: 'while (true);' });
    const flow = await build(
      [node('begin', 'begin'), node('hello', 'message', { messages: [{ id: 'm', content: 'Hello' }] }), wait],
      'begin > hello > wait',
    );
    const { id } = await chatWith(flow);
    let answerId = '';
    for await (const { data } of owner.stream('POST', `/conversations/${id}/messages`, { content: 'hi' })) {
      if (data.type === 'message') answerId = data.answer.id;
      if (data.type === 'delta') await owner.call('POST', `/conversations/${id}/messages/${answerId}/stop`);
      if (data.type === 'done') {
        expect(data.message).toMatchObject({ status: 'stopped', content: 'Hello' });
        const { body } = await owner.call('GET', `/flow-runs/${data.message.flow_run.id}`);
        expect(body.state).toBe('cancelled');
      }
    }
  });
});

describe('an evaluation of an assistant that a flow answers for', () => {
  it('asks the questions of the knowledge bases that the flow searches, and judges its answers', async () => {
    const flow = await build(
      [
        node('begin', 'begin'),
        node('find', 'retrieval', { knowledge_base_ids: [garden.id] }),
        node('write', 'generate'),
        node('end', 'answer'),
      ],
      'begin > find > write > end',
    );
    const assistant = await buildAssistant(owner, { flow_id: flow.id, knowledge_base_ids: [] });
    const sets = `/knowledge-bases/${garden.id}/evaluation-sets`;
    const { body: set } = await owner.call('POST', sets, { name: 'Garden' });
    const question = { question: 'When does the rose bloom?', facts: ['June'] };
    await owner.call('POST', `/evaluation-sets/${set.id}/questions`, question);
    const offered = await owner.call('GET', `/assistants/${assistant.id}/evaluation-sets`);
    expect(offered.body.items).toEqual([expect.objectContaining({ id: set.id, question_count: 1 })]);
    expect(offered.body.new_in).toEqual([expect.objectContaining({ id: garden.id })]);
    const path = `/assistants/${assistant.id}/answer-runs`;
    const evaluate = async (settings: string) => {
      const { body } = await owner.call('POST', path, { evaluation_set_id: set.id, settings });
      const readRun = async () => (await owner.call('GET', `/answer-runs/${body.id}`)).body;
      await expect.poll(async () => (await readRun()).state, { timeout: 20_000 }).toBe('finished');
      return (await readRun()).figures.right;
    };
    expect(await evaluate('published')).toBe(1);
    const early = await owner.call('POST', path, { evaluation_set_id: set.id, settings: 'draft' });
    expect(early.body.error.code).toBe('assistant.no_draft');
    // Before it is published, a change is tried out: by the same questions, and in a conversation of its own.
    const { body: before } = await owner.call('GET', `/flows/${flow.id}`);
    before.graph.nodes.at(-1).options = { content: 'In May.' };
    await owner.call('PATCH', `/flows/${flow.id}`, { graph: before.graph, revision: before.revision });
    expect((await owner.call('GET', `/assistants/${assistant.id}`)).body.flow_has_draft).toBe(true);
    expect(await evaluate('draft')).toBe(0);
    expect(await evaluate('published')).toBe(1);
    const draft = await owner.call('POST', `/assistants/${assistant.id}/conversations`, { uses_draft: true });
    const answer = await asker(owner, draft.body.id)('When does the rose bloom?');
    expect(answer.message.content).toBe('In May.');
    // A flow that searches nothing is asked what its person likes; one that fails has answered wrongly.
    const silent = await build(
      [node('begin', 'begin'), node('end', 'code', { code: 'throw 1' })],
      'begin > end',
    );
    const other = await buildAssistant(owner, { flow_id: silent.id, knowledge_base_ids: [] });
    const sets2 = (await owner.call('GET', `/assistants/${other.id}/evaluation-sets`)).body.items;
    expect(sets2.map(({ id }: { id: string }) => id)).toContain(set.id);
    const started = await owner.call('POST', `/assistants/${other.id}/answer-runs`, {
      evaluation_set_id: set.id,
    });
    const readOther = async () => (await owner.call('GET', `/answer-runs/${started.body.id}`)).body;
    await expect.poll(async () => (await readOther()).state, { timeout: 20_000 }).toBe('finished');
    expect((await readOther()).figures.right).toBe(0);
    const results = (await owner.call('GET', `/answer-runs/${started.body.id}/results`)).body.items;
    expect(results[0].outcome.error.code).toBe('flow.code_failed');
  });
});

describe('a run whose person may not read its answer any more', () => {
  it('ends with the right, and nobody finishes it later', async () => {
    const { id: modelId } = await buildModel(server.admin, provider, { name: 'slow' });
    const flow = await build(
      [node('begin', 'begin'), node('write', 'generate', { model_id: modelId }), node('end', 'answer')],
      'begin > write > end',
    );
    const { ask, assistantId } = await chatWith(flow, reader);
    provider.setChat({ tokens: ['never'], firstTokenDelay: 20_000 });
    const asking = ask('hi').catch(() => undefined);
    const readState = async () =>
      (await server.query('select state from flow_runs where assistant_id = $1', [assistantId]))[0]?.state;
    await expect.poll(readState).toBe('running');
    await server.query("update assistants set audience = 'chosen' where id = $1", [assistantId]);
    await expect.poll(readState, { timeout: 15_000 }).toBe('cancelled');
    await asking;
    provider.reset();
  });
});

// The last, since the people above know the server by its first address.
describe('a run whose process ends', () => {
  it('completes its answer when another process has to finish the run', async () => {
    const { id: modelId } = await buildModel(server.admin, provider);
    const flow = await build(
      [node('begin', 'begin'), node('write', 'generate', { model_id: modelId }), node('end', 'answer')],
      'begin > write > end',
    );
    const { id, ask } = await chatWith(flow);
    provider.setChat({ tokens: ['never'], firstTokenDelay: 20_000 });
    const asked = ask('hi').catch(() => undefined);
    await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
    provider.setChat({ tokens: ['done at last'] });
    await server.restart();
    await asked;
    await server.query("update pgboss.job set start_after = now() where name = 'flow.run'");
    const readAnswer = async () =>
      (
        await server.query(
          "select status, content from messages where conversation_id = $1 and role = 'assistant'",
          [id],
        )
      )[0];
    await expect
      .poll(readAnswer, { timeout: 20_000 })
      .toEqual({ status: 'complete', content: 'done at last' });
  });
});
