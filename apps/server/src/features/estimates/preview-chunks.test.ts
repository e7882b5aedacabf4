import { type ApiClient, buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { requireTesseract } from '@lectern/testing/programs';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

async function upload(file: { name: string; bytes: Buffer }): Promise<string> {
  const base = await buildKnowledgeBase(person);
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [file]);
  return body.documents[0].id;
}

const preview = async (id: string, more: object = {}) => {
  const body = { chunk_method: 'naive', chunk_options: {}, ...more };
  const answer = await person.call('POST', `/documents/${id}/chunk-preview`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

const ocr = (mode: string) => ({
  reading_options: { ocr: mode, page_ranges: [], task_page_size: 12, ocr_languages: [] },
});

testOnRealDocuments(
  'a scan that was not read yet says so, is read for the preview, and once for all previews',
  {
    timeout: 300_000,
  },
  async (context) => {
    requireTesseract(context);
    const id = await upload(readRealDocument('s08-ocr-rotated.pdf'));
    const before = await preview(id);
    expect(before).toMatchObject({ chunks: [], total: 0 });
    expect(before.unread.pages).toBeGreaterThan(0);
    expect(before.unread.with).toContain('Tesseract');

    const after = await preview(id, { recognise: true });
    expect(after.unread.pages).toBeLessThan(before.unread.pages);
    expect(after.chunks.length).toBeGreaterThan(0);
    const readings = await server.query('select * from page_readings order by page');
    expect(readings.length).toBeGreaterThan(0);

    // What was read serves every other way of cutting, without being read again.
    const other = await preview(id, { chunk_options: { chunk_token_number: 4 } });
    expect(other.total).toBeGreaterThan(after.total);
    expect(other.unread).toEqual(after.unread);
    expect(await server.query('select * from page_readings order by page')).toEqual(readings);

    // Nothing of it is a document yet, and whoever wants no recognition gets none.
    expect((await person.call('GET', `/documents/${id}`)).body).toMatchObject({ status: 0, chunk_count: 0 });
    expect(await preview(id, ocr('off'))).toMatchObject({ total: 0, unread: { pages: 0, with: null } });
  },
);

testOnRealDocuments(
  'where nothing reads pictures, the preview says that; a text has none',
  {
    timeout: 120_000,
  },
  async () => {
    const scan = await upload(readRealDocument('s08-ocr-rotated.pdf'));
    const seen = await preview(scan, { ...ocr('vision'), recognise: true });
    expect(seen).toMatchObject({ total: 0, unread: { with: null } });
    expect(seen.unread.pages).toBeGreaterThan(0);
    const text = await preview(await upload(readRealDocument('s04-nics-table.pdf')));
    expect(text.unread).toEqual({ pages: 0, with: null });
    expect(text.total).toBeGreaterThan(0);
  },
);
