import { type ApiClient, buildDocument, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

type Document = { id: string; knowledge_base_id: string };

const sections = ['roses bloom in June', 'apples ripen in autumn', 'ponds freeze in winter'];

/** A document of one chunk for each section. */
async function buildSections(): Promise<Document & { chunkIds: string[] }> {
  const document = await buildDocument(person, { text: sections.join('\n\n'), parse: false });
  const chunkIds = [];
  for (const text of sections)
    chunkIds.push((await person.call('POST', `/documents/${document.id}/chunks`, { text })).body.id);
  return { ...document, chunkIds };
}

async function search(document: Document, question: string): Promise<string[]> {
  const { body } = await person.call('POST', '/retrieval', {
    question,
    knowledge_base_ids: [document.knowledge_base_id],
  });
  return body.hits.map((hit: { chunk_id: string }) => hit.chunk_id);
}

test('chunks of a parsed document are listed in reading order with their places', async () => {
  const text = Array.from({ length: 60 }, (_, n) => `## Part ${n}\n\nText of part ${n}.`).join('\n\n');
  const document = await buildDocument(person, { text });
  const { body } = await person.call('GET', `/documents/${document.id}/chunks`);
  expect(body.total).toBe(document.chunk_count);
  expect(body.items.map(({ ordinal }: { ordinal: number }) => ordinal)).toEqual(
    body.items.map((_: unknown, n: number) => n),
  );
  expect(body.items[0]).toMatchObject({ document_id: document.id, enabled: true, edited: false });
  expect(body.items[0].char_range.start).toBeLessThan(body.items[0].char_range.end);
  const one = await person.call('GET', `/documents/${document.id}/chunks/${body.items[0].id}`);
  expect(one.body).toEqual(body.items[0]);
});

test('a list is searched in text and keywords, filtered and paged', async () => {
  const { id, chunkIds } = await buildSections();
  await person.call('PATCH', `/documents/${id}/chunks/${chunkIds[0]}`, { keywords: ['botany 50%'] });
  await person.call('PATCH', `/documents/${id}/chunks/${chunkIds[1]}`, { enabled: false });
  const total = async (query: string) =>
    (await person.call('GET', `/documents/${id}/chunks?${query}`)).body.total;
  expect(await total('search=AUTUMN')).toBe(1);
  expect(await total('search=botany')).toBe(1);
  expect(await total('search=%25')).toBe(1);
  expect(await total('search=_')).toBe(0);
  expect(await total('enabled=true')).toBe(2);
  expect(await total('enabled=false')).toBe(1);
  expect((await person.call('GET', `/documents/${id}/chunks?enabled=maybe`)).status).toBe(422);
  const second = (await person.call('GET', `/documents/${id}/chunks?page=2&page_size=2`)).body;
  expect(second.items.map((chunk: { id: string }) => chunk.id)).toEqual([chunkIds[2]]);
});

test('what is added, edited, switched or deleted is found or not at once', async () => {
  const document = await buildSections();
  const path = `/documents/${document.id}/chunks`;
  const [roses] = document.chunkIds as [string];
  expect(await search(document, 'when do roses bloom')).toContain(roses);

  const edited = await person.call('PATCH', `${path}/${roses}`, {
    text: 'tulips bloom in April',
    keywords: ['bulbs'],
  });
  expect(edited.body).toMatchObject({ text: 'tulips bloom in April', keywords: ['bulbs'], edited: true });
  expect(await search(document, 'tulips in April')).toContain(roses);
  expect(await search(document, 'bulbs')).toContain(roses);
  expect(await search(document, 'roses June')).not.toContain(roses);

  await person.call('PATCH', `${path}/${roses}`, { enabled: false });
  expect(await search(document, 'tulips in April')).not.toContain(roses);
  await person.call('PATCH', `${path}/${roses}`, { enabled: true });
  expect(await search(document, 'tulips in April')).toContain(roses);

  expect((await person.call('DELETE', `${path}/${roses}`)).status).toBe(204);
  expect(await search(document, 'tulips in April')).not.toContain(roses);
  expect((await person.call('GET', `${path}/${roses}`)).body.error.code).toBe('chunk.not_found');

  const added = (await person.call('POST', path, { text: 'herons fish at dawn', keywords: ['birds'] })).body;
  expect(added).toMatchObject({ ordinal: 3, edited: true, char_range: null, page: null });
  expect(await search(document, 'herons at dawn')).toContain(added.id);
  expect((await person.call('GET', `/documents/${document.id}`)).body.chunk_count).toBe(3);
});

test('bulk actions are all or nothing, and the index counts what the rows count', async () => {
  const document = await buildSections();
  const { id, chunkIds } = document;
  const act = (action: string, chunk_ids: string[]) =>
    person.call('POST', `/documents/${id}/chunks/bulk`, { action, chunk_ids });
  expect((await act('disable', chunkIds)).body.changed).toBe(3);
  expect(await search(document, 'roses apples ponds')).toEqual([]);
  expect((await act('enable', chunkIds.slice(0, 1))).body.changed).toBe(1);
  expect((await act('enable', [...chunkIds, ...chunkIds])).body.changed).toBe(2);
  const absent = '00000000-0000-4000-8000-000000000000';
  expect((await act('delete', [chunkIds[0] as string, absent])).body.error.code).toBe('chunk.not_found');
  expect((await person.call('GET', `/documents/${id}/chunks`)).body.total).toBe(3);
  expect((await act('delete', chunkIds.slice(0, 2))).body.changed).toBe(2);
  const indexed = await server.platform.index.countByDocument(document.knowledge_base_id);
  expect(indexed.get(id)).toBe(1);
  expect((await act('explode', chunkIds)).status).toBe(422);
  expect((await act('delete', [])).status).toBe(422);
});

test('chunks by hand count in the order they came, also when they come at once', async () => {
  const document = await buildDocument(person, { parse: false });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      person.call('POST', `/documents/${document.id}/chunks`, { text: `chunk ${n}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  const { body } = await person.call('GET', `/documents/${document.id}/chunks`);
  expect(body.items.map(({ ordinal }: { ordinal: number }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect((await person.call('GET', `/documents/${document.id}`)).body.chunk_count).toBe(8);
});

test('bad chunks are refused', async () => {
  const { id } = await buildDocument(person, { parse: false });
  const add = (body: unknown) => person.call('POST', `/documents/${id}/chunks`, body);
  for (const body of [
    {},
    { text: '' },
    { text: '   ' },
    { text: 'x', keywords: [''] },
    { text: 'x', ordinal: 7 },
    { text: 'a\u0000b' },
  ])
    expect((await add(body)).status, JSON.stringify(body)).toBe(422);
  expect((await add({ text: 'word '.repeat(19_000) })).body.error.code).toBe('chunk.too_long');
  expect((await person.call('GET', `/documents/${id}/chunks`)).body.total).toBe(0);
});

test('neighbours are merged and split, found at once, and every change is undone in turn', async () => {
  const document = await buildSections();
  const path = `/documents/${document.id}/chunks`;
  const [roses, apples, ponds] = document.chunkIds as [string, string, string];
  const list = async () =>
    (await person.call('GET', path)).body.items.map(({ id, text }: { id: string; text: string }) => [
      id,
      text,
    ]);
  const asBuilt = await list();

  const merged = await person.call('POST', `${path}/${roses}/merge`);
  const both = 'roses bloom in June apples ripen in autumn';
  expect(merged.body.items).toMatchObject([{ id: roses, text: both, edited: true, last_change: 'merge' }]);
  expect(await list()).toEqual([
    [roses, both],
    [ponds, sections[2]],
  ]);
  expect(await search(document, 'when do apples ripen')).toContain(roses);

  const split = await person.call('POST', `${path}/${roses}/split`, { at: 'roses bloom'.length });
  const [first, second] = split.body.items;
  expect([first.text, second.text]).toEqual(['roses bloom', 'in June apples ripen in autumn']);
  expect(await search(document, 'apples in June')).toContain(second.id);
  expect((await person.call('GET', `/documents/${document.id}`)).body.chunk_count).toBe(3);

  // The second part is changed: only then the split can be undone.
  await person.call('PATCH', `${path}/${second.id}`, { text: 'figs ripen in autumn' });
  const refused = await person.call('POST', `${path}/${first.id}/undo`);
  expect(refused.body.error.code).toBe('chunk.changed_together');
  for (const id of [second.id, roses, roses])
    expect((await person.call('POST', `${path}/${id}/undo`)).status).toBe(200);
  expect(await list()).toEqual(asBuilt);
  expect(await search(document, 'when do apples ripen')).toContain(apples);
  expect((await person.call('POST', `${path}/${roses}/undo`)).body.error.code).toBe('chunk.nothing_to_undo');
});

test('what cannot be merged or split is refused and stays as it was', async () => {
  const document = await buildSections();
  const path = `/documents/${document.id}/chunks`;
  const [roses, , ponds] = document.chunkIds as [string, string, string];
  const code = async (id: string, verb: string, body?: object) =>
    (await person.call('POST', `${path}/${id}/${verb}`, body)).body.error?.code;
  expect(await code(ponds, 'merge')).toBe('chunk.not_mergeable');
  expect(await code(roses, 'split', { at: 500 })).toBe('chunk.not_splittable');
  expect(await code(crypto.randomUUID(), 'merge')).toBe('chunk.not_found');
  const stranger = await server.signUp();
  expect((await stranger.call('POST', `${path}/${roses}/merge`)).status).toBe(404);

  // Two at once: one comes first, the other finds the chunk changed or merges what is left.
  const both = await Promise.all([code(roses, 'merge'), code(roses, 'merge')]);
  expect(both.filter((each) => each === undefined).length).toBeGreaterThan(0);
  const { items } = (await person.call('GET', path)).body;
  expect(items.map(({ text }: { text: string }) => text).join(' ')).toBe(sections.join(' '));
});

test('a chunk that was disabled since its change stays disabled when the change is undone', async () => {
  const document = await buildSections();
  const path = `/documents/${document.id}/chunks`;
  const [roses, , ponds] = document.chunkIds as [string, string, string];
  await person.call('PATCH', `${path}/${ponds}`, { text: 'lakes freeze in winter' });
  await person.call('POST', `${path}/${roses}/merge`);
  for (const id of [roses, ponds]) {
    await person.call('PATCH', `${path}/${id}`, { enabled: false });
    expect((await person.call('POST', `${path}/${id}/undo`)).status).toBe(200);
  }
  const { items } = (await person.call('GET', path)).body;
  expect(items.map(({ text, enabled }: { text: string; enabled: boolean }) => [text, enabled])).toEqual(
    sections.map((text) => [text, false]),
  );
});
