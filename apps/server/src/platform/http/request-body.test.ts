import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Endpoint, endpoints, getMe } from '@lectern/contract';
import { type ApiClient, startTestServer, type TestServer } from '@lectern/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../actor.ts';
import { createRateLimiter } from './rate-limit.ts';
import { closeSlowBodies } from './request-body.ts';

let server: TestServer;
let person: ApiClient;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends the head of a request and what is given of its body. */
async function begin(url: string, lines: string[], body = ''): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write([...lines, '', body].join('\r\n'));
  return socket;
}

const firstLine = async (socket: Socket) => String((await once(socket, 'data'))[0]).split('\r\n', 1)[0];
const post = (path: string, length: number, ...more: string[]) => [
  `POST /api/v1${path} HTTP/1.1`,
  'host: localhost',
  'content-type: application/json',
  `content-length: ${length}`,
  ...more,
];

test('who may not call is told so before the body has come', async () => {
  const path = '/knowledge-bases/00000000-0000-4000-8000-000000000000/documents/text';
  const unknown = await begin(server.url, post(path, 20_000_000), '{"name":');
  expect(await firstLine(unknown)).toBe('HTTP/1.1 401 Unauthorized');
  const member = await server.addMember(person, 'USER');
  const low = await begin(server.url, post(path, 20_000_000, `authorization: Bearer ${member.token}`), '{');
  expect(await firstLine(low)).toBe('HTTP/1.1 403 Forbidden');
});

test('calls that anybody may make take small bodies only, and unknown ones none', async () => {
  const signIn = await begin(server.url, post('/sessions', 100_000), '{');
  expect(await firstLine(signIn)).toBe('HTTP/1.1 413 Payload Too Large');
  const nothing = await begin(server.url, post('/nothing', 1_000_000), '{');
  expect(await firstLine(nothing)).toBe('HTTP/1.1 404 Not Found');
});

test('unfinished bodies of one person do not fill the memory', async () => {
  const path = '/knowledge-bases/00000000-0000-4000-8000-000000000000/documents/text';
  const head = post(path, 20_000_000, `authorization: Bearer ${person.token}`);
  const opened = await Promise.all(Array.from({ length: 4 }, () => begin(server.url, head, '{')));
  expect(await Promise.race(opened.map(firstLine))).toBe('HTTP/1.1 429 Too Many Requests');
  // What is left is enough for what people do meanwhile.
  expect((await person.call('POST', '/knowledge-bases', { name: 'Small' })).status).toBe(201);
});

test('a body that hardly comes in loses its connection', async () => {
  const app = Fastify();
  closeSlowBodies(app, { everyMs: 10, leastBytes: 100, looks: 2, longestMs: 60_000 });
  app.decorateRequest('isMultipart', () => false);
  app.post('/', async () => 'done');
  const url = await app.listen({ port: 0 });
  try {
    const head = ['POST / HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 50'];
    const socket = await begin(url, head, '{"a"');
    expect(await firstLine(socket)).toBe('HTTP/1.1 408 Request Timeout');
    await once(socket, 'close');
  } finally {
    await app.close();
  }
});

test('a request with two hosts is refused', async () => {
  const socket = await begin(server.url, ['GET /healthz HTTP/1.1', 'host: a', 'host: b']);
  expect(await firstLine(socket)).toBe('HTTP/1.1 400 Bad Request');
});

test('formats that a call does not take or give are told apart', async () => {
  const codeOf = async (path: string, body: string | undefined, headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${person.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return `${answer.status} ${((await answer.json()) as { error?: { code: string } }).error?.code}`;
  };
  const unsupported = '415 request.unsupported_media_type';
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  expect(await codeOf('/knowledge-bases', '--b--', form)).toBe(unsupported);
  expect(await codeOf('/knowledge-bases', 'name', { 'content-type': 'text/plain' })).toBe(unsupported);
  const upload = '/knowledge-bases/00000000-0000-4000-8000-000000000000/documents';
  expect(await codeOf(upload, '{}', { 'content-type': 'application/json' })).toBe(unsupported);
  expect(await codeOf('/me', undefined, { accept: 'application/xml' })).toBe('406 request.not_acceptable');
  expect(await codeOf('/me', undefined, { accept: 'text/html, application/*;q=0.8' })).toBe('200 undefined');
});

test('a refused value is named with the reason, in the caller’s language and in the words of the wire', async () => {
  const refuse = async (body: unknown, language = 'en') =>
    (await person.call('POST', '/knowledge-bases', body, { 'accept-language': language })).body.error;
  const wrong = await refuse({ name: 'A', no_such_field: 'x', description: 'x'.repeat(100_000) }, 'fr');
  expect(wrong.message).toMatch(/^description doit compter au plus \d+ caractères\.$/);
  expect(wrong.details.fields).toContainEqual({
    path: 'no_such_field',
    code: 'unknown',
    message: 'n’est pas un champ de cet appel',
  });
  const missing = await refuse({});
  expect(missing.message).toBe('Please fill the required inputs in the form !');
  expect(missing.details.fields).toEqual([{ path: 'name', code: 'required', message: 'is required' }]);
  const odd = await refuse(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key${n}`, n])));
  expect(odd.details.fields.length).toBeLessThanOrEqual(20);
  const huge = await refuse(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key${n}`, n])));
  expect(huge.details.fields).toEqual([{ path: '', code: 'too_complex', message: 'holds too many values' }]);
});

test.each(
  Object.entries({
    guess: 'signIn',
    model: 'retrieve',
    upload: 'uploadDocuments',
    preview: 'previewWebsite',
  }),
)('the limit of %s is kept', (rateLimit, id) => {
  const endpoint = endpoints.find((candidate) => candidate.id === id) as Endpoint;
  expect(endpoint.rateLimit).toBe(rateLimit);
  const limiter = createRateLimiter(100_000);
  const actor = { accountId: 'a', companyId: 'c', sessionId: 's' } as Actor;
  const call = () => limiter.count({ ip: '192.0.2.1' } as never, endpoint, actor);
  for (let n = 0; n < 1_200; n++) {
    try {
      call();
    } catch {
      break;
    }
  }
  expect(call).toThrow('request.rate_limited');
  // Other calls go on, and so do other people elsewhere.
  expect(() => limiter.count({ ip: '192.0.2.1' } as never, getMe, actor)).not.toThrow();
  const other = { ...actor, accountId: 'b', sessionId: 't' };
  expect(() => limiter.count({ ip: '192.0.2.2' } as never, endpoint, other)).not.toThrow();
});

test('an address that tries tokens is stopped before they are looked up', () => {
  const limiter = createRateLimiter(100_000);
  const request = { ip: '192.0.2.1' } as never;
  for (let n = 0; n <= 300; n++) limiter.countRefusal(request);
  expect(() => limiter.checkRefusals(request)).toThrow('request.rate_limited');
});
