import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { requireTesseract } from '@lectern/testing/programs';
import { readSamplePicture } from '@lectern/testing/sample-documents';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: ApiClient;
/** Only chats: no level for knowledge bases. */
let person: ApiClient;
let assistantId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  await server.query('update memberships set level = 2 where account_id = $1', [
    (await owner.call('GET', '/me')).body.id,
  ]);
  person = await server.addMember(owner, 'USER');
  const { knowledge_base_id } = await buildDocument(owner);
  assistantId = (await buildAssistant(owner, { knowledge_base_ids: [knowledge_base_id] })).id;
});
afterAll(() => server.close());

const filesOf = async (id: string, by = person) =>
  (await by.call('GET', `/conversations/${id}/files`)).body.items;

async function attach(id: string, name: string, bytes: string | Buffer): Promise<string> {
  const { status, body } = await person.upload(`/conversations/${id}/files`, [{ name, bytes }]);
  expect(status, JSON.stringify(body)).toBe(202);
  const [{ id: fileId }] = body.files;
  const find = async () => (await filesOf(id)).find((file: { id: string }) => file.id === fileId);
  while ([0, 1].includes((await find()).status)) await new Promise((resolve) => setTimeout(resolve, 25));
  return fileId;
}

async function ask(id: string, content: string, file_ids: string[] = []) {
  const { status, body } = await person.call('POST', `/conversations/${id}/messages`, { content, file_ids });
  if (status !== 200) return { status, body };
  return { status, answer: (await person.call('GET', `/conversations/${id}`)).body.messages.at(-1) };
}

const letter =
  'The contract with Nordlys ends on 30 April 2031.\n\nIt can be ended with three months’ notice.';

test('an answer draws on a file beside the knowledge bases, and cites it', async () => {
  const { id } = await buildConversation(person, assistantId);
  const fileId = await attach(id, 'letter.txt', letter);
  const { answer } = await ask(id, 'When does the contract with Nordlys end?', [fileId]);
  expect(answer.content).toContain('30 April 2031');
  const [citation] = answer.citations;
  expect(citation).toMatchObject({ document_id: fileId, document_name: 'letter.txt' });
  const [question] = (await person.call('GET', `/conversations/${id}`)).body.messages;
  expect(question.files).toEqual([{ document_id: fileId, name: 'letter.txt', format: 'text' }]);
  // It stays for the questions that follow, and the knowledge base answers as before.
  expect((await ask(id, 'With how much notice can it be ended?')).answer.content).toContain('three months');
  expect((await ask(id, 'When does the rose bloom?')).answer.content).toContain('June');
  // The citation opens for its person alone.
  expect((await person.call('GET', `/documents/${fileId}`)).status).toBe(200);
  expect((await person.call('GET', `/documents/${fileId}/file`)).status).toBe(200);
  expect((await owner.call('GET', `/documents/${fileId}`)).status).toBe(404);
  const exported = await person.call('GET', `/conversations/${id}/export?format=md`);
  expect(JSON.stringify(exported.body)).toContain('Files: letter.txt');
  const { body: link } = await person.call('POST', `/conversations/${id}/shares`, { audience: 'anyone' });
  const shown = (await server.anonymous.call('GET', `/shared-conversations/${link.token}`)).body;
  expect(shown).toMatchObject({ cut: false });
});

test('a small file goes in whole, whatever is asked of it', async () => {
  const { id } = await buildConversation(person, (await buildAssistant(owner)).id);
  const fileId = await attach(id, 'letter.txt', letter);
  const { answer } = await ask(id, 'Summarize this', [fileId]);
  const explained = await person.call('GET', `/conversations/${id}/messages/${answer.id}/explanation`);
  expect(explained.body.hits.map(({ document_id }: { document_id: string }) => document_id)).toContain(
    fileId,
  );
});

test('the text of a picture is recognised, and answers', { timeout: 120_000 }, async (context) => {
  requireTesseract(context);
  const { id } = await buildConversation(person, (await buildAssistant(owner)).id);
  const { name, bytes } = readSamplePicture();
  const fileId = await attach(id, name, bytes);
  const { answer } = await ask(id, 'When does the lease of plot 14 end?', [fileId]);
  expect(answer.content).toContain('30 April 2031');
  expect(answer.citations[0]).toMatchObject({ document_id: fileId, document_name: 'notice.png' });
  expect(answer.citations[0].quote).toContain('lease of plot 14');
});

test('it is in no list, no search and no quota but that of storage', async () => {
  const usage = async () =>
    Object.fromEntries(
      (await owner.call('GET', '/me/company/limits')).body.limits.map(
        ({ quota, used }: { quota: string; used: number }) => [quota, used],
      ),
    );
  const before = await usage();
  const { id } = await buildConversation(person, assistantId);
  const fileId = await attach(id, 'secret.txt', 'The password of the safe is turnip.');
  const after = await usage();
  expect(after.knowledgeBases).toBe(before.knowledgeBases);
  expect(after.storage).toBeGreaterThan(before.storage as number);
  for (const path of ['/knowledge-bases', '/search/knowledge-bases', '/documents?search=secret', '/files'])
    expect(JSON.stringify((await owner.call('GET', path)).body), path).not.toContain('secret');
  const { id: other } = await buildConversation(person, assistantId);
  expect((await ask(other, 'What is the password of the safe?')).answer.content).not.toContain('turnip');
  expect((await ask(other, 'x', [fileId])).body.error.code).toBe('conversation.file_not_found');
  expect((await owner.call('GET', `/conversations/${id}/files`)).status).toBe(404);

  // It goes with its conversation, and frees what it took.
  await person.call('DELETE', `/conversations/${id}`);
  await expect.poll(async () => (await usage()).storage, { timeout: 10_000 }).toBe(before.storage);
  expect((await person.call('GET', `/documents/${fileId}`)).status).toBe(410);
});

test('what cannot be read says why, and only an unused file is removed by itself', async () => {
  const { id } = await buildConversation(person, assistantId);
  const broken = await attach(id, 'broken.pdf', 'no PDF at all');
  const [file] = await filesOf(id);
  expect(file).toMatchObject({ status: 4, used: false });
  expect(file.error.message).not.toBe('');
  expect((await ask(id, 'x', [broken])).body.error.code).toBe('conversation.file_not_ready');
  const path = `/conversations/${id}/files`;
  expect((await person.call('DELETE', `${path}/${broken}`)).status).toBe(204);
  const { status, body } = await person.upload(path, [{ name: 'a.exe', bytes: 'a' }]);
  expect([status, body.error.code]).toEqual([415, 'document.unsupported']);
  const kept = await attach(id, 'letter.txt', letter);
  await ask(id, 'When does it end?', [kept]);
  expect((await person.call('DELETE', `${path}/${kept}`)).body.error.code).toBe('conversation.file_in_use');
});
