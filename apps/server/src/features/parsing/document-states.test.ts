import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  buildPdfFile,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;
let provider: FakeProvider;
/** An embedding model that never answers holds a parse where it is. */
let stuckModel: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  stuckModel = (await buildModel(server.admin, provider, { model_name: 'slow', type: 'embedding' })).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function uploadPdf(lines: string[], fields: Record<string, unknown> = {}, query = '') {
  const base = await buildKnowledgeBase(person, fields);
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents${query}`, [
    { name: 'Règlement n° 7.pdf', bytes: buildPdfFile(lines) },
  ]);
  return body.documents[0];
}

/** A document whose parse waits for a provider. */
async function buildStuckDocument() {
  provider.failNext({ kind: 'timeout' }, { times: 5, call: 'embeddings' });
  const document = await uploadPdf(['one page'], { embedding_model_id: stuckModel });
  for (let look = 0; look < 200; look++) {
    if ((await person.call('GET', `/documents/${document.id}`)).body.stage === 'embedding') return document;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('The parse never began to embed');
}

describe('parsing', () => {
  test('tells stage, percent, messages, times and what came of it', async () => {
    const document = await waitUntilParsed(person, (await uploadPdf(['first page', 'second page'])).id);
    expect(document).toMatchObject({
      status: 3,
      stage: 'done',
      percent: 100,
      page_count: 2,
      format: 'pdf',
      error: null,
    });
    expect(document.chunk_count).toBeGreaterThan(0);
    expect(document.process_duration_ms).toBeGreaterThanOrEqual(0);
    expect(Date.parse(document.process_begin_at)).toBeGreaterThan(Date.parse(document.created_at) - 1);
    const keys = document.messages.map(({ key }: { key: string }) => key);
    expect(keys).toEqual([
      'parse.queued',
      'parse.reading',
      'parse.cut',
      'parse.embedding',
      'parse.indexing',
      'parse.done',
    ]);
  });

  test('is cancelled at once, run again, and refused where it does not apply', async () => {
    const document = await buildStuckDocument();
    const codeOf = async (action: string) => {
      const { status, body } = await person.call('POST', `/documents/${document.id}/${action}`);
      return body.error?.code ?? status;
    };
    expect(await codeOf('parse')).toBe('document.already_parsing');
    expect(await codeOf('cancel')).toBe(202);
    expect((await person.call('GET', `/documents/${document.id}`)).body).toMatchObject({
      status: 2,
      stage: null,
    });
    expect(await codeOf('cancel')).toBe('document.not_parsing');
    provider.reset();
    expect(await codeOf('parse')).toBe(202);
    expect(await waitUntilParsed(person, document.id)).toMatchObject({ status: 3, chunk_count: 1 });
    const chunks = (await person.call('GET', `/documents/${document.id}/chunks`)).body;
    expect(chunks.total).toBe(1);
  });

  test('a document deleted while it is parsed leaves nothing behind', async () => {
    const document = await buildStuckDocument();
    expect((await person.call('DELETE', `/documents/${document.id}`)).status).toBe(204);
    expect((await person.call('GET', `/documents/${document.id}`)).status).toBe(410);
    provider.reset();
    for (let look = 0; look < 300; look++) {
      const rows = await server.query('select 1 from documents where id = $1', [document.id]);
      if (rows.length === 0) break;
      await new Promise((next) => setTimeout(next, 50));
    }
    expect(await server.query('select 1 from documents where id = $1', [document.id])).toEqual([]);
    expect(await server.query('select 1 from chunks where document_id = $1', [document.id])).toEqual([]);
    const index = server.platform.index;
    const indexed = (await index.findState(document.knowledge_base_id))
      ? await index.countByDocument(document.knowledge_base_id)
      : new Map();
    expect(indexed.get(document.id)).toBeUndefined();
  });

  test('the old chunks answer until the new ones are ready, and none is left twice', async () => {
    const document = await buildDocument(person, { text: '# Garden\n\nThe rose blooms in June.' });
    const search = async () =>
      (
        await person.call('POST', '/retrieval', {
          question: 'rose',
          knowledge_base_ids: [document.knowledge_base_id],
        })
      ).body.hits.map((hit: { chunk_id: string }) => hit.chunk_id);
    const before = await search();
    expect(before).toHaveLength(1);
    await person.call('POST', `/documents/${document.id}/parse`);
    await waitUntilParsed(person, document.id);
    const after = await search();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(
      await server.query('select version from chunks where document_id = $1', [document.id]),
    ).toHaveLength(1);
  });

  test('settings of a document hold at its next parse', async () => {
    const document = await buildDocument(person, {
      text: Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\nText ${n}.`).join('\n\n'),
    });
    const one = await person.call('PATCH', `/documents/${document.id}`, { chunk_method: 'one' });
    expect(one.body).toMatchObject({ chunk_method: 'one', chunk_count: document.chunk_count });
    await person.call('POST', `/documents/${document.id}/parse`);
    expect((await waitUntilParsed(person, document.id)).chunk_count).toBe(1);
    const bad = await person.call('PATCH', `/documents/${document.id}`, { chunk_method: 'alchemy' });
    expect(bad.body.error.code).toBe('knowledge_base.chunk_method_unknown');
    const ranges = { reading_options: { page_ranges: [{ from: 3, to: 2 }] } };
    expect((await person.call('PATCH', `/documents/${document.id}`, ranges)).status).toBe(422);
  });
});

