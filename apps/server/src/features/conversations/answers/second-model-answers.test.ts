import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildFlow,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  flowNode,
  makeToken,
  openClient,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let main: FakeProvider;
let spare: FakeProvider;
let owner: ApiClient;
let firstId: string;
let secondId: string;

beforeAll(async () => {
  [main, spare] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${main.port},127.0.0.1:${spare.port}`,
  });
  owner = await server.addMember(await server.signUp(), 'COMPANY');
  const second = { model_name: 's', name: 'Spare', input_price: 1, output_price: 10 };
  secondId = (await buildModel(server.admin, spare, second)).id;
  const first = { model_name: 'm', name: 'Main', input_price: 100, output_price: 1_000 };
  firstId = (await buildModel(server.admin, main, { ...first, second_model_id: secondId })).id;
});
afterAll(async () => {
  await server.close();
  await Promise.all([main.close(), spare.close()]);
});
beforeEach(() => {
  main.reset();
  spare.reset();
  main.setChat({ tokens: ['From the first.'], usage: { promptTokens: 70, completionTokens: 7 } });
  spare.setChat({ tokens: ['From the second.'], usage: { promptTokens: 50, completionTokens: 5 } });
});

const noCredit = { kind: 'status', status: 402 } as const;

async function ask(assistantId: string) {
  const { id } = await buildConversation(owner, assistantId);
  for await (const { data } of owner.stream('POST', `/conversations/${id}/messages`, { content: 'Well?' }))
    if (data.type === 'done') return data.message;
}

const listCalls = (answerId: string) =>
  server.query(
    `select model_name, prompt_tokens, completion_tokens, cost::float8 from usage_records
     where operation_id like '%' || $1 || '%' and kind = 'chat' order by operation_id`,
    [answerId],
  );

test('the second model answers, and the message, its explanation and the ledger say so', async () => {
  const assistant = await buildAssistant(owner, { chat_model_id: firstId });
  main.failNext(noCredit);
  const answer = await ask(assistant.id);
  expect(answer).toMatchObject({
    status: 'complete',
    content: 'From the second.',
    model_name: 'Spare',
    instead_of: { model_name: 'Main', reason: 'The provider account has no credit left.' },
    usage: { prompt_tokens: 50, completion_tokens: 5 },
  });
  const path = `/conversations/${answer.conversation_id}/messages`;
  const stored = await owner.call('GET', `/conversations/${answer.conversation_id}`);
  expect(stored.body.messages.at(-1)).toMatchObject({ model_name: 'Spare', instead_of: answer.instead_of });
  const { body } = await owner.call('GET', `${path}/${answer.id}/explanation`);
  expect(body.steps.find(({ step }: { step: string }) => step === 'write')).toMatchObject({
    model_name: 'Spare',
    instead_of: 'Main',
    cost: 0.0001,
  });
  // 50 tokens at 1 and 5 at 10 for a million.
  expect(await listCalls(answer.id)).toEqual([
    { model_name: 'Spare', prompt_tokens: 50, completion_tokens: 5, cost: 0.0001 },
  ]);
  const { registry } = server.platform.metrics;
  expect(await registry.metrics()).toContain('lectern_model_stand_ins_total{kind="quota_exhausted"}');
});

test('who answers is stored while the answer is written, for whoever books it after a crash', async () => {
  const assistant = await buildAssistant(owner, { chat_model_id: firstId });
  spare.setChat({ tokens: ['From ', 'the second.'], tokenDelay: 60_000 });
  main.failNext(noCredit);
  const { id } = await buildConversation(owner, assistant.id);
  const asked = owner.stream('POST', `/conversations/${id}/messages`, { content: 'Well?' });
  const { value: begun } = await asked.next();
  const answerId = begun?.data.answer.id;
  const read = () =>
    server
      .query('select model_name, instead_of from messages where id = $1', [answerId])
      .then(([row]) => row);
  await expect
    .poll(read, { timeout: 10_000 })
    .toEqual({ model_name: 'Spare', instead_of: { name: 'Main', reason: 'quota_exhausted' } });
  expect((await owner.call('DELETE', `/conversations/${id}`)).status).toBe(204);
  for await (const _ of asked);
  expect(await listCalls(answerId)).toMatchObject([{ model_name: 'Spare' }]);
});

test('as long as the first answers, the second is asked nothing', async () => {
  const assistant = await buildAssistant(owner, { chat_model_id: firstId });
  expect(await ask(assistant.id)).toMatchObject({ model_name: 'Main', instead_of: null });
  expect(spare.requests).toEqual([]);
});

test('what the first refuses as too long goes to nobody else', async () => {
  const assistant = await buildAssistant(owner, { chat_model_id: firstId });
  main.failNext({ kind: 'context_too_long' });
  const answer = await ask(assistant.id);
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'model.context_too_long' } });
  expect(spare.requests).toEqual([]);
});

test('after the first word nobody takes over', async () => {
  const assistant = await buildAssistant(owner, { chat_model_id: firstId });
  main.setChat({ tokens: ['From ', 'the ', 'first.'] });
  main.failNext({ kind: 'error_in_stream', afterTokens: 1 });
  const answer = await ask(assistant.id);
  expect(answer).toMatchObject({ status: 'failed', content: 'From ', model_name: 'Main' });
  expect(spare.requests).toEqual([]);
});

test('where both fail, the fault of the first is told', async () => {
  const assistant = await buildAssistant(owner, { chat_model_id: firstId });
  main.failNext(noCredit);
  spare.failNext({ kind: 'status', status: 401 });
  const answer = await ask(assistant.id);
  expect(answer).toMatchObject({
    status: 'failed',
    model_name: 'Main',
    instead_of: null,
    error: { code: 'model.quota_exhausted' },
  });
});

test('short steps, such as a rewritten question, are answered and booked likewise', async () => {
  const base = await buildKnowledgeBase(owner);
  await buildDocument(owner, { knowledge_base_id: base.id, text: 'The rose blooms in June.' });
  const assistant = await buildAssistant(owner, {
    chat_model_id: firstId,
    knowledge_base_ids: [base.id],
    multi_turn: true,
  });
  const { id } = await buildConversation(owner, assistant.id);
  const turn = async (content: string) => {
    for await (const { data } of owner.stream('POST', `/conversations/${id}/messages`, { content }))
      if (data.type === 'done') return data.message;
  };
  await turn('When does the rose bloom?');
  main.failNext(noCredit);
  const { id: answerId } = await turn('How much sun does it need?');
  const { body } = await owner.call('GET', `/conversations/${id}/messages/${answerId}/explanation`);
  const models = body.steps.map((step: Record<string, string>) => [
    step.step,
    step.model_name,
    step.instead_of,
  ]);
  expect(models).toContainEqual(['rewrite', 'Spare', 'Main']);
  expect(models).toContainEqual(['write', 'Main', null]);
  expect(await listCalls(answerId)).toMatchObject([
    { model_name: 'Main', prompt_tokens: 70 },
    { model_name: 'Spare', prompt_tokens: 50 },
  ]);
});

test('a step of a flow shows who answered in it', async () => {
  const nodes = [
    flowNode('begin', 'begin'),
    flowNode('write', 'generate', { model_id: firstId, prompt: 'Say something.' }),
    flowNode('end', 'answer'),
  ];
  const flow = await buildFlow(owner, nodes, ['begin > write > end']);
  main.failNext(noCredit);
  const { body: started } = await owner.call('POST', `/flows/${flow.id}/runs`, { question: 'Well?' });
  for await (const _ of owner.stream('GET', `/flow-runs/${started.id}/events`));
  const { body: run } = await owner.call('GET', `/flow-runs/${started.id}`);
  const step = run.steps.find((one: { node_id: string }) => one.node_id === 'write');
  expect(step).toMatchObject({ models: [{ name: 'Spare', instead_of: 'Main' }], tokens: 55, price: 0.0001 });
});

test('programs that speak OpenAI’s protocol read which model it was', async () => {
  const token = await makeToken(owner);
  const { chat, responses } = await openClient(server, token);
  const messages = [{ role: 'user' as const, content: 'Well?' }];
  const bare = { model: `model-${firstId}`, messages };
  main.failNext(noCredit, { times: 2 });
  expect((await chat.completions.create(bare)).model).toBe(`model-${secondId}`);
  const models = new Set<string>();
  for await (const chunk of await chat.completions.create({ ...bare, stream: true })) models.add(chunk.model);
  expect([...models]).toEqual([`model-${secondId}`]);
  // An assistant stays what was asked.
  const { id } = await buildAssistant(owner, { chat_model_id: firstId });
  const model = `assistant-${id}`;
  main.failNext(noCredit, { times: 2 });
  expect(await chat.completions.create({ model, messages })).toMatchObject({ model, answered_by: 'Spare' });
  const response = await responses.create({ model, input: 'Well?' });
  expect(response).toMatchObject({ model, answered_by: 'Spare', output_text: 'From the second.' });
  expect(await responses.retrieve(response.id)).toMatchObject({ model, answered_by: 'Spare' });
  expect(await chat.completions.create({ model, messages })).not.toHaveProperty('answered_by');
});
