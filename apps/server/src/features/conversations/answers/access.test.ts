import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildModel,
  type FakeProvider,
  type StreamedEvent,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let owner: ApiClient;
let chatModel: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  owner = await server.signUp();
  const { id } = (await owner.call('GET', '/me')).body.company;
  // Personal companies have one member.
  await server.query(
    "update companies set kind = 'company', package_id = (select id from packages limit 1) where id = $1",
    [id],
  );
  await server.query('update memberships set level = 2 where company_id = $1', [id]);
  await server.query('update packages set max_users = null');
  chatModel = (await buildModel(server.admin, provider)).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  provider.setChat({ tokens: Array.from({ length: 2_000 }, (_, n) => `word${n} `), tokenDelay: 40 });
});

const question = { content: 'When does the rose bloom?' };

/** Asks, and returns once the first words have come; `rest` is what comes after them. */
async function begin(person: ApiClient, assistantId: string) {
  const { id } = await buildConversation(person, assistantId);
  const stream = person.stream('POST', `/conversations/${id}/messages`, question);
  for (;;) {
    const { value } = await stream.next();
    if (value?.data.type === 'delta') break;
  }
  const rest = (async () => {
    const events: StreamedEvent[] = [];
    for await (const event of stream) events.push(event);
    return events;
  })();
  return { id, rest };
}

const stored = async (conversationId: string) =>
  (
    await server.query(
      "select status, content from messages where conversation_id = $1 and role = 'assistant'",
      [conversationId],
    )
  )[0];

describe('an answer ends with what allowed it', () => {
  const member = () => server.addMember(owner, 'ELEVATED_USER');
  const me = async (person: ApiClient) => (await person.call('GET', '/me')).body;

  test.each([
    [
      'its session',
      async (person: ApiClient) => {
        const { items } = (await person.call('GET', '/me/sessions')).body;
        const { id } = items.find(({ current }: { current: boolean }) => current);
        await person.call('DELETE', `/me/sessions/${id}`);
      },
    ],
    [
      'its account',
      async (person: ApiClient) =>
        void (await server.query('update accounts set active = false where id = $1', [
          (await me(person)).id,
        ])),
    ],
    [
      'its membership',
      async (person: ApiClient) => {
        const { id } = await me(person);
        const { items } = (await owner.call('GET', '/company/members')).body;
        const member = items.find(({ account_id }: { account_id: string }) => account_id === id);
        expect((await owner.call('DELETE', `/company/members/${member.id}`)).status).toBe(204);
      },
    ],
  ])('%s', async (_, end) => {
    const person = await member();
    const assistant = await buildAssistant(owner, { knowledge_base_ids: [], chat_model_id: chatModel });
    const { id, rest } = await begin(person, assistant.id);
    await end(person);
    const last = (await rest).at(-1);
    expect(last?.event === 'error' || last?.data.type === 'done').toBe(true);
    await expect.poll(async () => (await stored(id))?.status).toBe('interrupted');
    expect((await stored(id))?.content).toMatch(/^word0 /);
    await expect.poll(() => provider.openStreams).toBe(0);
  });

  test('the right to use the assistant', async () => {
    const person = await member();
    const assistant = await buildAssistant(owner, { knowledge_base_ids: [], chat_model_id: chatModel });
    const { id, rest } = await begin(person, assistant.id);
    const rights = { audience: 'chosen', account_ids: [] };
    const changed = await owner.call('PUT', `/company/assistant-rights/${assistant.id}`, rights);
    expect(changed.status).toBe(200);
    await rest;
    await expect.poll(async () => (await stored(id))?.status).toBe('interrupted');
  });
});

test('an answer of the general assistant goes on while its bases may be opened', async () => {
  const person = await server.signUp();
  await buildDocument(person, { text: 'The rose blooms in June.' });
  const { body: general } = await person.call('GET', '/assistants/general');
  const chosen = await server.admin.call('PATCH', '/system-models', { chat: chatModel });
  expect(chosen.status).toBe(200);
  provider.setChat({ tokens: Array.from({ length: 90 }, (_, n) => `word${n} `), tokenDelay: 40 });
  const { id, rest } = await begin(person, general.id);
  const last = (await rest).at(-1);
  await server.admin.call('PATCH', '/system-models', { chat: null });
  expect(last?.data.type).toBe('done');
  expect((await stored(id))?.status).toBe('complete');
});

test('one person has so many answers under way, and is told so', async () => {
  const person = await server.signUp();
  provider.setChat({ tokens: ['word ', 'more'], tokenDelay: 20_000 });
  const assistant = await buildAssistant(person, { knowledge_base_ids: [], chat_model_id: chatModel });
  const controller = new AbortController();
  const begun = await Promise.all(
    Array.from({ length: 21 }, async () => {
      const { id } = await buildConversation(person, assistant.id);
      const stream = person.stream('POST', `/conversations/${id}/messages`, question, controller.signal);
      return stream.next().then(
        () => 'begun',
        (error) => `${error.status} ${error.code}`,
      );
    }),
  );
  expect(begun.filter((state) => state === 'begun')).toHaveLength(20);
  expect(begun).toContain('429 conversation.too_many_answers');
  // Nobody else is held up.
  expect((await owner.call('GET', '/me')).status).toBe(200);
  controller.abort();
});

test('a flood of words is saved in parts, whole to the last letter', async () => {
  const person = await server.signUp();
  const tokens = Array.from({ length: 60 }, (_, n) => `${n} 😀 `);
  provider.setChat({ tokens, tokenDelay: 30 });
  const assistant = await buildAssistant(person, { knowledge_base_ids: [], chat_model_id: chatModel });
  const { id, rest } = await begin(person, assistant.id);
  await expect.poll(async () => String((await stored(id))?.content).length).toBeGreaterThan(20);
  const partial = String((await stored(id))?.content);
  expect(tokens.join('').startsWith(partial)).toBe(true);
  await rest;
  expect((await stored(id))?.content).toBe(tokens.join(''));
});

test('an answer that another process writes is followed to its end', async () => {
  const person = await server.signUp();
  const { knowledge_base_id: baseId } = await buildDocument(person, { text: 'The rose blooms in June.' });
  const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId], chat_model_id: null });
  const { id } = await buildConversation(person, assistant.id);
  for await (const _ of person.stream('POST', `/conversations/${id}/messages`, question));
  const [answer] = await server.query(
    "update messages set status = 'streaming', content = 'One 😀', alive_at = now() where conversation_id = $1 and role = 'assistant' returning id",
    [id],
  );
  const stream = person.stream('GET', `/conversations/${id}/messages/${answer?.id}/events?after=0`);
  expect((await stream.next()).value?.data).toEqual({ type: 'delta', text: 'One 😀' });
  await server.query("update messages set content = 'One 😀 two', status = 'complete' where id = $1", [
    answer?.id,
  ]);
  expect((await stream.next()).value?.data).toEqual({ type: 'delta', text: ' two' });
  expect((await stream.next()).value?.data.type).toBe('done');
});
