import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const june = '# Roses\n\nThe rose blooms in June and smells of honey.';
const may = '# Roses\n\nThe rose blooms in May and smells of honey.';

async function ask(baseId: string) {
  const { body } = await person.call('POST', '/retrieval', {
    question: 'When does the rose bloom?',
    knowledge_base_ids: [baseId],
    settings: { similarity_threshold: 0 },
  });
  return body.hits.map(({ text }: { text: string }) => text).join(' ');
}
const replace = (id: string, bytes: string, name = 'roses.md') =>
  person.upload(`/documents/${id}/file`, [{ name, bytes }]);
const versions = async (id: string) => (await person.call('GET', `/documents/${id}/versions`)).body.items;
const original = async (id: string, version = '') => {
  const { status, body } = await person.call('GET', `/documents/${id}/rendered${version}`);
  return status === 200 ? (body.html as string) : body.error.code;
};
const build = () => buildDocument(person, { name: 'roses.md', text: june });

test('a replaced file answers once it is read, and the earlier one comes back', async () => {
  const { id, knowledge_base_id: baseId } = await build();
  await person.call('PATCH', `/documents/${id}`, { tags: ['flowers'] });
  const { status, body } = await replace(id, may);
  expect([status, body.file_version, body.tags]).toEqual([202, 2, ['flowers']]);
  // It is never gone: until the new file is read, the earlier one answers.
  let isParsed = false;
  const parsing = waitUntilParsed(person, id).finally(() => {
    isParsed = true;
  });
  const keepAsking = async () => {
    do expect(await ask(baseId)).toMatch(/June|May/);
    while (!isParsed);
  };
  await Promise.all([parsing, keepAsking(), keepAsking(), keepAsking()]);
  expect(await ask(baseId)).toContain('May');
  expect(await ask(baseId)).not.toContain('June');
  expect(await versions(id)).toMatchObject([
    { number: 2, current: true, answers: true, has_text: true },
    { number: 1, current: false, answers: false, has_text: true, file_name: 'roses.md' },
  ]);
  const text = await person.call('GET', `/documents/${id}/versions/1/text`);
  expect(text.body.text).toContain('June');
  expect((await person.call('POST', `/documents/${id}/versions/1/restore`)).body.file_version).toBe(1);
  await waitUntilParsed(person, id);
  expect(await ask(baseId)).toContain('June');
});

test('the file that answers is the one that is shown; another is shown by its number', async () => {
  const { id } = await build();
  await replace(id, may);
  await waitUntilParsed(person, id);
  expect(await original(id)).toContain('May');
  expect(await original(id, '?version=1')).toContain('June');
  expect(await original(id, '?version=9')).toBe('document.version_gone');
});

test('a citation keeps the version that it quotes, and says so when that is gone', async () => {
  const { id, knowledge_base_id: baseId } = await build();
  const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId] });
  const { id: conversation } = await buildConversation(person, assistant.id);
  const content = 'When does the rose bloom?';
  for await (const { data } of person.stream('POST', `/conversations/${conversation}/messages`, { content }))
    if (data.type === 'done') expect(data.message.citations[0].document_version).toBe(1);
  await replace(id, may);
  await waitUntilParsed(person, id);
  expect(await original(id, '?version=1')).toContain('June');
  expect((await person.call('DELETE', `/documents/${id}/versions/1`)).status).toBe(204);
  expect(await original(id, '?version=1')).toBe('document.version_gone');
});

test('what is current or answers is not deleted, and the same file is refused', async () => {
  const { id } = await build();
  const same = await replace(id, june);
  expect([same.status, same.body.error.code]).toEqual([409, 'document.same_file']);
  await replace(id, may);
  await waitUntilParsed(person, id);
  const refused = await person.call('DELETE', `/documents/${id}/versions/2`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'document.version_in_use']);
  expect((await person.call('POST', `/documents/${id}/versions/7/restore`)).body.error.code).toBe(
    'document.version_gone',
  );
});

test('a version counts as storage until it is deleted, and goes with its document', async () => {
  const { id } = await build();
  const [row] = await server.query('select company_id from documents where id = $1', [id]);
  const count = async () =>
    Number(
      (await server.query('select count(*) from files where company_id = $1', [row?.company_id]))[0]?.count,
    );
  const before = await count();
  await replace(id, may);
  await waitUntilParsed(person, id);
  expect(await count()).toBe(before + 1);
  await person.call('DELETE', `/documents/${id}/versions/1`);
  expect(await count()).toBe(before);
  await person.call('POST', `/documents/${id}/parse`);
  await waitUntilParsed(person, id);
  await replace(id, `${may} Twice.`);
  await waitUntilParsed(person, id);
  await person.call('DELETE', `/documents/${id}`);
  await vi.waitFor(async () => expect(await count()).toBe(before - 1), { timeout: 20_000, interval: 100 });
});

test('an upload of the same name replaces the file where that is asked for', async () => {
  const { id, knowledge_base_id: baseId } = await build();
  const upload = (query: string, bytes: string) =>
    person.upload(`/knowledge-bases/${baseId}/documents?${query}`, [{ name: 'Roses.md', bytes }]);
  const names = encodeURIComponent(JSON.stringify(['ROSES.md', 'other.md']));
  const found = await person.call('GET', `/knowledge-bases/${baseId}/same-names?names=${names}`);
  expect(found.body.items).toEqual([{ id, name: 'roses.md' }]);
  expect((await upload('same_name=replace', may)).body.documents[0]).toMatchObject({ id, file_version: 2 });
  expect((await upload('parse=false', `${may} Once more.`)).body.documents[0].name).toBe('Roses (2).md');
});
