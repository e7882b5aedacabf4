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

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

async function askedAnswer() {
  const { knowledge_base_id: baseId } = await buildDocument(person, { text: 'The rose blooms in June.' });
  const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId] });
  const { id } = await buildConversation(person, assistant.id);
  await person.call('POST', `/conversations/${id}/messages`, { content: 'When does the rose bloom?' });
  const [question, answer] = (await person.call('GET', `/conversations/${id}`)).body.messages;
  return { id, question, answer };
}

test('an answer is rated, the rating changed and taken back', async () => {
  const { id, question, answer } = await askedAnswer();
  const path = `/conversations/${id}/messages/${answer.id}/feedback`;
  const shown = async () => (await person.call('GET', `/conversations/${id}`)).body.messages[1].feedback;
  expect(answer.feedback).toBeNull();

  expect((await person.call('PUT', path, { rating: 'up' })).body.feedback).toEqual({
    rating: 'up',
    text: '',
  });
  for (const text of [undefined, '', '  ']) {
    const refused = await person.call('PUT', path, { rating: 'down', text });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'message.feedback_text_required']);
  }
  expect(await shown()).toEqual({ rating: 'up', text: '' });
  await person.call('PUT', path, { rating: 'down', text: ' The wrong month. ' });
  expect(await shown()).toEqual({ rating: 'down', text: 'The wrong month.' });
  expect((await person.call('DELETE', path)).body.feedback).toBeNull();
  expect(await shown()).toBeNull();

  // Only answers are rated, and only by the person whose conversation it is.
  const ofQuestion = `/conversations/${id}/messages/${question.id}/feedback`;
  expect((await person.call('PUT', ofQuestion, { rating: 'up' })).status).toBe(404);
  const other = await server.signUp();
  expect((await other.call('PUT', path, { rating: 'up' })).status).toBe(404);
});
