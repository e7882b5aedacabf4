import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let assistantId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  const model = await buildModel(server.admin, provider);
  assistantId = (await buildAssistant(person, { chat_model_id: model.id, multi_turn: false })).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

type Shown = { id: string; content: string; parent_id: string | null };
const read = async (id: string) => (await person.call('GET', `/conversations/${id}`)).body;
const textsOf = async (id: string) => (await read(id)).messages.map(({ content }: Shown) => content);

async function say(id: string, content: string, answer: string, fields: Record<string, unknown> = {}) {
  provider.setChat({ tokens: [answer] });
  const { status } = await person.call('POST', `/conversations/${id}/messages`, { content, ...fields });
  return status;
}

async function converse() {
  const { id } = await buildConversation(person, assistantId);
  await say(id, 'One?', 'First.');
  await say(id, 'Two?', 'Second.');
  return { id: id as string, messages: (await read(id)).messages as Shown[] };
}

test('an edited question starts a branch, and the model is told that branch alone', async () => {
  const { id, messages } = await converse();
  const [one, first, two] = messages as [Shown, Shown, Shown];
  expect(messages.map(({ parent_id }) => parent_id)).toEqual([null, one.id, first.id, two.id]);
  await say(id, 'Two, but other?', 'Other.', { parent_id: first.id });
  expect(await textsOf(id)).toEqual(['One?', 'First.', 'Two, but other?', 'Other.']);
  const sent = provider.requests.filter(({ call }) => call === 'chat').at(-1)?.body.messages as Shown[];
  const told = sent.map(({ content }) => content).join(' ');
  expect(told).toContain('First.');
  expect(told).not.toContain('Second.');

  const { branches, messages: shown } = await read(id);
  expect(branches).toEqual([{ message_id: shown[2].id, version_ids: [two.id, shown[2].id] }]);
  const back = await person.call('PUT', `/conversations/${id}/branch`, { message_id: two.id });
  expect(back.body.messages.map(({ content }: Shown) => content)).toEqual([
    'One?',
    'First.',
    'Two?',
    'Second.',
  ]);
  // It is remembered, and the next question follows it.
  await say(id, 'Three?', 'Third.');
  expect(await textsOf(id)).toEqual(['One?', 'First.', 'Two?', 'Second.', 'Three?', 'Third.']);
});

test('the first question can be edited, and an answer made anew stays beside the old one', async () => {
  const { id, messages } = await converse();
  await say(id, 'Zero?', 'None.', { parent_id: null });
  expect(await textsOf(id)).toEqual(['Zero?', 'None.']);
  const none = (await read(id)).messages[1];
  provider.setChat({ tokens: ['Nothing.'] });
  await person.call('POST', `/conversations/${id}/messages/${none.id}/regenerate`);
  expect(await textsOf(id)).toEqual(['Zero?', 'Nothing.']);
  const { branches, messages: now } = await read(id);
  expect(branches).toEqual([
    { message_id: now[0].id, version_ids: [messages[0]?.id, now[0].id] },
    { message_id: now[1].id, version_ids: [none.id, now[1].id] },
  ]);
});

test('deleting a question deletes all that was asked after it and shows the version before', async () => {
  const { id, messages } = await converse();
  const first = messages[1] as Shown;
  await say(id, 'Two, but other?', 'Other.', { parent_id: first.id });
  await say(id, 'More?', 'More.');
  const other = (await read(id)).messages[2];
  expect((await person.call('DELETE', `/conversations/${id}/messages/${other.id}`)).status).toBe(204);
  expect(await textsOf(id)).toEqual(['One?', 'First.', 'Two?', 'Second.']);
  expect((await read(id)).branches).toEqual([]);
  await person.call('DELETE', `/conversations/${id}/messages/${messages[0]?.id}`);
  expect(await textsOf(id)).toEqual([]);
});

test('a branch of nothing is refused', async () => {
  const { id, messages } = await converse();
  const { id: other, messages: foreign } = await converse();
  for (const parent_id of [messages[0]?.id, foreign[1]?.id])
    expect(await say(id, 'x', 'y', { parent_id })).toBe(404);
  const show = (message_id?: string) => person.call('PUT', `/conversations/${id}/branch`, { message_id });
  expect((await show(foreign[0]?.id)).status).toBe(404);
  expect(await textsOf(other)).toHaveLength(4);
});

