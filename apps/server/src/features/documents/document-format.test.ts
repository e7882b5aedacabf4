import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { afterAll, beforeAll, expect } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

type Message = { key: string; details: Record<string, unknown> };

async function upload(chunkMethod: string, file: { name: string; bytes: Buffer | string }, query = '') {
  const base = await buildKnowledgeBase(person, { chunk_method: chunkMethod });
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents${query}`, [file]);
  return body.documents[0];
}

const switches = (messages: Message[]) =>
  messages.filter(({ key }) => key === 'note.method_switched').map(({ details }) => details);

testOnRealDocuments(
  'a file that the method of its base does not take is cut by another, and says so',
  async () => {
    const slides = await upload('laws', readRealDocument('s14-slides.pptx'));
    expect(slides.chunk_method).toBe('presentation');
    const details = { method: 'laws', format: 'PPTX', instead: 'presentation' };
    expect(switches(slides.messages)).toEqual([details]);
    const parsed = await waitUntilParsed(person, slides.id);
    expect(parsed.status).toBe(3);
    expect(switches(parsed.messages)).toEqual([details]);
    const sheet = await upload('presentation', readRealDocument('s15-sheets.xlsx'), '?parse=false');
    expect(sheet).toMatchObject({ chunk_method: 'naive', status: 0 });
    const taken = await upload('presentation', readRealDocument('s04-nics-table.pdf'), '?parse=false');
    expect(taken).toMatchObject({ chunk_method: 'presentation', messages: [] });
  },
);

testOnRealDocuments('a file from the file manager that is linked to such a base, too', async () => {
  const owner = await server.addMember(person, 'COMPANY');
  const base = await buildKnowledgeBase(owner, { chunk_method: 'email' });
  const { body } = await owner.upload('/files', [readRealDocument('s15-sheets.xlsx')]);
  const linked = await owner.call('POST', '/files/link', {
    file_ids: [body.files[0].id],
    knowledge_base_ids: [base.id],
    parse: false,
  });
  expect(linked.body).toMatchObject({ documents: 1, refused: [] });
  const [document] = (await owner.call('GET', `/knowledge-bases/${base.id}/documents`)).body.items;
  expect(document.chunk_method).toBe('naive');
  expect(switches(document.messages)).toEqual([{ method: 'email', format: 'XLSX', instead: 'naive' }]);
});

testOnRealDocuments(
  'a method that does not take the file is refused at once, with what would go',
  async () => {
    const sheet = await upload('naive', readRealDocument('s15-sheets.xlsx'), '?parse=false');
    const refused = await person.call('PATCH', `/documents/${sheet.id}`, { chunk_method: 'presentation' });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'document.method_refuses_format' } },
    });
    expect(refused.body.error.message).toBe(
      'The chunk method “Presentation” does not support XLSX files. It supports: PPTX, PPT, ODP, PDF. Methods for this file: General, Questions and answers, Table, One, Knowledge graph.',
    );
    const preview = await person.call('POST', `/documents/${sheet.id}/chunk-preview`, {
      chunk_method: 'paper',
      chunk_options: {},
    });
    expect(preview.body.error.code).toBe('document.method_refuses_format');
    expect((await person.call('GET', `/documents/${sheet.id}`)).body.chunk_method).toBe('naive');
    const taken = await person.call('PATCH', `/documents/${sheet.id}`, { chunk_method: 'table' });
    expect(taken.body.chunk_method).toBe('table');
  },
);

testOnRealDocuments(
  'settings of the base go to the documents that its method takes; the others are named',
  async () => {
    const base = await buildKnowledgeBase(person);
    const files = [readRealDocument('s15-sheets.xlsx'), readRealDocument('s20-headings.html')];
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents?parse=false`, files);
    const [sheet, page] = body.documents;
    await person.call('PATCH', `/knowledge-bases/${base.id}`, { chunk_method: 'laws', chunk_options: {} });
    const applied = await person.call('POST', `/knowledge-bases/${base.id}/documents/bulk`, {
      action: 'apply_settings',
      document_ids: [sheet.id, page.id],
    });
    expect(applied.body).toMatchObject({
      changed: 1,
      refused: [{ name: 's15-sheets.xlsx', code: 'document.method_refuses_format' }],
    });
    expect((await waitUntilParsed(person, page.id)).chunk_method).toBe('laws');
    expect((await person.call('GET', `/documents/${sheet.id}`)).body).toMatchObject({
      chunk_method: 'naive',
      status: 0,
    });
  },
);

testOnRealDocuments(
  'a file that turns out to be of another kind ends with the reason in the language of who asks',
  async () => {
    // By its name a document whose tables could be read, and written in another format for all that.
    const document = await upload('table', {
      name: 'report.docx',
      bytes: readRealDocument('s19-japanese.rtf').bytes,
    });
    expect(document.chunk_method).toBe('table');
    const parsed = await waitUntilParsed(person, document.id);
    expect(parsed).toMatchObject({ status: 4, chunk_count: 0 });
    expect(parsed.error.code).toBe('parsing.method_refuses_format');
    expect(parsed.error.message).toContain('“Table” does not support RTF files');
    const french = await person.call('GET', `/documents/${document.id}`, undefined, {
      'accept-language': 'fr',
    });
    expect(french.body.error.message).toContain('« Tableau » ne prend pas les fichiers RTF');
    // The file is there as before, and another method cuts it.
    await person.call('PATCH', `/documents/${document.id}`, { chunk_method: 'one' });
    await person.call('POST', `/documents/${document.id}/parse`);
    expect((await waitUntilParsed(person, document.id)).status).toBe(3);
  },
);
