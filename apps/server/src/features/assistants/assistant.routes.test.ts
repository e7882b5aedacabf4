import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

test.each(['en', 'fr', 'zh', 'zh-TRADITIONAL'])(
  'a new assistant starts with the defaults of its language: %s',
  async (language) => {
    const defaults = (await person.call('GET', `/assistants/defaults?language=${language}`)).body;
    expect(defaults.system_prompt).toContain('{knowledge}');
    const made = await buildAssistant(person, { language });
    expect(made).toMatchObject(defaults);
  },
);

test('an assistant is created with all its settings, listed, changed and deleted', async () => {
  const base = await buildKnowledgeBase(person);
  const settings = {
    name: 'Clerk of bylaws',
    description: 'Knows the bylaws',
    language: 'fr',
    opener: 'Bonjour',
    empty_response: 'Rien',
    knowledge_base_ids: [base.id],
    system_prompt: 'Vous êtes {role}. {knowledge}',
    variables: [{ key: 'role', optional: false, value: 'greffier' }],
    retrieval: { similarity_threshold: 0.3, keyword_weight: 0.5, top_n: 4, top_k: 100 },
    parameters: { temperature: 0.9, top_p: null, max_tokens: 500 },
    show_quote: false,
    conversation_memory: 3,
  };
  const made = await buildAssistant(person, settings);
  expect(made).toMatchObject(settings);
  const { items } = (await person.call('GET', '/assistants?search=CLERK')).body;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ id: made.id, knowledge_base_count: 1, show_quote: false });
  // Whoever only chats is not told the prompt.
  expect(JSON.stringify(items)).not.toContain('Vous êtes');
  const changed = await person.call('PATCH', `/assistants/${made.id}`, {
    name: 'Clerk',
    knowledge_base_ids: [],
  });
  expect(changed.body).toMatchObject({ name: 'Clerk', knowledge_base_ids: [], opener: 'Bonjour' });
  const conversation = await buildConversation(person, made.id);
  expect((await person.call('DELETE', `/assistants/${made.id}`)).status).toBe(204);
  expect((await person.call('GET', `/assistants/${made.id}`)).status).toBe(410);
  expect((await person.call('GET', `/assistants/${made.id}/conversations`)).status).toBe(410);
  const asked = await person.call('POST', `/conversations/${conversation.id}/messages`, { content: 'x' });
  expect(asked.body.error.code).toBe('conversation.gone');
  expect(await server.query('select 1 from conversations where id = $1', [conversation.id])).toEqual([]);
});

test('a deleted base leaves the assistants that used it', async () => {
  const base = await buildKnowledgeBase(person);
  const assistant = await buildAssistant(person, { knowledge_base_ids: [base.id] });
  await person.call('DELETE', `/knowledge-bases/${base.id}`);
  expect((await person.call('GET', `/assistants/${assistant.id}`)).body.knowledge_base_ids).toEqual([]);
});

test('bases keep the order in which they were chosen, each once', async () => {
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await buildKnowledgeBase(person)).id);
  const order = [ids[2], ids[0], ids[1], ids[0]];
  const { knowledge_base_ids } = await buildAssistant(person, { knowledge_base_ids: order });
  expect(knowledge_base_ids).toEqual(order.slice(0, 3));
});

test('bad settings are refused', async () => {
  const codeOf = async (fields: Record<string, unknown>) =>
    (await person.call('POST', '/assistants', { name: `bad ${Math.random()}`, ...fields })).body.error?.code;
  const { name } = await buildAssistant(person);
  expect(await codeOf({ name: name.toUpperCase() })).toBe('assistant.name_taken');
  // Of the same look: wide letters, and spaces of another kind.
  const wide = [...name].map((letter) =>
    /[a-z]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) + 0xfee0) : letter,
  );
  expect(await codeOf({ name: wide.join('').replaceAll(' ', '\u00a0\u00a0') })).toBe('assistant.name_taken');
  expect(await codeOf({ system_prompt: 'Hello {stranger}' })).toBe('assistant.unknown_variable');
  expect(await codeOf({ chat_model_id: 'built-in/absent' })).toBe('model.not_found');
  expect(await codeOf({ chat_model_id: 'built-in/hashed-384' })).toMatch(/model\.(wrong_type|not_found)/);
  expect(await codeOf({ knowledge_base_ids: ['00000000-0000-4000-8000-000000000000'] })).toBe(
    'knowledge_base.not_found',
  );
  for (const fields of [
    { name: '' },
    { variables: [{ key: 'Not A Key' }] },
    { retrieval: { similarity_threshold: 2 } },
    { parameters: { temperature: 9 } },
    { avatar: 'https://example.org/pixel.png' },
    { avatar: 'data:image/svg+xml;base64,PHN2Zy8+' },
    { owner_id: 'x' },
  ])
    expect(await codeOf(fields), JSON.stringify(fields)).toBe('request.invalid');
});

