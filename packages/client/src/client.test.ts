import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  askQuestion,
  deleteCompany,
  getDocumentFile,
  getMe,
  listKnowledgeBases,
  resumeAnswer,
  retrieve,
  signOut,
  updateMe,
  uploadDocuments,
} from '@lectern/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';
import { AnswerLostError } from './error.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** What the server does with one call after the other. */
let answers: Answer[];
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
let baseUrl: string;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const answer = answers.shift();
    if (answer) answer(request, response, body);
    else response.writeHead(500).end();
  });
});

beforeEach(async () => {
  answers = [];
  seen = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const open = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, token: 'lat_x', retry: { firstDelayMs: 1 }, ...options });

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: 'No.', details: { seconds: 1 }, request_id: 'r' } }, headers);
const hangUp: Answer = (request) => void request.socket.destroy();

describe('a call', () => {
  it('sends token, language and a body in snake case, and reads the answer in camel case', async () => {
    answers = [json(200, { page_count: 1, metadata: { own_key: 'x' } })];
    const client = open({ language: 'fr' });
    const body = { question: 'When?', knowledgeBaseIds: ['b'] };
    expect(await client.call(retrieve, { body })).toEqual({ pageCount: 1, metadata: { own_key: 'x' } });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/retrieval' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer lat_x', 'accept-language': 'fr' });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ question: 'When?', knowledge_base_ids: ['b'] });
  });

  it('asks for the token each time, and goes without where there is none', async () => {
    answers = [json(200, {}), json(200, {})];
    let token: string | null = 'first';
    const client = open({ token: () => token });
    await client.call(getMe);
    token = null;
    await client.call(getMe);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', undefined]);
  });

  it('takes an answer without a body for done, whatever its status', async () => {
    answers = [
      (_, response) => response.writeHead(202).end(),
      (_, response) => response.writeHead(204).end(),
    ];
    const input = { params: { companyId: 'a' }, body: { name: 'Harbour' } };
    await expect(open().call(deleteCompany, input)).resolves.toBeUndefined();
    await expect(open().call(signOut)).resolves.toBeUndefined();
  });

  it('takes a body that ends too soon for a broken connection', async () => {
    answers = [(_, response) => response.writeHead(200).end('{"id":')];
    await expect(open({ retry: { retries: 0 } }).call(getMe)).rejects.toMatchObject({ code: 'network' });
  });

  it('tells of a refusal with the token that was sent', async () => {
    answers = [refuse(403, 'auth.token_scope_missing')];
    const onRefused = vi.fn();
    await expect(open({ onRefused }).call(getMe)).rejects.toMatchObject({
      code: 'auth.token_scope_missing',
      status: 403,
      message: 'No.',
      details: { seconds: 1 },
      requestId: 'r',
    });
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.anything(), getMe, 'lat_x');
  });

  it('reads a file with its name', async () => {
    answers = [
      (_, response) =>
        response
          .writeHead(200, { 'content-disposition': "attachment; filename*=UTF-8''%C3%A9t%C3%A9.txt" })
          .end('rose'),
    ];
    const { bytes, name } = await open().download(getDocumentFile, { params: { documentId: 'd' } });
    expect([name, await bytes.text()]).toEqual(['été.txt', 'rose']);
  });

  it('ends by its signal, also in a pause between two attempts', async () => {
    answers = [refuse(429, 'request.rate_limited', { 'retry-after': '30' })];
    const controller = new AbortController();
    const called = open().call(getMe, { signal: controller.signal });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    controller.abort();
    await expect(called).rejects.toMatchObject({ code: 'aborted' });
    expect(seen).toHaveLength(1);
  });
});

describe('retries', () => {
  const question = { question: 'When?', knowledgeBaseIds: ['b'] };

  it('repeat what may be repeated until it succeeds', async () => {
    answers = [hangUp, refuse(503, 'server.unavailable'), json(200, { total: 0 })];
    await expect(open().call(listKnowledgeBases)).resolves.toEqual({ total: 0 });
    expect(seen).toHaveLength(3);
  });

  it('are bounded', async () => {
    answers = Array.from({ length: 9 }, () => refuse(503, 'server.unavailable'));
    await expect(open({ retry: { retries: 2, firstDelayMs: 1 } }).call(getMe)).rejects.toMatchObject({
      status: 503,
    });
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['a connection that broke', hangUp],
    ['a server that may have begun', refuse(503, 'server.unavailable', { 'retry-after': '1' })],
    ['a limit without an end', refuse(429, 'quota.monthly_requests_reached')],
  ])('leave a call alone that may not be made twice: %s', async (_, answer) => {
    answers = [answer, json(200, {})];
    const call = open().call(retrieve, { body: question });
    await expect(call).rejects.toMatchObject({ name: 'ApiError' });
    const patch = open().call(updateMe, { body: {} });
    answers = [answer, json(200, {})];
    await expect(patch).rejects.toMatchObject({ name: 'ApiError' });
    expect(seen).toHaveLength(2);
  });

  it('repeat any call that was refused for being too early, when the server says', async () => {
    answers = [refuse(429, 'request.rate_limited', { 'retry-after': '0.01' }), json(200, { chunks: [] })];
    await expect(open().call(retrieve, { body: question })).resolves.toEqual({ chunks: [] });
  });

  it('give up at once where the server asks for more time than the caller has', async () => {
    answers = [refuse(429, 'request.rate_limited', { 'retry-after': '50' }), json(200, {})];
    const rules = { retry: { longestDelayMs: 2_000 } };
    await expect(open(rules).call(getMe)).rejects.toMatchObject({ retryAfterSeconds: 50 });
    expect(seen).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 500])('do not repeat %i', async (status) => {
    answers = [refuse(status, 'server.error'), json(200, {})];
    await expect(open().call(getMe)).rejects.toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });
});

