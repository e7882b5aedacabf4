import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../system/reconcile.service.ts';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let chatModelId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  chatModelId = await addModel('chat');
});
afterEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function addModel(type: string): Promise<string> {
  return (
    await buildModel(server.admin, provider, {
      model_name: `writer of ${type}`,
      type,
      input_price: 2,
      output_price: 6,
    })
  ).id;
}

const themes = [
  'mooring permit',
  'winter storage',
  'diesel fuel',
  'waste oil',
  'visitor berth',
  'harbour fee',
];
const text = Array.from({ length: 24 }, (_, n) => {
  const theme = themes[n % themes.length];
  return `## Part ${n}\n\nThe ${theme} is ruled in part ${n}. Each ${theme} has its ${theme} register. Nobody may leave a ${theme} alone in year ${2000 + n}.`;
}).join('\n\n');

async function parseText(enrichment: Record<string, unknown>, body = text) {
  const base = await buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 64 },
    enrichment_options: enrichment,
  });
  return buildDocument(person, { knowledge_base_id: base.id, name: 'harbour', text: body });
}

// biome-ignore lint/suspicious/noExplicitAny: fields as on the wire.
async function listChunks(documentId: string): Promise<any[]> {
  return (await person.call('GET', `/documents/${documentId}/chunks?page_size=200`)).body.items;
}

const keysOf = (document: { messages: { key: string }[] }) => document.messages.map(({ key }) => key);
const countBooked = async (documentId: string, work: string) =>
  (
    await server.query(`select cost from usage_records where operation_id like $1 and source = 'ingest'`, [
      `${work}:${documentId}:%`,
    ])
  ).length;

/** Answers by what is asked. */
function script(answers: { keywords?: string; questions?: string; summary?: string }): void {
  provider.setChat({
    tokens: (messages) => {
      const system = messages[0]?.content ?? '';
      if (system.includes('keywords')) return [answers.keywords ?? ''];
      if (system.includes('questions')) return [answers.questions ?? ''];
      return [answers.summary ?? 'A summary of harbour matters.'];
    },
  });
}

describe('keywords and questions', () => {
  test('a model writes them, each call is booked once, and questions are found', async () => {
    script({ keywords: '1. zeppelin hangar\n2. berth', questions: '- Who repairs the quay crane?' });
    const document = await parseText({
      auto_keywords: 2,
      auto_questions: 1,
      chat_model_id: chatModelId,
    });
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    const chunks = await listChunks(document.id);
    for (const chunk of chunks) {
      expect(chunk.keywords).toEqual(['zeppelin hangar', 'berth']);
      expect(chunk.questions).toEqual(['Who repairs the quay crane?']);
    }
    const calls = provider.requests.filter(({ call }) => call === 'chat').length;
    expect(calls).toBe(2 * chunks.length);
    expect(await countBooked(document.id, 'keywords')).toBe(chunks.length);
    expect(await countBooked(document.id, 'questions')).toBe(chunks.length);
    const { body } = await person.call('POST', '/retrieval', {
      question: 'quay crane repair',
      knowledge_base_ids: [document.knowledge_base_id],
    });
    expect(body.hits.length).toBeGreaterThan(0);
  });

  test('nonsense, or one call that fails, leaves the chunk as it was, and the document says so', async () => {
    script({ questions: 'As a model I cannot do that.' });
    provider.failNext({ kind: 'status', status: 400, message: 'refused' }, { times: 1, call: 'chat' });
    const document = await parseText({ auto_questions: 3, chat_model_id: chatModelId });
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    for (const chunk of await listChunks(document.id)) expect(chunk.questions).toEqual([]);
    expect(keysOf(document)).toContain('warning.enrichment_left_out');
  });

  test('without a model that writes, keywords are found by the terms, and questions are left out aloud', async () => {
    const document = await parseText({ auto_keywords: 3, auto_questions: 2 });
    const chunks = await listChunks(document.id);
    for (const chunk of chunks) expect(chunk.keywords.length).toBeGreaterThan(0);
    expect(chunks.flatMap(({ keywords }) => keywords)).toContain('winter storage');
    expect(keysOf(document)).toContain('warning.needs_chat_model');
    expect(provider.requests.filter(({ call }) => call === 'chat')).toEqual([]);
    // Found alike at the next parse.
    const keywords = chunks.map((chunk) => chunk.keywords);
    await person.call('POST', `/documents/${document.id}/parse`);
    await waitUntilParsed(person, document.id);
    expect((await listChunks(document.id)).map((chunk) => chunk.keywords)).toEqual(keywords);
  });
});

