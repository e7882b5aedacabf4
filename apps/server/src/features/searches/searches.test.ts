import {
  type ApiClient,
  buildAssistant,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  type StreamedEvent,
  StreamRefused,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { bookLostSummaries } from './summary-calls.service.ts';

let server: TestServer;
let provider: FakeProvider;
let owner: ApiClient;
let companyId: string;
let chatModel: string;
/** Open to the team, and to all through an assistant. */
let garden: { id: string };
let assistantId: string;
/** Its owner's alone. */
let diary: { id: string };

const question = 'When does the rose bloom?';

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  owner = await server.signUp();
  companyId = (await owner.call('GET', '/me')).body.company.id;
  await server.query(
    "update companies set kind = 'company', package_id = (select id from packages limit 1) where id = $1",
    [companyId],
  );
  await server.query('update memberships set level = 2 where company_id = $1', [companyId]);
  await server.query('update packages set max_users = null');
  chatModel = (await buildModel(server.admin, provider)).id;
  garden = await buildKnowledgeBase(owner, { permission: 'team' });
  diary = await buildKnowledgeBase(owner);
  const text = (month: string) =>
    `# Garden book\n\n## The rose bloom\n\nThe rose of this garden blooms in ${month}, when the days are long and the nights are warm. It smells of honey.`;
  await buildDocument(owner, { knowledge_base_id: garden.id, name: 'garden', text: text('June') });
  await buildDocument(owner, { knowledge_base_id: diary.id, name: 'diary', text: text('secret March') });
  assistantId = (await buildAssistant(owner, { knowledge_base_ids: [garden.id] })).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => provider.reset());
afterEach(() => server.admin.call('PATCH', '/system-models', { chat: null }));

async function search(client: ApiClient, fields: Record<string, unknown> = {}): Promise<StreamedEvent[]> {
  const events = [];
  for await (const event of client.stream('POST', '/search', { question, ...fields })) events.push(event);
  return events;
}

const ofType = (events: StreamedEvent[], type: string) => events.find(({ data }) => data.type === type)?.data;
const refusal = (result: Promise<unknown>) =>
  result.then(
    () => undefined,
    (error) => (error instanceof StreamRefused ? error.code : error),
  );
const namesIn = (events: StreamedEvent[]): string[] =>
  ofType(events, 'results').documents.map(({ name }: { name: string }) => name.replace('.md', ''));

/** What the ledger holds of the company since the last call. */
let read = 0;
async function readLedger() {
  const rows = await server.query(
    'select kind, assistant_id, outcome, completion_tokens from usage_records where company_id = $1 order by created_at, id',
    [companyId],
  );
  const fresh = rows.slice(read);
  read = rows.length;
  return fresh;
}

