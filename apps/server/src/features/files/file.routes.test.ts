import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let server: TestServer;
let owner: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const founder = await server.signUp();
  owner = await server.addMember(founder, 'COMPANY');
});

async function makeFolder(name: string, parent_id: string | null = null): Promise<string> {
  const { status, body } = await owner.call('POST', '/folders', { name, parent_id });
  expect(status).toBe(201);
  return body.id;
}

async function upload(folderId: string | null, name: string, bytes = `about ${name}`) {
  const place = folderId === null ? '' : `?folder_id=${folderId}`;
  const { status, body } = await owner.upload(`/files${place}`, [{ name, bytes }]);
  expect(status).toBe(201);
  return body.files[0];
}

/** Jobs clear what calls have buried. */
const whenCleared = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });
const countFiles = async (id: string) =>
  (await server.query('select id from files where id = $1', [id])).length;
const countDocuments = async (fileId: string) =>
  (await server.query('select id from documents where file_id = $1', [fileId])).length;

const listNames = async (query = '') =>
  (await owner.call('GET', `/files${query}`)).body.items.map((file: { name: string }) => file.name);

test('files stand in their folders, with path, search and numbered names', async () => {
  const plans = await makeFolder('Plans');
  const old = await makeFolder('Old', plans);
  await upload(old, 'roof.txt');
  expect((await upload(old, 'roof.txt')).name).toBe('roof (2).txt');
  await upload(null, 'top.md');
  expect(await listNames()).toEqual(['top.md']);
  expect(await listNames(`?folder_id=${old}`)).toEqual(['roof (2).txt', 'roof.txt']);
  expect(await listNames('?search=ROOF')).toHaveLength(2);
  const { body } = await owner.call('GET', `/folders?parent_id=${old}`);
  expect(body.path.map((folder: { name: string }) => folder.name)).toEqual(['Plans', 'Old']);
  expect((await owner.call('GET', '/folders')).body.items[0]).toMatchObject({
    name: 'Plans',
    folder_count: 1,
  });
});

test('names cannot be repeated among folders, whatever their case', async () => {
  await makeFolder('Plans');
  const { status, body } = await owner.call('POST', '/folders', { name: 'plans' });
  expect([status, body.error.code]).toEqual([409, 'folder.name_taken']);
});

test('a folder is never moved into itself, not by fifty moves at once either', async () => {
  const a = await makeFolder('a');
  const b = await makeFolder('b');
  const inside = await makeFolder('inside', a);
  const refused = await owner.call('POST', '/files/move', { folder_ids: [a], target_folder_id: inside });
  expect(refused.body.error.code).toBe('folder.inside_itself');
  const moves = Array.from({ length: 50 }, (_, n) =>
    owner.call('POST', '/files/move', {
      folder_ids: [n % 2 ? a : b],
      target_folder_id: n % 2 ? b : a,
    }),
  );
  const statuses = (await Promise.all(moves)).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  const top = (await owner.call('GET', '/folders')).body.items;
  expect(top).toHaveLength(1);
});

test('a linked file is a document in each base, once; deleting it says and takes all along', async () => {
  const file = await upload(null, 'garden.md', '# Garden\n\nThe rose blooms in June.');
  const bases = [await buildKnowledgeBase(owner), await buildKnowledgeBase(owner)];
  const link = { file_ids: [file.id], knowledge_base_ids: bases.map(({ id }) => id) };
  expect((await owner.call('POST', '/files/link', link)).body).toEqual({ documents: 2, refused: [] });
  expect((await owner.call('POST', '/files/link', link)).body.documents).toBe(0);
  const shown = (await owner.call('GET', `/files/${file.id}`)).body;
  expect(shown.documents).toHaveLength(2);

  const unlinked = await owner.call('POST', `/files/${file.id}/unlink`, { knowledge_base_id: bases[0]?.id });
  expect(unlinked.body.documents).toHaveLength(1);
  await whenCleared(async () => expect(await countDocuments(file.id)).toBe(1));
  // The file outlives its documents: it is kept in a folder.
  expect((await owner.call('GET', `/files/${file.id}/content`)).status).toBe(200);

  const weighed = await owner.call('POST', '/files/weigh-deletion', { file_ids: [file.id] });
  expect(weighed.body).toMatchObject({ files: 1, documents: 1, knowledge_bases: [{ documents: 1 }] });
  const deleted = await owner.call('POST', '/files/delete', { file_ids: [file.id] });
  expect(deleted.body).toEqual({ files: 1, folders: 0, documents: 1 });
  expect((await owner.call('GET', `/files/${file.id}`)).status).toBe(410);
  await whenCleared(async () => expect(await countFiles(file.id)).toBe(0));
});

test('a folder goes with all below it, and its bytes with it', async () => {
  const top = await makeFolder('top');
  const below = await makeFolder('below', top);
  const file = await upload(below, 'a.txt');
  const { body } = await owner.call('POST', '/files/delete', { folder_ids: [top] });
  expect(body).toEqual({ files: 1, folders: 2, documents: 0 });
  await whenCleared(async () => expect(await countFiles(file.id)).toBe(0));
  expect((await owner.call('GET', '/folders')).body.items).toEqual([]);
});

