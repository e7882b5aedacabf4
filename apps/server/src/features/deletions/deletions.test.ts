import {
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldDeletions } from './deletion.queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('what was deleted says so to its company for 90 days, and is unknown to any other', async () => {
  const person = await server.signUp();
  const stranger = await server.signUp();
  const document = await buildDocument(person, { parse: false });
  const base = document.knowledge_base_id;
  const assistant = await buildAssistant(person, { knowledge_base_ids: [base] });
  const conversation = await buildConversation(person, assistant.id);
  const paths = [
    `/knowledge-bases/${base}`,
    `/knowledge-bases/${base}/documents`,
    `/documents/${document.id}`,
    `/assistants/${assistant.id}`,
    `/conversations/${conversation.id}`,
  ];
  const statuses = async (client = person) => {
    const answers = await Promise.all(paths.map((path) => client.call('GET', path)));
    return answers.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.error.code}`));
  };
  expect(await statuses()).toEqual(paths.map(() => 200));
  await person.call('DELETE', `/assistants/${assistant.id}`);
  await person.call('DELETE', `/knowledge-bases/${base}`);
  const nouns = ['knowledge_base', 'knowledge_base', 'document', 'assistant', 'conversation'];
  expect(await statuses()).toEqual(nouns.map((noun) => `410 ${noun}.gone`));
  const unknown = nouns.map((noun) => `404 ${noun}.not_found`);
  expect(await statuses(stranger)).toEqual(unknown);
  const french = await person.call('GET', paths[0] as string, undefined, { 'accept-language': 'fr' });
  expect(french.body.error.message).toBe('Cette base de connaissances a été supprimée définitivement.');
  // An id in the body is an error of its field, whatever became of it.
  const form = await person.call('POST', '/assistants', { name: 'x', knowledge_base_ids: [base] });
  expect(form.body.error.code).toBe('knowledge_base.not_found');

  const forget = () => server.platform.database.asSystem('a test', forgetOldDeletions);
  await server.query("update deletions set deleted_at = now() - interval '89 days'");
  await forget();
  expect(await statuses()).toEqual(nouns.map((noun) => `410 ${noun}.gone`));
  await server.query("update deletions set deleted_at = now() - interval '91 days'");
  await forget();
  expect(await statuses()).toEqual(unknown);
});
