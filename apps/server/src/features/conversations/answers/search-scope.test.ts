import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;
let baseId: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  for (const [name, tag, month] of [
    ['roses', 'garden', 'June'],
    ['meadow', 'field', 'July'],
  ] as const) {
    const document = await buildDocument(person, {
      ...(baseId ? { knowledge_base_id: baseId } : {}),
      name: `${name}.md`,
      text: `# ${name}\n\nThe rose of the ${name} blooms in ${month}.`,
    });
    baseId = document.knowledge_base_id;
    ids[name] = document.id;
    await person.call('PATCH', `/documents/${document.id}`, { tags: [tag] });
  }
});
afterAll(() => server.close());

const tagged = (tag: string) => ({
  match: 'all',
  conditions: [{ property: 'tag', operator: 'is', values: [tag] }],
});

async function answer(settings: Record<string, unknown>, question: Record<string, unknown>, client = person) {
  const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId], ...settings });
  const conversation = await buildConversation(client, assistant.id);
  const messages: Record<string, never>[] = [];
  for await (const { data } of client.stream('POST', `/conversations/${conversation.id}/messages`, {
    content: 'When does the rose bloom?',
    ...question,
  }))
    if (data.type === 'done') messages.push(data.message);
  const [message] = messages as unknown as { id: string; citations: { document_id: string }[] }[];
  const { body } = await client.call(
    'GET',
    `/conversations/${conversation.id}/messages/${message?.id}/explanation`,
  );
  const cited = new Set(message?.citations.map(({ document_id }) => document_id));
  return { cited: [...cited], explanation: body, conversation, assistant, message };
}

test('an assistant answers from the documents that its filter holds for', async () => {
  const { cited, explanation } = await answer({ retrieval: { filter: tagged('field') } }, {});
  expect(cited).toEqual([ids.meadow]);
  expect(explanation.scope).toMatchObject({ filter: tagged('field'), derived: null, matched_documents: 1 });
});

test('a filter is derived from the question, and dropped where it finds nothing', async () => {
  const settings = { derive_filter: true };
  const garden = await answer(settings, { content: 'When does the rose bloom in the garden?' });
  expect(garden.cited).toEqual([ids.roses]);
  expect(garden.explanation.scope.derived).toEqual({
    filter: tagged('garden'),
    by: 'words',
    found_nothing: false,
  });
  await person.call('PATCH', `/documents/${ids.roses}`, { enabled: false });
  const fallback = await answer(settings, { content: 'When does the rose bloom in the garden?' });
  await person.call('PATCH', `/documents/${ids.roses}`, { enabled: true });
  expect(fallback.cited).toEqual([ids.meadow]);
  expect(fallback.explanation.scope.derived.found_nothing).toBe(true);
  expect(fallback.explanation.searches).toHaveLength(2);
});

test('a question that names a document is answered from it alone, also when it is asked again', async () => {
  const named = await answer({}, { document_ids: [ids.meadow] });
  expect(named.cited).toEqual([ids.meadow]);
  expect(named.explanation.scope.documents).toEqual([{ id: ids.meadow, name: 'meadow.md' }]);
  const { body } = await person.call('GET', `/conversations/${named.conversation.id}`);
  expect(body.messages[0].documents).toEqual([{ id: ids.meadow, name: 'meadow.md' }]);
  for await (const { data } of person.stream(
    'POST',
    `/conversations/${named.conversation.id}/messages/${named.message?.id}/regenerate`,
    {},
  ))
    if (data.type === 'done')
      expect(data.message.citations.map((one: { document_id: string }) => one.document_id)).toEqual([
        ids.meadow,
      ]);
});

test('who only chats sees names of documents where the answers show them', async () => {
  const user = await server.addMember(person, 'USER');
  const open = await buildAssistant(person, { knowledge_base_ids: [baseId] });
  const closed = await buildAssistant(person, { knowledge_base_ids: [baseId], show_quote: false });
  const list = (id: string, client = user) => client.call('GET', `/assistants/${id}/documents?search=mea`);
  expect((await list(open.id)).body.items).toMatchObject([{ id: ids.meadow, name: 'meadow.md' }]);
  expect((await list(closed.id)).body.items).toEqual([]);
  expect((await list(closed.id, person)).body.items).toHaveLength(1);
  const conversation = await buildConversation(user, closed.id);
  const refused = await user.call('POST', `/conversations/${conversation.id}/messages`, {
    content: 'When?',
    document_ids: [ids.meadow],
  });
  expect([refused.status, refused.body.error.code]).toEqual([404, 'document.not_found']);
});
