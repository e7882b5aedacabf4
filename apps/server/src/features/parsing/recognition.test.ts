import {
  type ApiClient,
  buildKnowledgeBase,
  buildPdfFile,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { requireTesseract } from '@lectern/testing/programs';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function parseScan(readingOptions: object, client = person) {
  const base = await buildKnowledgeBase(client, { reading_options: readingOptions });
  const { body } = await client.upload(`/knowledge-bases/${base.id}/documents`, [
    readRealDocument('s08-ocr-rotated.pdf', 'scan.pdf'),
  ]);
  return waitUntilParsed(client, body.documents[0].id, 3_000);
}

const keysOf = (document: { messages: { key: string }[] }) => document.messages.map(({ key }) => key);
const countReadings = async () =>
  (await server.query('select engine, page from page_readings order by engine, page')).length;

testOnRealDocuments(
  'a scan is recognised by the program, once, whatever happens to the document',
  {
    timeout: 300_000,
  },
  async (context) => {
    requireTesseract(context);
    const document = await parseScan({ task_page_size: 1 });
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    expect(keysOf(document)).toContain('parse.recognising');
    const readings = await server.query('select * from page_readings');
    expect(readings.length).toBeGreaterThan(0);
    const chunks = (await person.call('GET', `/documents/${document.id}/chunks`)).body.items;
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks.every(({ boxes }: { boxes: object[] }) => boxes.length > 0)).toBe(true);

    // Parsed again, and as another document of the same content: the same rows serve.
    await person.call('POST', `/documents/${document.id}/parse`);
    const again = await waitUntilParsed(person, document.id, 3_000);
    expect(again.chunk_count).toBe(document.chunk_count);
    const other = await parseScan({});
    expect(other.chunk_count).toBe(document.chunk_count);
    expect(await server.query('select * from page_readings')).toEqual(readings);

    // The readings go with the last file of that content.
    for (const [id, left] of [
      [document.id, readings.length],
      [other.id, 0],
    ]) {
      await person.call('DELETE', `/documents/${id}`);
      for (let look = 0; look < 300; look++) {
        if ((await server.query('select 1 from documents where id = $1', [id])).length === 0) break;
        await new Promise((next) => setTimeout(next, 50));
      }
      expect(await countReadings()).toBe(left);
    }
  },
);

testOnRealDocuments(
  'without an engine and without a model that sees, the reason is said',
  {
    timeout: 120_000,
  },
  async () => {
    expect((await parseScan({ ocr: 'vision' })).error.code).toBe('parsing.ocr_missing');
    expect((await parseScan({ ocr: 'off' })).error.code).toBe('parsing.no_text');
    const base = await buildKnowledgeBase(person);
    const wav = Buffer.concat([
      Buffer.from(
        'RIFF\x24\x08\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00data\x00\x08\x00\x00',
        'latin1',
      ),
      Buffer.alloc(2048, 128),
    ]);
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
      { name: 'call.wav', bytes: wav },
    ]);
    const document = await waitUntilParsed(person, body.documents[0].id);
    expect(document.error.code).toBe('parsing.speech_missing');
  },
);

testOnRealDocuments(
  'a model that sees reads the pages where it is asked to, each call booked once',
  {
    timeout: 120_000,
  },
  async () => {
    await server.admin.call('POST', '/models', {
      provider_id: 'openai-compatible',
      model_name: 'eyes',
      type: 'image_to_text',
      base_url: provider.baseUrl,
    });
    provider.setChat({ tokens: ['# Harbour rules\n\n', 'Boats moor at the west pier.'] });
    const document = await parseScan({ ocr: 'vision' });
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    const chunks = (await person.call('GET', `/documents/${document.id}/chunks`)).body.items;
    expect(chunks.map(({ text }: { text: string }) => text).join(' ')).toContain('west pier');
    const calls = provider.requests.filter(({ call }) => call === 'chat').length;
    expect(calls).toBeGreaterThan(0);
    const booked = async () =>
      (await server.query("select 1 from usage_records where kind = 'vision' and source = 'ingest'")).length;
    expect(await booked()).toBe(calls);
    await person.call('POST', `/documents/${document.id}/parse`);
    await waitUntilParsed(person, document.id, 3_000);
    expect(provider.requests.filter(({ call }) => call === 'chat').length).toBe(calls);
    expect(await booked()).toBe(calls);
  },
);

test('a PDF with text is opened once', async () => {
  const { parsers } = server.platform;
  const methods: string[] = [];
  const run = parsers.run.bind(parsers);
  const spy = vi.spyOn(parsers, 'run').mockImplementation((method, ...rest) => {
    methods.push(method);
    return run(method, ...rest) as never;
  });
  const base = await buildKnowledgeBase(person);
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
    { name: 'a.pdf', bytes: buildPdfFile(['The rose blooms in June.']) },
  ]);
  expect(await waitUntilParsed(person, body.documents[0].id)).toMatchObject({ status: 3 });
  spy.mockRestore();
  expect(methods).toEqual(['chunkFile']);
});