test('two models answer one question side by side, each as a version, for one request', async () => {
  const { id } = await buildConversation(person, assistantId);
  const { items } = (await person.call('GET', '/models?type=chat')).body;
  const builtIn = items.find(({ built_in }: { built_in: boolean }) => built_in).id;
  const other = items.find(({ built_in }: { built_in: boolean }) => !built_in).id;
  const compare = (by: ApiClient, model_ids: string[]) =>
    by.call('POST', `/conversations/${id}/comparisons`, { content: 'Two?', model_ids });
  const requests = async () =>
    (await server.query("select id from usage_records where kind = 'request'")).length;
  const before = await requests();
  provider.setChat({ tokens: ['Second.'] });
  const { status, body } = await compare(person, [other, builtIn]);
  expect(status).toBe(201);
  const ended = async () => {
    for (const answer of body.answers) {
      const events = person.stream('GET', `/conversations/${id}/messages/${answer.id}/events`);
      for await (const _ of events);
    }
  };
  await ended();
  expect(await requests()).toBe(before + 1);
  const calls = await server.query(
    'select operation_id, model_id from usage_records where operation_id = any($1)',
    [body.answers.map((answer: { id: string }) => `chat:${answer.id}`)],
  );
  expect(calls.map(({ model_id }) => model_id).sort()).toEqual([other, builtIn].sort());
  expect(await textsOf(id)).toEqual(['Two?', 'Second.']);
  const [, second] = body.answers;
  expect((await read(id)).branches).toEqual([
    { message_id: body.answers[0].id, version_ids: body.answers.map((one: { id: string }) => one.id) },
  ]);
  // Goes on with the other one.
  await person.call('PUT', `/conversations/${id}/branch`, { message_id: second.id });
  await say(id, 'Three?', 'Third.');
  expect((await read(id)).messages.map((message: { id: string }) => message.id)).toContain(second.id);

  // Whoever may not change the assistant does not choose its models.
  const member = await server.addMember(person, 'ELEVATED_USER');
  const own = await buildConversation(member, assistantId);
  const refused = await member.call('POST', `/conversations/${own.id}/comparisons`, {
    content: 'Two?',
    model_ids: [other, builtIn],
  });
  expect(refused.body.error.code).toBe('assistant.forbidden');
});

test('a long conversation is read from its end, and further up page by page', async () => {
  const { id } = await buildConversation(person, assistantId);
  const { company } = (await person.call('GET', '/me')).body;
  await server.query(
    `with turns as (
       select n, ('00000000-0000-4000-8000-' || lpad(to_hex(n + $3::int * 4096), 12, '0'))::uuid as id
       from generate_series(0, 999) n)
     insert into messages (id, company_id, conversation_id, parent_id, question_id, role, content, status, created_at)
     select id, $1, $2, lag(id) over (order by n), case when n % 2 = 1 then lag(id) over (order by n) end,
       case when n % 2 = 0 then 'user' else 'assistant' end, 'Message ' || n, 'complete',
       now() + make_interval(secs => n)
     from turns`,
    [company.id, id, 1],
  );
  const page = async (query = '') =>
    (await person.call('GET', `/conversations/${id}${query}`)).body.messages as Shown[];
  const last = await page();
  expect([last.length, last[0]?.content, last.at(-1)?.content]).toEqual([50, 'Message 950', 'Message 999']);
  const before = await page(`?before=${last[0]?.id}&limit=50`);
  expect([before.length, before[0]?.content, before.at(-1)?.content]).toEqual([
    50,
    'Message 900',
    'Message 949',
  ]);
  const [first] = await page('?limit=500').then(([top]) => page(`?before=${top?.id}&limit=500`));
  expect(first).toMatchObject({ content: 'Message 0', parent_id: null });
  expect((await person.call('GET', `/conversations/${id}?before=${assistantId}`)).status).toBe(404);
  // The next question follows the end, and the model is told no more than an assistant remembers.
  await say(id, 'And then?', 'Then.');
  expect((await page()).at(-1)?.content).toBe('Then.');
});
