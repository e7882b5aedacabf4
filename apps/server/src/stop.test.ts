import {
  buildAssistant,
  buildConversation,
  buildKnowledgeBase,
  createApiClient,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

test('a server that is stopped hands its work back, and takes it up again when it starts', async () => {
  const addModel = async (type: string) =>
    (
      await server.admin.call('POST', '/models', {
        provider_id: 'openai-compatible',
        model_name: type,
        type,
        base_url: provider.baseUrl,
      })
    ).body.id;
  const person = await server.signUp();
  // Both wait for a provider that says nothing: nobody should wait for them.
  provider.failNext({ kind: 'timeout' }, { times: 5 });
  const base = await buildKnowledgeBase(person, { embedding_model_id: await addModel('embedding') });
  const { body: document } = await person.call('POST', `/knowledge-bases/${base.id}/documents/text`, {
    name: 'Waits',
    text: 'The rose blooms in June.',
  });
  const assistant = await buildAssistant(person, { chat_model_id: await addModel('chat') });
  const { id } = await buildConversation(person, assistant.id);
  const asking = person
    .call('POST', `/conversations/${id}/messages`, { content: 'When?' })
    .catch(() => undefined);
  while (provider.requests.length < 2) await new Promise((next) => setTimeout(next, 20));
  // From now on it answers: the job may be taken up at once.
  provider.reset();
  await server.restart();
  await asking;
  const again = createApiClient(server.url, person.token);
  expect(await waitUntilParsed(again, document.id)).toMatchObject({ status: 3, chunk_count: 1 });
  const { messages } = (await again.call('GET', `/conversations/${id}`)).body;
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', status: 'interrupted' });
});
