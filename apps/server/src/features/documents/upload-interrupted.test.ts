import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;
let baseId: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  baseId = (await buildKnowledgeBase(person)).id;
});
afterAll(() => server.close());

const boundary = 'boundary-of-this-test';
const part = (name: string, text: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}`;

/** Begins an upload of a megabyte and sends only what is given of it. */
async function beginUpload(text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      `POST /api/v1/knowledge-bases/${baseId}/documents?parse=false HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${person.token}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      'content-length: 1000000',
      '',
      text,
    ].join('\r\n'),
  );
  return socket;
}

const listed = async () =>
  (await person.call('GET', `/knowledge-bases/${baseId}/documents`)).body.items.map(
    ({ name }: { name: string }) => name,
  );

async function waitUntil(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (let look = 0; look < 200 && !(await isTrue()); look++)
    await new Promise((next) => setTimeout(next, 25));
  expect(await isTrue()).toBe(true);
}

test('who goes away amid a file leaves no half of it, and keeps what was whole', async () => {
  const socket = await beginUpload(
    `\r\n${part('whole.txt', 'all of it')}\r\n${part('half.txt', 'x'.repeat(200_000))}`,
  );
  await waitUntil(async () => (await listed()).length === 1);
  socket.destroy();
  const folder = join(server.platform.config.dataDirectory, 'objects');
  const countFiles = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  await waitUntil(() => countFiles() === 1);
  expect(await listed()).toEqual(['whole.txt']);
  expect((await buildDocument(person)).status).toBe(3);
});

test('a hundred uploads that stand still hold up nobody', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 100 }, () => beginUpload(`\r\n${part('slow.txt', 'x')}`)),
  );
  try {
    expect((await person.call('GET', '/me')).status).toBe(200);
    const { status, body } = await person.upload(`/knowledge-bases/${baseId}/documents?parse=false`, [
      { name: 'quick.txt', bytes: 'quick' },
    ]);
    expect(status).toBe(201);
    expect(body.documents).toHaveLength(1);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('a form that is none is refused', async () => {
  for (const text of [
    '',
    `--${boundary}`,
    `--${boundary}\r\n\r\n\r\n`,
    'no form at all',
    `--${boundary}--\r\n`,
  ]) {
    const answer = await fetch(`${server.url}/api/v1/knowledge-bases/${baseId}/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: text,
    });
    expect(answer.status, JSON.stringify(text)).toBeGreaterThanOrEqual(400);
    expect(answer.status, JSON.stringify(text)).toBeLessThan(500);
  }
  const without = await fetch(`${server.url}/api/v1/knowledge-bases/${baseId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'multipart/form-data' },
    body: 'x',
  });
  expect(without.status).toBeGreaterThanOrEqual(400);
  expect(without.status).toBeLessThan(500);
});

test('a reader of a large file who goes away costs nothing', async () => {
  const { body } = await person.upload(`/knowledge-bases/${baseId}/documents?parse=false`, [
    { name: 'large.txt', bytes: Buffer.alloc(9_000_000, 'x') },
  ]);
  for (let n = 0; n < 20; n++) {
    const controller = new AbortController();
    const answer = await fetch(`${server.url}/api/v1/documents/${body.documents[0].id}/file`, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: controller.signal,
    });
    await answer.body?.getReader().read();
    controller.abort();
  }
  expect((await person.call('GET', '/me')).status).toBe(200);
});