test('who may only chat sees and uses an assistant, and nothing else of it', async () => {
  const document = await buildDocument(person);
  const assistant = await buildAssistant(person, { knowledge_base_ids: [document.knowledge_base_id] });
  const user = await server.addMember(person, 'USER');
  const { items } = (await user.call('GET', '/assistants')).body;
  expect(items.find((item: { id: string }) => item.id === assistant.id).abilities).toEqual({
    read: true,
    update: false,
    delete: false,
  });
  expect((await user.call('GET', `/assistants/${assistant.id}`)).status).toBe(403);
  const { id } = await buildConversation(user, assistant.id);
  expect(
    (await user.call('POST', `/conversations/${id}/messages`, { content: 'When does the rose bloom?' }))
      .status,
  ).toBe(200);
  const { messages } = (await user.call('GET', `/conversations/${id}`)).body;
  expect(messages.at(-1).citations.length).toBeGreaterThan(0);
});

describe('the general assistant', () => {
  test('answers from all knowledge bases that its owner may open, and is in no list', async () => {
    const owner = await server.signUp();
    await buildDocument(owner, { text: '# Planting trees\n\nThe apple tree was planted in 1921.' });
    await buildDocument(owner, { text: '# Garden\n\nThe rose blooms in June.' });
    const { body: general } = await owner.call('GET', '/assistants/general');
    expect(general).toMatchObject({ general: true, knowledge_base_count: 2, name: 'All knowledge bases' });
    expect((await owner.call('GET', '/assistants/general')).body.id).toBe(general.id);
    expect((await owner.call('GET', '/assistants')).body.total).toBe(0);
    const { limits } = (await owner.call('GET', '/me/company/limits')).body;
    expect(limits.find(({ quota }: { quota: string }) => quota === 'assistants').used).toBe(0);

    const { id } = await buildConversation(owner, general.id);
    for (const content of ['When was the apple tree planted?', 'When does the rose bloom?'])
      for await (const _ of owner.stream('POST', `/conversations/${id}/messages`, { content }));
    const { messages } = (await owner.call('GET', `/conversations/${id}`)).body;
    expect(messages.map(({ content }: { content: string }) => content).join()).toMatch(/1921.*June/s);

    const { items } = (await owner.call('GET', '/conversations')).body;
    expect(items).toMatchObject([{ id, assistant_name: 'All knowledge bases' }]);
  });

  test('is its owner’s alone, whom nobody may change it for', async () => {
    const owner = await server.signUp();
    const colleague = await server.addMember(owner, 'COMPANY');
    const { body: general } = await owner.call('GET', '/assistants/general');
    expect((await colleague.call('POST', `/assistants/${general.id}/conversations`, {})).status).toBe(404);
    expect((await owner.call('PATCH', `/assistants/${general.id}`, { opener: 'x' })).status).toBe(403);
    expect((await colleague.call('GET', '/assistants/general')).body.id).not.toBe(general.id);
  });
});

test('suggested questions follow the documents of an assistant', async () => {
  const owner = await server.signUp();
  const text = `# Garden rules\n\n## Watering the roses\n\nEvery rose of the public garden is watered by the gardener on duty twice a week, in the early morning, from May until the end of September.`;
  const { knowledge_base_id: id } = await buildDocument(owner, { text });
  const assistant = await buildAssistant(owner, { knowledge_base_ids: [id] });
  const suggested = async () =>
    (await owner.call('GET', `/assistants/${assistant.id}/suggested-questions`)).body.items.map(
      ({ question }: { question: string }) => question,
    );
  expect(await suggested()).toEqual(['What does the document say about “Watering the roses”?']);
  await buildDocument(owner, {
    knowledge_base_id: id,
    text: text.replace('Watering the roses', 'Who waters the roses?'),
  });
  expect(await suggested()).toContain('Who waters the roses?');
});

test('a base that was made private leaves the assistants of others, whose owners are told', async () => {
  const owner = await server.addMember(person, 'ELEVATED_USER');
  const other = await server.addMember(person, 'ELEVATED_USER');
  const document = await buildDocument(owner, { text: 'The rose blooms in June.' });
  const baseId = document.knowledge_base_id;
  await owner.call('PATCH', `/knowledge-bases/${baseId}`, { permission: 'team' });
  const own = await buildAssistant(owner, { knowledge_base_ids: [baseId] });
  const foreign = await buildAssistant(other, { name: 'Foreign garden', knowledge_base_ids: [baseId] });
  expect((await other.call('GET', `/documents/${document.id}/file`)).status).toBe(200);
  await owner.call('PATCH', `/knowledge-bases/${baseId}`, { permission: 'me' });
  const basesOf = async (client: ApiClient, id: string) =>
    (await client.call('GET', `/assistants/${id}`)).body.knowledge_base_ids;
  expect(await basesOf(other, foreign.id)).toEqual([]);
  expect(await basesOf(owner, own.id)).toEqual([baseId]);
  const { email } = (await other.call('GET', '/me')).body;
  const mails = await server.query(
    `select text from mails where "to" = $1 and kind = 'knowledge_base_withdrawn'`,
    [email],
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('Foreign garden');
  // A link from before there was this rule serves nothing either: neither passages nor the original.
  await owner.call('DELETE', `/assistants/${own.id}`);
  await server.query(
    'insert into assistant_knowledge_bases (company_id, assistant_id, knowledge_base_id, position) select company_id, id, $1, 0 from assistants where id = $2',
    [baseId, foreign.id],
  );
  const { id } = await buildConversation(other, foreign.id);
  const asked = await other.call('POST', `/conversations/${id}/messages`, {
    content: 'When does the rose bloom?',
  });
  expect(asked.body).not.toContain('June');
  expect((await other.call('GET', `/documents/${document.id}/file`)).status).toBe(404);
});