describe('lists and bulk', () => {
  test('a list is searched, filtered, sorted and paged', async () => {
    const base = await buildKnowledgeBase(person);
    for (const name of ['b 100%', 'a_x', 'c'])
      await buildDocument(person, { knowledge_base_id: base.id, name, text: name, parse: false });
    const list = async (query: string) =>
      (await person.call('GET', `/knowledge-bases/${base.id}/documents?${query}`)).body;
    const names = async (query: string) =>
      (await list(query)).items.map(({ name }: { name: string }) => name);
    expect(await names('sort=name&direction=asc')).toEqual(['a_x.md', 'b 100%.md', 'c.md']);
    expect(await names('search=100%25')).toEqual(['b 100%.md']);
    expect(await names('search=a_')).toEqual(['a_x.md']);
    expect(await names('status=3')).toEqual([]);
    expect(await list('page=2&page_size=2&sort=name')).toMatchObject({
      total: 3,
      items: [{ name: 'a_x.md' }],
    });
    for (const bad of ['status=9', 'sort=secret', 'page=0', 'page_size=9999'])
      expect((await person.call('GET', `/knowledge-bases/${base.id}/documents?${bad}`)).status, bad).toBe(
        422,
      );
  });

  test('one action on many leaves alone those it does not apply to', async () => {
    const base = await buildKnowledgeBase(person);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push((await buildDocument(person, { knowledge_base_id: base.id, parse: false })).id);
    const act = async (action: string, document_ids = ids) =>
      (await person.call('POST', `/knowledge-bases/${base.id}/documents/bulk`, { action, document_ids })).body
        .changed;
    expect(await act('disable', ids.slice(0, 2))).toBe(2);
    expect(await act('disable')).toBe(1);
    expect(await act('enable')).toBe(3);
    expect(await act('cancel')).toBe(0);
    expect(await act('parse')).toBe(3);
    for (const id of ids) expect((await waitUntilParsed(person, id)).status).toBe(3);
    expect(await act('delete')).toBe(3);
    expect((await person.call('GET', `/knowledge-bases/${base.id}/documents`)).body.total).toBe(0);
  });

  test('documents take over the settings of their base and are parsed with them', async () => {
    const base = await buildKnowledgeBase(person);
    const { id } = await buildDocument(person, { knowledge_base_id: base.id, text: 'one\n\ntwo' });
    await waitUntilParsed(person, id);
    const settings = {
      chunk_method: 'one',
      chunk_options: {},
      enrichment_options: { first_page_text: true },
    };
    await person.call('PATCH', `/knowledge-bases/${base.id}`, settings);
    const act = () =>
      person.call('POST', `/knowledge-bases/${base.id}/documents/bulk`, {
        action: 'apply_settings',
        document_ids: [id],
      });
    expect((await act()).body.changed).toBe(1);
    // One that is being parsed already is left to finish.
    expect((await act()).body.changed).toBe(0);
    expect(await waitUntilParsed(person, id)).toMatchObject({
      chunk_method: 'one',
      chunk_count: 1,
      enrichment_options: { first_page_text: true },
    });
  });
});

