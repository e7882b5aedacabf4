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
let assistantId: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  const base = await buildDocument(person, { name: 'garden', text: 'The rose blooms in June.' });
  assistantId = (await buildAssistant(person, { knowledge_base_ids: [base.knowledge_base_id] })).id;
});
afterAll(() => server.close());

async function converse(...questions: string[]) {
  const { id } = await buildConversation(person, assistantId);
  for (const content of questions) await person.call('POST', `/conversations/${id}/messages`, { content });
  return id as string;
}

type Item = { id: string; pinned: boolean; match: { text: string } | null };
const list = async (search = ''): Promise<Item[]> =>
  (await person.call('GET', `/assistants/${assistantId}/conversations?search=${encodeURIComponent(search)}`))
    .body.items;

test('conversations are found by their names and by the words of their messages, with what stands around them', async () => {
  const id = await converse('First things', 'Do whales sleep 100% of the night?');
  const [byWords] = await list('night WHALES');
  expect(byWords).toMatchObject({ id, match: { text: 'Do whales sleep 100% of the night?' } });
  expect((await list('first'))[0]).toMatchObject({ id });
  expect(await list('100%')).toHaveLength(1);
  expect(await list('1_0%')).toEqual([]);
  expect(await list('whales june')).toEqual([]);
  expect((await list())[0]?.match).toBeNull();
  const recent = await person.call('GET', '/conversations?search=whales');
  expect(recent.body.items).toMatchObject([{ id }]);
  expect(await (await server.signUp()).call('GET', '/conversations?search=whales')).toMatchObject({
    body: { items: [] },
  });
});

test('pinned conversations come first', async () => {
  const older = await converse('Older');
  const newer = await converse('Newer');
  expect((await person.call('PUT', `/conversations/${older}/pin`, { pinned: true })).body.pinned).toBe(true);
  expect((await list())[0]).toMatchObject({ id: older, pinned: true });
  await person.call('PUT', `/conversations/${older}/pin`, { pinned: false });
  expect((await list())[0]).toMatchObject({ id: newer, pinned: false });
});

test('an export has the citations with document, page and quote', async () => {
  const id = await converse('When does the rose bloom?');
  const get = async (format: string) =>
    (await person.call('GET', `/conversations/${id}/export?format=${format}`)).body;
  const markdown = await get('md');
  expect(markdown).toContain('# When does the rose bloom?');
  expect(markdown).toMatch(/- \[1\] garden\.md.*\n {2}> The rose blooms in June\./);
  const json = await get('json');
  const parsed = typeof json === 'string' ? JSON.parse(json) : json;
  expect(parsed.messages[1].citations[0]).toMatchObject({
    number: 1,
    document: 'garden.md',
    quote: 'The rose blooms in June.',
  });
  const csv = await get('csv');
  expect(csv).toContain('message,role,created_at,content,citation,document,page,quote\r\n');
  expect(csv).toMatch(/\r\n2,assistant,.*,1,garden\.md,.*,The rose blooms in June\.\r\n/);
});
