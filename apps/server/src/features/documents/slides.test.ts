import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findLibreOffice } from '@lectern/adapters';
import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The collection lies beside the checkout. Without it this file fails, and says so by the path it misses.
const folder = resolve(import.meta.dirname, '../../../../../../shared/documents');
const file = { name: 'slides.pptx', bytes: readFileSync(resolve(folder, 's14-slides.pptx')) };

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

type Slide = { id: string; kind: string; page: number; has_image: boolean; text: string };

test('each slide is a chunk with its words, and with its picture where a program here draws slides', {
  timeout: 300_000,
}, async () => {
  const base = await buildKnowledgeBase(person, { chunk_method: 'presentation' });
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents`, [file]);
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
});