describe('an upload', () => {
  const params = { knowledgeBaseId: 'b' };

  it('sends the file under its name and tells how much of it has gone', async () => {
    answers = [json(201, { documents: [{ page_count: 1 }] })];
    const file = new File(['x'.repeat(300_000)], 'été.txt');
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const result = await open().upload(uploadDocuments, { params, file, onProgress });
    expect(result).toEqual({ documents: [{ pageCount: 1 }] });
    expect(seen[0]?.body).toContain('name="file"; filename="été.txt"');
    expect(seen[0]?.body).toContain('x'.repeat(300_000));
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('is sent whole again after a limit', async () => {
    answers = [refuse(429, 'request.rate_limited', { 'retry-after': '0.01' }), json(201, { documents: [] })];
    await open().upload(uploadDocuments, { params, file: new File(['rose'], 'a.txt') });
    expect(seen.map(({ body }) => body.includes('rose'))).toEqual([true, true]);
  });

  it('ends by its signal and by a refusal', async () => {
    const file = new File(['rose'], 'a.txt');
    const signal = AbortSignal.abort();
    await expect(open().upload(uploadDocuments, { params, file, signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const whole = new File(['x'.repeat(300_000)], 'b.txt');
    await expect(
      open().upload(uploadDocuments, { params, file: whole, onProgress, signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'aborted' });
    answers = [refuse(413, 'document.too_large')];
    await expect(open().upload(uploadDocuments, { params, file })).rejects.toMatchObject({ status: 413 });
  });
});

describe('an answer', () => {
  const params = { conversationId: 'c' };
  const began = 'id: 0\ndata: {"type":"message","question":{"id":"q"},"answer":{"id":"a"}}\n\n';
  const delta = (text: string, end: number) =>
    `id: ${end}\ndata: ${JSON.stringify({ type: 'delta', text })}\n\n`;
  const done = 'id: 9\ndata: {"type":"done","message":{"id":"a"}}\n\n';
  const events =
    (text: string, { breaks = false } = {}): Answer =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (breaks) response.write(text, () => setTimeout(() => response.destroy(), 20));
      else response.end(text);
    };

  it('goes on where the connection dropped, asking once', async () => {
    answers = [
      events(began + delta('The ro', 6), { breaks: true }),
      refuse(502, 'server.unavailable'),
      events(delta('se.', 9) + done),
    ];
    const types: string[] = [];
    let text = '';
    for await (const event of open().answer(askQuestion, { params, body: { content: 'What?' } })) {
      types.push(event.type);
      if (event.type === 'delta') text += event.text;
    }
    expect(text).toBe('The rose.');
    expect(types).toEqual(['message', 'delta', 'reconnecting', 'reconnecting', 'delta', 'done']);
    const resumed = '/api/v1/conversations/c/messages/a/events?after=6';
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/conversations/c/messages',
      `GET ${resumed}`,
      `GET ${resumed}`,
    ]);
  });

  it('is taken up after so many characters', async () => {
    answers = [events(delta('se.', 9) + done)];
    const input = { params: { ...params, messageId: 'a' }, query: { after: 6 } };
    const types = [];
    for await (const { type } of open().answer(resumeAnswer, input)) types.push(type);
    expect(types).toEqual(['delta', 'done']);
    expect(seen[0]?.url).toContain('?after=6');
  });

  it('is not asked for again where nobody knows whether the question arrived', async () => {
    answers = [hangUp, events(began + done)];
    const read = async () => {
      for await (const _ of open().answer(askQuestion, { params, body: { content: 'What?' } }));
    };
    await expect(read()).rejects.toBeInstanceOf(AnswerLostError);
    expect(seen).toHaveLength(1);
  });

  it('fails with what the server says in the middle of a stream', async () => {
    const error = { code: 'auth.session_expired', message: 'Sign in again.', details: {}, request_id: 'r' };
    answers = [events(`event: error\ndata: ${JSON.stringify({ error })}\n\n`)];
    const onRefused = vi.fn();
    const input = { params: { ...params, messageId: 'm' } };
    const read = async () => {
      for await (const _ of open({ onRefused }).stream(resumeAnswer, input)) expect.unreachable();
    };
    await expect(read()).rejects.toMatchObject({ code: 'auth.session_expired', message: 'Sign in again.' });
    expect(onRefused).toHaveBeenCalledOnce();
  });
});