describe('the original', () => {
  test('comes with headers that keep it from running or being guessed at', async () => {
    const document = await uploadPdf(['a page'], {}, '?parse=false');
    const answer = await person.call('GET', `/documents/${document.id}/file`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('content-disposition')).toBe(
      "inline; filename*=UTF-8''R%C3%A8glement%20n%C2%B0%207.pdf",
    );
    const base = document.knowledge_base_id;
    const { body } = await person.upload(`/knowledge-bases/${base}/documents?parse=false`, [
      { name: 'page.html', bytes: '<script>alert(1)</script>' },
    ]);
    const html = await person.call('GET', `/documents/${body.documents[0].id}/file`);
    expect(html.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(html.headers.get('content-type')).not.toContain('html');
  });

  test('is told in ranges', async () => {
    const bytes = '0123456789';
    const base = await buildKnowledgeBase(person);
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [
      { name: 'a.txt', bytes },
    ]);
    const path = `/documents/${body.documents[0].id}/file`;
    const get = async (range: string) => {
      const { status, headers, body } = await person.call('GET', path, undefined, { range });
      return [status, headers.get('content-range'), status < 300 ? body : body.error.code];
    };
    expect(await get('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await get('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await get('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await get('bytes=0-999')).toEqual([206, 'bytes 0-9/10', bytes]);
    expect(await get('bytes=10-')).toEqual([416, 'bytes */10', 'request.range_not_satisfiable']);
    expect(await get('bytes=5-2')).toEqual([200, null, bytes]);
    expect(await get('lines=1-2')).toEqual([200, null, bytes]);
    expect(await get('bytes=0-1,3-4')).toEqual([200, null, bytes]);
  });

  test('two documents of one content are two: deleting one leaves the other whole', async () => {
    const base = await buildKnowledgeBase(person);
    const text = '# Twins\n\nBoth read alike.';
    const first = await buildDocument(person, { knowledge_base_id: base.id, name: 'twin', text });
    const second = await buildDocument(person, { knowledge_base_id: base.id, name: 'twin', text });
    expect(second.name).toBe('twin (2).md');
    await person.call('DELETE', `/documents/${first.id}`);
    for (let look = 0; look < 200; look++) {
      if ((await server.query('select 1 from documents where id = $1', [first.id])).length === 0) break;
      await new Promise((next) => setTimeout(next, 50));
    }
    expect((await person.call('GET', `/documents/${second.id}/file`)).body).toBe(text);
    expect((await person.call('GET', `/documents/${second.id}/rendered`)).body.html).toContain(
      'Both read alike',
    );
  });
});

describe('what is made of it', () => {
  test('the rendered form carries blocks with their places, and no script', async () => {
    const base = await buildKnowledgeBase(person);
    const html =
      '<h1>Title</h1><p onclick="x()">Safe <script>alert(1)</script><a href="javascript:x()">link</a></p><img src=x onerror=y>';
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
      { name: 'a.html', bytes: html },
    ]);
    await waitUntilParsed(person, body.documents[0].id);
    const rendered = (await person.call('GET', `/documents/${body.documents[0].id}/rendered`)).body;
    expect(rendered.html).toContain('data-block-id');
    expect(rendered.html).not.toMatch(/<script|onclick|onerror|javascript:/i);
    expect(rendered.blocks.length).toBeGreaterThan(0);
  });

  test('a PDF shows its pages as pictures, and has no other form', async () => {
    const document = await waitUntilParsed(person, (await uploadPdf(['first', 'second'])).id);
    const picture = await person.call('GET', `/documents/${document.id}/pages/2/image?width=64`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await person.call('GET', `/documents/${document.id}/pages/3/image`)).body.error.code).toBe(
      'document.page_not_found',
    );
    expect((await person.call('GET', `/documents/${document.id}/pages/0/image`)).status).toBe(404);
    expect((await person.call('GET', `/documents/${document.id}/pages/1/image?width=1`)).status).toBe(422);
    expect((await person.call('GET', `/documents/${document.id}/rendered`)).body.error.code).toBe(
      'document.not_parsed',
    );
    const text = await buildDocument(person);
    expect((await person.call('GET', `/documents/${text.id}/pages/1/image`)).status).toBe(404);
  });

  test('a preview shows how it would be cut and keeps nothing', async () => {
    const document = await buildDocument(person, {
      parse: false,
      text: Array.from({ length: 30 }, (_, n) => `Sentence number ${n} of the text.`).join(' '),
    });
    const cut = (chunk_options: Record<string, unknown>, chunk_method = 'naive') =>
      person.call('POST', `/documents/${document.id}/chunk-preview`, { chunk_method, chunk_options });
    const small = (await cut({ chunk_token_number: 32 })).body;
    const large = (await cut({ chunk_token_number: 512 })).body;
    expect(small.total).toBeGreaterThan(large.total);
    expect(small.chunks[0]).toMatchObject({ ordinal: 0 });
    expect((await cut({}, 'alchemy')).body.error.code).toBe('knowledge_base.chunk_method_unknown');
    expect((await cut({ chunk_token_number: -1 })).body.error.code).toBe(
      'knowledge_base.chunk_options_invalid',
    );
    expect((await person.call('GET', `/documents/${document.id}`)).body).toMatchObject({
      status: 0,
      chunk_count: 0,
    });
  });

  test('a preview of a broken file says what is wrong', async () => {
    const base = await buildKnowledgeBase(person);
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [
      { name: 'a.pdf', bytes: `%PDF-1.7\n${'x'.repeat(500)}` },
    ]);
    const preview = await person.call('POST', `/documents/${body.documents[0].id}/chunk-preview`, {
      chunk_method: 'naive',
      chunk_options: {},
    });
    expect(preview.body.error.code).toBe('parsing.broken');
  });
});
