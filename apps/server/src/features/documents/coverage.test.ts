import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readSampleDocument } from '@lectern/testing/sample-documents';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

test('what no chunk holds is listed with its pages, and can be brought back', async () => {
  const base = await buildKnowledgeBase(person);
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
    readSampleDocument('report.pdf'),
  ]);
  const [{ id }] = body.documents;
  expect((await person.call('GET', `/documents/${id}/coverage`)).body.words).toBeNull();
  const document = await waitUntilParsed(person, id);
  expect(document.messages.map(({ key }: { key: string }) => key)).not.toContain('warning.words_missing');
  const { body: coverage } = await person.call('GET', `/documents/${id}/coverage`);
  expect(coverage.missing_words).toBe(0);
  expect(coverage.left_out_words).toBeGreaterThan(0);
  const [first] = coverage.left_out;
  expect(first.reason).toBe('running_line');
  expect(first.pages.length).toBeGreaterThan(1);

  await person.call('PATCH', `/documents/${id}`, {
    reading_options: { ...document.reading_options, leave_nothing_out: true },
  });
  await person.call('POST', `/documents/${id}/parse`);
  await waitUntilParsed(person, id);
  expect((await person.call('GET', `/documents/${id}/coverage`)).body).toMatchObject({
    words: coverage.words,
    left_out_words: 0,
    left_out: [],
  });
  const { body: chunks } = await person.call('GET', `/documents/${id}/chunks`);
  expect(chunks.items.map(({ text }: { text: string }) => text).join('\n')).toContain(first.text);
});