describe('a search', () => {
  test('tells what it found first, then a summary whose citations open the passages', async () => {
    await readLedger();
    const events = await search(owner, { knowledge_base_ids: [garden.id] });
    expect(events[0]?.data.type).toBe('results');
    const { documents, hits } = ofType(events, 'results');
    expect(documents).toMatchObject([
      { name: expect.stringContaining('garden'), knowledge_base_id: garden.id, hit_count: hits.length },
    ]);
    const [hit] = hits;
    const words = hit.matches.map(({ start, end }: { start: number; end: number }) =>
      hit.text.slice(start, end),
    );
    expect(words).toContain('rose');
    const { summary } = ofType(events, 'done');
    expect(summary).toMatchObject({ status: 'complete', error: null });
    expect(summary.content).toContain('blooms in June');
    expect(summary.citations[0]).toMatchObject({ number: 1, document_id: documents[0].id });
    expect(summary.support.score).toBe(1);
    const ledger = await readLedger();
    expect(ledger.filter(({ kind }) => kind === 'request')).toHaveLength(1);
    expect(ledger.filter(({ kind }) => kind === 'answer')).toMatchObject([
      { assistant_id: null, outcome: 'complete' },
    ]);
    expect(ledger.map(({ kind }) => kind)).toContain('embedding');
  });

  test('suggests questions that the passages answer, and not the one that was asked', async () => {
    const asked = 'What does the document say about “The rose bloom”?';
    const related = async (words: string) =>
      ofType(await search(owner, { question: words, knowledge_base_ids: [garden.id] }), 'results')
        .related_questions;
    expect(await related(question)).toEqual([asked]);
    expect(await related(asked)).toEqual([]);
  });

  test('finds nothing without calling a chat model', async () => {
    await server.admin.call('PATCH', '/system-models', { chat: chatModel });
    const events = await search(owner, { question: 'zebra xylophone quixotic' });
    expect(ofType(events, 'results')).toMatchObject({ documents: [], hits: [] });
    expect(ofType(events, 'done').summary).toMatchObject({ content: '', status: 'complete' });
    expect(provider.requests).toEqual([]);
  });

  test('books one request and every call of a model, also where it fails', async () => {
    await server.admin.call('PATCH', '/system-models', { chat: chatModel });
    provider.setChat({ tokens: ['It blooms ', 'in June [1', '].'] });
    await readLedger();
    const { summary } = ofType(await search(owner), 'done');
    expect(summary).toMatchObject({ content: 'It blooms in June [1].', usage: { completion_tokens: 3 } });
    const kinds = (await readLedger()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'request')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'chat')).toHaveLength(1);
  });

  test('ends with its reader, and what was used by then is booked', async () => {
    await server.admin.call('PATCH', '/system-models', { chat: chatModel });
    provider.setChat({ tokens: Array.from({ length: 500 }, (_, n) => `word${n} `), tokenDelay: 20 });
    await readLedger();
    const controller = new AbortController();
    for await (const { data } of owner.stream('POST', '/search', { question }, controller.signal))
      if (data.type === 'delta') break;
    controller.abort();
    let ledger: Record<string, unknown>[] = [];
    await expect
      .poll(async () => {
        ledger = [...ledger, ...(await readLedger())];
        return ledger.find(({ kind }) => kind === 'answer')?.outcome;
      })
      .toBe('stopped');
    expect(ledger.find(({ kind }) => kind === 'chat')?.completion_tokens).toBeGreaterThan(0);
  });

  test('ends with the right to its knowledge bases', async () => {
    await server.admin.call('PATCH', '/system-models', { chat: chatModel });
    provider.setChat({ tokens: Array.from({ length: 2_000 }, (_, n) => `word${n} `), tokenDelay: 20 });
    const person = await server.addMember(owner, 'USER');
    const rights = (body: object) => owner.call('PUT', `/company/assistant-rights/${assistantId}`, body);
    let revoked = false;
    const last: unknown[] = [];
    const events = person.stream('POST', '/search', { question });
    const read = (async () => {
      for await (const { data } of events) {
        last[0] = data;
        if (data.type === 'delta' && !revoked) {
          revoked = true;
          await rights({ audience: 'chosen', account_ids: [] });
        }
      }
    })();
    await read.catch((error) => last.push(error));
    await rights({ audience: 'everyone' });
    expect(JSON.stringify(last)).toContain('knowledge_base.not_found');
  });

  test('is booked by another process when its own was killed', async () => {
    await server.admin.call('PATCH', '/system-models', { chat: chatModel });
    provider.setChat({ tokens: Array.from({ length: 500 }, (_, n) => `word${n} `), tokenDelay: 20 });
    const controller = new AbortController();
    let id: unknown;
    const booked = () =>
      server.query('select kind, prompt_tokens, outcome from usage_records where operation_id like $1', [
        `%:${id}`,
      ]);
    for await (const { data } of owner.stream('POST', '/search', { question }, controller.signal)) {
      if (data.type !== 'delta') continue;
      const [call] = await server.query('select * from summary_calls where company_id = $1', [companyId]);
      expect(call).toMatchObject({ model_name: 'chat-1', prompt_tokens: expect.any(Number) });
      await server.query("update summary_calls set heartbeat_at = now() - interval '2 minutes'");
      await bookLostSummaries(server.platform);
      id = call?.id;
      const rows = (await booked()).filter(({ kind }) => kind === 'chat' || kind === 'answer');
      expect(rows).toEqual([
        { kind: 'chat', prompt_tokens: call?.prompt_tokens, outcome: 'interrupted' },
        { kind: 'answer', prompt_tokens: 0, outcome: 'interrupted' },
      ]);
      break;
    }
    // Should the process live after all, nothing is booked twice.
    controller.abort();
    await expect.poll(() => server.query('select id from summary_calls')).toEqual([]);
    expect((await booked()).filter(({ kind }) => kind === 'chat')).toHaveLength(1);
  });

  test('is saved, run again, renamed and deleted by its owner alone', async () => {
    const fields = { question, knowledge_base_ids: [garden.id], filters: { type: ['md'] } };
    const saved = await owner.call('POST', '/saved-searches', { name: 'Roses', ...fields });
    expect([saved.status, saved.body]).toMatchObject([201, { name: 'Roses', ...fields }]);
    const again = await owner.call('POST', '/saved-searches', { name: 'roses', ...fields });
    expect(again.body.error.code).toBe('saved_search.name_taken');
    const path = `/saved-searches/${saved.body.id}`;
    const other = await server.addMember(owner, 'COMPANY');
    expect((await other.call('GET', '/saved-searches')).body.items).toEqual([]);
    expect((await other.call('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
    expect((await owner.call('PATCH', path, { name: 'Garden' })).body.name).toBe('Garden');
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.call('GET', '/saved-searches')).body.items).toEqual([]);
  });

  test('is drawn as a mind map of what it found', async () => {
    const { hits } = ofType(await search(owner, { knowledge_base_ids: [garden.id] }), 'results');
    const chunk_ids = hits.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
    const { status, body } = await owner.call('POST', '/search/mind-map', { question, chunk_ids });
    expect(status).toBe(200);
    expect(body.nodes[0]).toMatchObject({ label: question, parent: null });
    expect(body.nodes.map(({ label }: { label: string }) => label)).toContain('The rose bloom');
    const stranger = await server.signUp();
    expect((await stranger.call('POST', '/search/mind-map', { question, chunk_ids })).status).toBe(404);
  });

  test('is refused where the month has no request left', async () => {
    await server.query('update packages set max_requests = 0');
    expect(await refusal(search(owner))).toBe('quota.monthly_requests_reached');
    await server.query('update packages set max_requests = null');
  });
});

