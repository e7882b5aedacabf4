import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInstallationSecret } from '../installation-secret.ts';

let server: TestServer;
let person: ApiClient;
let baseId: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  baseId = (await buildKnowledgeBase(person)).id;
});
afterAll(() => server.close());

async function post(path: string, contentType: string, body: string) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': contentType },
    body,
  });
  return {
    status: response.status,
    code: ((await response.json()) as { error: { code: string } }).error.code,
  };
}

test.each([
  ['without a boundary', 'multipart/form-data', 'x'],
  [
    'that breaks off',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"',
  ],
  [
    'that breaks off inside a file',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf a fi',
  ],
])('a form %s is the caller’s fault', async (_, contentType, body) => {
  const answer = await post(`/knowledge-bases/${baseId}/documents`, contentType, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect((await person.call('GET', `/knowledge-bases/${baseId}/documents`)).body.total).toBe(0);
});

test('a body of a hundred thousand brackets is refused', async () => {
  const brackets = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(await post('/knowledge-bases', 'application/json', brackets)).toEqual({
    status: 400,
    code: 'request.bad',
  });
  const hidden = `{"name":"a","text":"b","metadata":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
  expect((await post(`/knowledge-bases/${baseId}/documents/text`, 'application/json', hidden)).status).toBe(
    422,
  );
});

test('half a surrogate pair is refused, wherever it hides', async () => {
  const path = `/knowledge-bases/${baseId}/documents/text`;
  for (const body of ['{"name":"\\ud800","text":"b"}', '{"name":"a","text":"b","metadata":{"k":"\\udc00"}}'])
    expect((await post(path, 'application/json', body)).status).toBe(422);
  expect(
    (
      await post(
        '/assistants',
        'application/json',
        '{"name":"a","variables":[{"key":"k","value":"\\ud800"}]}',
      )
    ).status,
  ).toBe(422);
});

test('a long body is refused by every call but the one for texts', async () => {
  const long = JSON.stringify({ name: 'a', text: 'word '.repeat(600_000) });
  expect((await post('/knowledge-bases', 'application/json', long)).status).toBe(413);
  const taken = await person.call('POST', `/knowledge-bases/${baseId}/documents/text`, {
    ...JSON.parse(long),
    parse: false,
  });
  expect(taken.status).toBe(201);
});

test('processes that start at once on an empty folder agree on one secret, which nobody else may read', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lectern-secret-'));
  const start = () => getInstallationSecret({ secretKey: undefined, dataDirectory });
  const secrets = new Set(await Promise.all(Array.from({ length: 8 }, start)));
  expect(secrets.size).toBe(1);
  expect([...secrets][0]).toHaveLength(64);
  expect(readdirSync(dataDirectory)).toEqual(['secret-key']);
  expect(statSync(join(dataDirectory, 'secret-key')).mode & 0o777).toBe(0o600);
  rmSync(dataDirectory, { recursive: true });
});
