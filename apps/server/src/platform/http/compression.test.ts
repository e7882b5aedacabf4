import { gzipSync } from 'node:zlib';
import { buildDocument, buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('what is read is sent compressed where it is worth it; secrets, files and bodies of callers are not', async () => {
  const person = await server.signUp();
  const encodingOf = async (path: string, init: RequestInit & { accepts?: string } = {}) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${person.token}`,
        'accept-encoding': init.accepts ?? 'gzip, br',
        ...init.headers,
      },
    });
    // Read, so that it is what it says.
    await answer.arrayBuffer();
    expect(answer.ok).toBe(true);
    return answer.headers.get('content-encoding');
  };
  const base = await buildKnowledgeBase(person);
  const text = 'The harbour opens at six. '.repeat(100);
  const document = await buildDocument(person, { knowledge_base_id: base.id, text });
  expect(await encodingOf('/knowledge-bases')).toBe('br');
  expect(await encodingOf('/knowledge-bases', { accepts: 'gzip' })).toBe('gzip');
  expect(await encodingOf('/knowledge-bases', { accepts: 'identity' })).toBe(null);
  expect(await encodingOf('/openapi.json')).toBe('br');
  expect(await encodingOf('/me/invitations')).toBe(null);
  expect(await encodingOf(`/documents/${document.id}/file`)).toBe(null);
  // Long names that a caller chooses, next to the secret.
  const json = { 'content-type': 'application/json' };
  const token = JSON.stringify({ name: 'x'.repeat(64), scopes: ['chat'] });
  expect(await encodingOf('/company/api-tokens', { method: 'POST', headers: json, body: token })).toBe(null);
  const packed = await fetch(`${server.url}/api/v1/knowledge-bases`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${person.token}`, 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ name: 'Packed' })),
  });
  expect(packed.status).toBeGreaterThanOrEqual(400);
});