test('a file uploaded into a base goes with it, unless it was moved into a folder', async () => {
  const base = await buildKnowledgeBase(owner);
  const uploaded = await owner.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [
    { name: 'kept.txt', bytes: 'kept' },
    { name: 'lost.txt', bytes: 'lost' },
  ]);
  expect(await listNames('?shelf=base')).toEqual(['kept.txt', 'lost.txt']);
  const [kept] = (await owner.call('GET', '/files?shelf=base')).body.items;
  await owner.call('POST', '/files/move', { file_ids: [kept.id], target_folder_id: null });
  for (const { id } of uploaded.body.documents) await owner.call('DELETE', `/documents/${id}`);
  await whenCleared(async () => expect(await listNames('?shelf=base')).toEqual([]));
  expect(await listNames()).toEqual(['kept.txt']);
  expect((await owner.call('GET', `/files/${kept.id}/rendered`)).body.html).toContain('kept');
});

test('fifty uploads at the last byte: as many as fit are kept, the others say why and leave nothing', async () => {
  const { company } = (await owner.call('GET', '/me')).body;
  const limit = (bytes: number) =>
    server.query(
      'update packages set max_storage_gb = $2 where id = (select package_id from companies where id = $1)',
      [company.id, bytes / 1024 ** 3],
    );
  await limit(7 * 1_000 + 999);
  const base = await buildKnowledgeBase(owner);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      owner.upload(n % 2 ? '/files' : `/knowledge-bases/${base.id}/documents?parse=false`, [
        { name: `${n}.txt`, bytes: `${n} `.padEnd(1_000, 'x') },
      ]),
    ),
  );
  await limit(10 ** 9);
  const taken = answers.flatMap(({ body }) => [...(body.files ?? []), ...(body.documents ?? [])]);
  const refused = answers.flatMap(({ body }) => body.refused);
  expect([taken.length, refused.length]).toEqual([7, 43]);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['quota.storage_reached']));
  const kept = await server.query('select object_key from files where company_id = $1', [company.id]);
  const stored: string[] = [];
  for await (const { key } of server.platform.objects.list(company.id)) stored.push(key);
  expect(stored.sort()).toEqual(kept.map(({ object_key }) => object_key).sort());
});

test('what is uploaded into a folder that is being deleted goes with it or is refused', async () => {
  const doomed = await makeFolder('doomed');
  const [deleted, ...answers] = await Promise.all([
    owner.call('POST', '/files/delete', { folder_ids: [doomed] }),
    ...Array.from({ length: 20 }, (_, n) =>
      owner.upload(`/files?folder_id=${doomed}`, [{ name: `${n}.txt`, bytes: `${n}` }]),
    ),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status, body } of answers) {
    expect([201, 404]).toContain(status);
    for (const { code } of body.refused ?? []) expect(code).toBe('folder.not_found');
  }
  expect(await listNames('?search=txt')).toEqual([]);
});

test('a file that is moved, and one whose folder is renamed, is found by the new name of its folder', async () => {
  const base = await buildKnowledgeBase(owner);
  const file = await upload(null, 'note.txt', 'The roof is mended in spring.');
  await owner.call('POST', '/files/link', { file_ids: [file.id], knowledge_base_ids: [base.id] });
  const { documents } = (await owner.call('GET', `/files/${file.id}`)).body;
  await waitUntilParsed(owner, documents[0].id);
  const score = async (question: string): Promise<number> => {
    const settings = { similarity_threshold: 0, keyword_weight: 1 };
    const body = { question, knowledge_base_ids: [base.id], settings };
    return (await owner.call('POST', '/retrieval', body)).body.hits[0]?.keyword_score ?? 0;
  };
  expect(await score('zeppelins')).toBe(0);
  const folder = await makeFolder('Zeppelins');
  await owner.call('POST', '/files/move', { file_ids: [file.id], target_folder_id: folder });
  await whenCleared(async () => expect(await score('zeppelins')).toBeGreaterThan(0));
  await owner.call('PATCH', `/folders/${folder}`, { name: 'Gliders' });
  await whenCleared(async () => expect(await score('gliders')).toBeGreaterThan(0));
  expect(await score('zeppelins')).toBe(0);
});

test('the ending of a name stays, and what cannot be read is refused by name', async () => {
  const file = await upload(null, 'a.txt');
  await upload(null, 'b.txt');
  const rename = (name: string) => owner.call('PATCH', `/files/${file.id}`, { name });
  expect((await rename('a.pdf')).body.error.code).toBe('file.extension_fixed');
  expect((await rename('B.txt')).body.error.code).toBe('file.name_taken');
  expect((await rename('c.txt')).body.name).toBe('c.txt');
  const { body } = await owner.upload('/files', [
    { name: 'a.exe', bytes: 'MZ' },
    { name: 'd.txt', bytes: 'd' },
  ]);
  expect(body.refused[0].code).toBe('document.unsupported');
});