testOnRealDocuments(
  'figures are described by a model that sees, and found by what it says',
  {
    timeout: 60_000,
  },
  async () => {
    await addModel('image_to_text');
    provider.setChat({ tokens: ['A bar chart of lighthouse keepers by decade.'] });
    const base = await buildKnowledgeBase(person, {
      chunk_options: { chunk_token_number: 64 },
      enrichment_options: { describe_figures: true },
    });
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
      readRealDocument('s11-summer.docx', 'summer.docx'),
    ]);
    const document = await waitUntilParsed(person, body.documents[0].id);
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    const pictured = (await listChunks(document.id)).filter(({ has_image }) => has_image);
    expect(pictured.length).toBeGreaterThan(0);
    for (const chunk of pictured) expect(chunk.text).toContain('lighthouse keepers');
    expect(await countBooked(document.id, 'figure')).toBeGreaterThan(0);
  },
);

describe('summaries over groups', () => {
  const raptor = (fields: object = {}) => ({ raptor: { enabled: true, max_token: 64, ...fields } });

  /** Groups by the places of their members, which differ between documents by nothing but chance. */
  async function readGroups(documentId: string): Promise<string[]> {
    const chunks = await listChunks(documentId);
    const ordinals = new Map(chunks.map(({ id, ordinal }) => [id, ordinal]));
    return chunks
      .filter(({ kind }) => kind === 'summary')
      .map(({ source_chunk_ids }) => source_chunk_ids.map((id: string) => ordinals.get(id)).join(' '));
  }

  test('the same seed gives the same groups, words and places; what is found leads to its chunks', {
    timeout: 120_000,
  }, async () => {
    const [first, second] = [await parseText(raptor()), await parseText(raptor())];
    expect(first.status, JSON.stringify(first.error)).toBe(3);
    const groups = await readGroups(first.id);
    expect(groups.length).toBeGreaterThan(1);
    expect(await readGroups(second.id)).toEqual(groups);
    const summaries = async (id: string) => (await listChunks(id)).filter(({ kind }) => kind === 'summary');
    const made = await summaries(first.id);
    expect((await summaries(second.id)).map((chunk) => chunk.text)).toEqual(made.map((chunk) => chunk.text));
    for (const summary of made) {
      expect(summary.char_range.end).toBeGreaterThan(summary.char_range.start);
      expect(summary.tokens).toBeLessThanOrEqual(80);
    }
    const { body } = await person.call('POST', '/retrieval', {
      question: 'winter storage register',
      knowledge_base_ids: [first.knowledge_base_id],
      settings: { top_n: 100, similarity_threshold: 0 },
    });
    expect(body.hits.map(({ kind }: { kind: string }) => kind)).toContain('summary');
    expect(await reconcile(server.platform)).toMatchObject({ documents: 0, indexes: 0 });
  });

  test('a model writes them, once each, and none of rows', { timeout: 120_000 }, async () => {
    script({ summary: 'Harbour rules in short.' });
    const document = await parseText({ ...raptor({ random_seed: 3 }), chat_model_id: chatModelId });
    const made = (await listChunks(document.id)).filter(({ kind }) => kind === 'summary');
    expect(made.length).toBeGreaterThan(0);
    expect(made.every((chunk) => chunk.text === 'Harbour rules in short.')).toBe(true);
    const calls = provider.requests.filter(({ call }) => call === 'chat').length;
    expect(calls).toBe(made.length);
    expect(await countBooked(document.id, 'summary')).toBe(calls);
    expect(keysOf(document)).toContain('parse.summarised');
  });
});

test('a provider that is down is waited for, and nothing is paid twice', { timeout: 120_000 }, async () => {
  script({ keywords: 'quay', questions: 'What?' });
  provider.failNext({ kind: 'status', status: 503 }, { times: 5, call: 'chat' });
  const base = await buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 64 },
    enrichment_options: { auto_keywords: 1, chat_model_id: chatModelId },
  });
  const { id } = await buildDocument(person, { knowledge_base_id: base.id, text, parse: false });
  await person.call('POST', `/documents/${id}/parse`);
  for (let look = 0; look < 600; look++) {
    const { body } = await person.call('GET', `/documents/${id}`);
    if (body.waiting_reason === 'provider_busy' || body.status !== 1) break;
    await new Promise((next) => setTimeout(next, 50));
  }
  const document = await waitUntilParsed(person, id, 1_000);
  expect(document.status, JSON.stringify(document.error)).toBe(3);
  const chunks = await listChunks(id);
  expect(await countBooked(id, 'keywords')).toBe(chunks.length);
});
