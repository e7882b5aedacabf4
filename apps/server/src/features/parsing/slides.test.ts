import { findLibreOffice } from '@lectern/adapters';
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

type Slide = { id: string; kind: string; page: number; has_image: boolean; text: string };

testOnRealDocuments(
  'each slide is a chunk with its words, and with its picture where a program here draws slides',
  {
    timeout: 300_000,
  },
  async () => {
    const base = await buildKnowledgeBase(person, { chunk_method: 'presentation' });
    const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [
      readRealDocument('s14-slides.pptx', 'slides.pptx'),
    ]);
    const document = await waitUntilParsed(person, body.documents[0].id, 3_000);
    expect(document.status, JSON.stringify(document.error)).toBe(3);
    const slides: Slide[] = (await person.call('GET', `/documents/${document.id}/chunks`)).body.items;
    expect(slides.length).toBeGreaterThan(0);
    const isDrawn = (await findLibreOffice()) !== undefined;
    for (const { id, kind, page, has_image, text } of slides) {
      expect([kind, has_image]).toEqual(['slide', isDrawn]);
      expect(text.trim()).not.toBe('');
      const ofChunk = await person.call('GET', `/documents/${document.id}/chunks/${id}/image`);
      const ofPage = await person.call('GET', `/documents/${document.id}/pages/${page}/image`);
      expect([ofChunk.status, ofPage.status]).toEqual(isDrawn ? [200, 200] : [404, 404]);
      if (isDrawn) expect(ofPage.headers.get('content-type')).toBe('image/jpeg');
    }
    const beyond = await person.call('GET', `/documents/${document.id}/pages/9999/image`);
    expect(beyond.body.error.code).toBe('document.page_not_found');
  },
);
