import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picturePrefix } from '../documents/chunks/picture.service.ts';
import { reconcile } from '../system/reconcile.service.ts';

let server: TestServer;
let person: ApiClient;
let companyId: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  companyId = (await person.call('GET', '/me')).body.company.id;
});
afterAll(() => server.close());

async function listPictures(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.platform.objects.list(picturePrefix(companyId))) keys.push(key);
  return keys.sort();
}

async function upload(baseId: string) {
  const { body } = await person.upload(`/knowledge-bases/${baseId}/documents`, [
    readRealDocument('s11-summer.docx', 'summer.docx'),
  ]);
  return waitUntilParsed(person, body.documents[0].id);
}

async function waitUntilGone(documentId: string): Promise<void> {
  for (let look = 0; look < 300; look++) {
    if ((await server.query('select 1 from documents where id = $1', [documentId])).length === 0) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('The document was not cleared');
}

testOnRealDocuments(
  'figures are pictures of their chunks, one object each, and go with the last chunk that shows them',
  {
    timeout: 120_000,
  },
  async () => {
    const base = await buildKnowledgeBase(person, { chunk_options: { chunk_token_number: 32 } });
    const first = await upload(base.id);
    const pictures = await listPictures();
    expect(pictures.length).toBeGreaterThan(0);
    const { items } = (await person.call('GET', `/documents/${first.id}/chunks?page_size=200`)).body;
    const pictured = items.filter(({ has_image }: { has_image: boolean }) => has_image);
    expect(pictured.length).toBeGreaterThan(0);
    const image = await person.call('GET', `/documents/${first.id}/chunks/${pictured[0].id}/image`);
    expect(image.status).toBe(200);
    expect(image.headers.get('content-type')).toBe('image/jpeg');
    const plain = items.find(({ has_image }: { has_image: boolean }) => !has_image);
    const none = await person.call('GET', `/documents/${first.id}/chunks/${plain.id}/image`);
    expect(none.body.error.code).toBe('chunk.no_image');
    const stranger = await server.signUp();
    expect((await stranger.call('GET', `/documents/${first.id}/chunks/${pictured[0].id}/image`)).status).toBe(
      404,
    );

    // Counted into the storage of the company.
    const [row] = await server.query('select picture_bytes from documents where id = $1', [first.id]);
    expect(Number(row?.picture_bytes)).toBeGreaterThan(0);

    // The same content again shows the same objects; parsed again, too.
    const second = await upload(base.id);
    await person.call('POST', `/documents/${first.id}/parse`);
    await waitUntilParsed(person, first.id);
    expect(await listPictures()).toEqual(pictures);
    await person.call('DELETE', `/documents/${first.id}`);
    await waitUntilGone(first.id);
    expect(await listPictures()).toEqual(pictures);

    // A chunk deleted by hand takes what only it shows.
    const left = (await person.call('GET', `/documents/${second.id}/chunks?page_size=200`)).body.items;
    for (const { id, has_image } of left)
      if (has_image) await person.call('DELETE', `/documents/${second.id}/chunks/${id}`);
    expect(await listPictures()).toEqual([]);
    await person.call('POST', `/documents/${second.id}/parse`);
    await waitUntilParsed(person, second.id);
    expect(await listPictures()).toEqual(pictures);
    await person.call('DELETE', `/documents/${second.id}`);
    await waitUntilGone(second.id);
    expect(await listPictures()).toEqual([]);
    expect(await reconcile(server.platform, Date.now() + 86_400_000)).toEqual({
      objects: 0,
      indexes: 0,
      documents: 0,
      tombstones: 0,
    });
  },
);

test('a picture that no chunk shows is found by the reconciler', async () => {
  const bytes = Buffer.from('left by a process that died');
  async function* source() {
    yield bytes;
  }
  const { key } = await server.platform.objects.put(picturePrefix(companyId), source());
  expect(await reconcile(server.platform, Date.now() + 86_400_000)).toMatchObject({ objects: 1 });
  expect(await server.platform.objects.head(key)).toBeUndefined();
});

testOnRealDocuments(
  'a readable form that reads otherwise now takes the place of the one before',
  async () => {
    const base = await buildKnowledgeBase(person);
    const article = `<p>${'The rose blooms in June, says the long article about gardens. '.repeat(20)}</p>`;
    const page = `<html><body><nav><ul><li>Home page</li></ul></nav><main><article><h1>Roses</h1>${article}</article></main></body></html>`;
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
      { name: 'page.html', bytes: page },
    ]);
    const { id } = body.documents[0];
    expect((await waitUntilParsed(person, id)).status).toBe(3);
    const keyOf = async () =>
      (await server.query('select rendered_key as key from documents where id = $1', [id]))[0]?.key as string;
    const before = await keyOf();
    await person.call('PATCH', `/documents/${id}`, { reading_options: { main_content_only: true } });
    await person.call('POST', `/documents/${id}/parse`);
    expect((await waitUntilParsed(person, id)).status).toBe(3);
    expect(await keyOf()).not.toBe(before);
    expect(await server.platform.objects.head(before)).toBeUndefined();
    expect(await server.platform.objects.head(await keyOf())).toBeDefined();
  },
);
