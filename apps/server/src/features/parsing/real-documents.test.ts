import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readExpectations, readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect } from 'vitest';

const expected = readExpectations();

let server: TestServer;
let person: ApiClient;
let baseId: string;
// biome-ignore lint/suspicious/noExplicitAny: fields as on the wire.
const parsed = new Map<string, any>();

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  baseId = (await buildKnowledgeBase(person)).id;
  const files = expected.map(({ file }) => readRealDocument(file));
  const { body } = await person.upload(`/knowledge-bases/${baseId}/documents`, files);
  expect(body.refused).toEqual([]);
  for (const { id, name } of body.documents) parsed.set(name, await waitUntilParsed(person, id, 3_000));
}, 400_000);
afterAll(() => server.close());

async function listChunks(documentId: string) {
  const items = [];
  for (let page = 1; ; page++) {
    const { body } = await person.call('GET', `/documents/${documentId}/chunks?page=${page}&page_size=200`);
    items.push(...body.items);
    if (items.length >= body.total) return items;
  }
}

testOnRealDocuments.each(expected)(
  '$file is read, and every chunk has its place in the original',
  async ({ file, pages }) => {
    const document = parsed.get(file);
    // Scanned pages need a recogniser, which not every machine has.
    if (document.status === 4) {
      expect(document.error.code, file).toMatch(/no_text|converter_missing/);
      expect(file).toMatch(/scan|ocr/);
      return;
    }
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    if (pages !== null && document.format === 'pdf') expect(document.page_count).toBe(pages);
    const chunks = await listChunks(document.id);
    expect(chunks.length).toBe(document.chunk_count);
    const rendered =
      document.format === 'pdf'
        ? undefined
        : (await person.call('GET', `/documents/${document.id}/rendered`)).body;
    for (const chunk of chunks) {
      expect(chunk.text.trim()).not.toBe('');
      if (rendered) {
        // The place can be shown: some block of the readable form lies in it.
        const shown = rendered.blocks.filter(
          ({ start, end }: { start: number; end: number }) =>
            start < chunk.char_range.end && end > chunk.char_range.start,
        );
        expect(shown.length, `chunk ${chunk.ordinal}`).toBeGreaterThan(0);
        for (const { id } of shown) expect(rendered.html).toContain(`data-block-id="${id}"`);
        continue;
      }
      expect(chunk.page).toBeGreaterThanOrEqual(1);
      expect(chunk.boxes.length, `chunk ${chunk.ordinal}`).toBeGreaterThan(0);
      for (const { page, x0, y0, x1, y1 } of chunk.boxes) {
        expect(page).toBeLessThanOrEqual(document.page_count);
        expect([x0 >= -0.01, y0 >= -0.01, x1 <= 1.01, y1 <= 1.01, x0 < x1, y0 < y1]).toEqual(
          Array(6).fill(true),
        );
      }
    }
  },
);

const withSentences = expected.filter(
  ({ must_contain, file }) => must_contain.length > 0 && !/scan|ocr/.test(file),
);

testOnRealDocuments.each(withSentences)('$file is found by its own words', async ({ file, must_contain }) => {
  const { body } = await person.call('POST', '/retrieval', {
    question: must_contain[0],
    knowledge_base_ids: [baseId],
    settings: { similarity_threshold: 0.1 },
  });
  const names = body.hits.slice(0, 3).map(({ document_name }: { document_name: string }) => document_name);
  expect(names).toContain(file);
});

testOnRealDocuments(
  'an assistant answers from them, and each citation quotes its chunk word for word',
  async () => {
    const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId] });
    const { id } = await buildConversation(person, assistant.id);
    await person.call('POST', `/conversations/${id}/messages`, {
      content: 'What does open-domain question answering rely on?',
    });
    const { messages } = (await person.call('GET', `/conversations/${id}`)).body;
    const { content, citations, status } = messages.at(-1);
    expect(status).toBe('complete');
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.map(({ document_name }: { document_name: string }) => document_name)).toContain(
      's01-dpr-paper-2-columns.pdf',
    );
    for (const citation of citations) {
      expect(citation.chunk_text).toContain(citation.quote);
      for (const { start, end } of citation.markers)
        expect(content.slice(start, end)).toBe(`[${citation.number}]`);
      const chunk = await person.call(
        'GET',
        `/documents/${citation.document_id}/chunks/${citation.chunk_id}`,
      );
      expect(chunk.body.text).toBe(citation.chunk_text);
      expect(chunk.body.boxes).toEqual(citation.boxes);
    }
  },
);