describe('who may search what', () => {
  const basesOf = async (person: ApiClient): Promise<string[]> =>
    (await person.call('GET', '/search/knowledge-bases')).body.items.map(({ id }: { id: string }) => id);

  test('members search what they may open or what an assistant answers them from, and nothing else', async () => {
    for (const level of ['USER', 'ELEVATED_USER'] as const) {
      const person = await server.addMember(owner, level);
      expect(await basesOf(person), level).toEqual([garden.id]);
      expect(namesIn(await search(person)), level).toEqual(['garden']);
      expect(await refusal(search(person, { knowledge_base_ids: [garden.id, diary.id] }))).toBe(
        'knowledge_base.not_found',
      );
    }
    expect(new Set(await basesOf(owner))).toEqual(new Set([garden.id, diary.id]));
  });

  test("a right that is taken away takes a user's bases and their originals along", async () => {
    const person = await server.addMember(owner, 'USER');
    const { documents } = ofType(await search(person), 'results');
    const original = async () => (await person.call('GET', `/documents/${documents[0].id}/file`)).status;
    expect(await original()).toBe(200);
    const rights = (body: object) => owner.call('PUT', `/company/assistant-rights/${assistantId}`, body);
    const { id } = (await owner.call('GET', '/me')).body;
    expect((await rights({ audience: 'chosen', account_ids: [id] })).status).toBe(200);
    expect(await basesOf(person)).toEqual([]);
    expect(namesIn(await search(person))).toEqual([]);
    expect(await refusal(search(person, { knowledge_base_ids: [garden.id] }))).toBe(
      'knowledge_base.not_found',
    );
    expect(await original()).toBe(404);
    await rights({ audience: 'everyone' });
    expect(await basesOf(person)).toEqual([garden.id]);
  });

  test('a search over nothing costs nothing', async () => {
    const stranger = await server.signUp();
    await readLedger();
    expect(namesIn(await search(stranger))).toEqual([]);
    const [counted] = await server.query(
      "select count(*)::int as rows from usage_records where company_id = $1 and kind = 'request'",
      [(await stranger.call('GET', '/me')).body.company.id],
    );
    expect(counted?.rows).toBe(0);
  });
});
