import { startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const metricsToken = 'metrics-token-of-this-test';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ LECTERN_METRICS_TOKEN: metricsToken });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });

test('the administrator sees the state of every part; others do not', async () => {
  const { status, body } = await server.admin.call('GET', '/system/status');
  expect(status).toBe(200);
  expect(body.parts.map(({ id }: { id: string }) => id).sort()).toEqual([
    'database',
    'index',
    'mail',
    'objects',
    'queue',
  ]);
  expect(body.parts.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
  expect(body.programs.map(({ id }: { id: string }) => id)).toEqual(['tesseract', 'libreoffice', 'chromium']);
  for (const { state, path } of body.programs) expect(path === null).toBe(state === 'missing');
  expect(JSON.stringify(body)).not.toMatch(/postgres(ql)?:\/\//);
  expect((await (await server.signUp()).call('GET', '/system/status')).status).toBe(403);
});

test('health and readiness are told to everyone, and nothing more', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ok', parts: { database: 'ok', queue: 'ok', objects: 'ok' } });
});

test('metrics stand behind their token', async () => {
  expect((await get('/metrics')).status).toBe(401);
  expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await get('/metrics', { authorization: `Bearer ${server.admin.token}` })).status).toBe(401);
  // As a queue that had jobs when metrics were last read.
  server.platform.metrics.jobs.set({ queue: 'emptied', state: 'active' }, 3);
  const answer = await get('/metrics', { authorization: `Bearer ${metricsToken}` });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain('lectern_http_request_duration_seconds_bucket');
  expect(text).not.toContain('emptied');
  // Routes as patterns: an id as a label would be a tenant's secret and a series for each.
  expect(text).not.toMatch(/route="[^"]*[0-9a-f]{8}-[0-9a-f]{4}/);
});

test('without a metrics token there are no metrics', async () => {
  const plain = await startTestServer();
  try {
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
  } finally {
    await plain.close();
  }
});

test('every answer carries a request id, one that the caller gave if it is harmless', async () => {
  const own = await get('/healthz', { 'x-request-id': 'trace-12345678' });
  expect(own.headers.get('x-request-id')).toBe('trace-12345678');
  const odd = await get('/healthz', { 'x-request-id': 'a b<script>' });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('unknown paths, wrong methods and broken bodies are told apart', async () => {
  const codeOf = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      ...init,
      headers: { authorization: `Bearer ${server.admin.token}`, ...init.headers },
    });
    const body = (await answer.json()) as { error: { code: string; request_id: string } };
    expect(body.error.request_id).toBe(answer.headers.get('x-request-id'));
    return `${answer.status} ${body.error.code}`;
  };
  const json = { 'content-type': 'application/json' };
  expect(await codeOf('GET', '/api/v1/nothing')).toBe('404 route.not_found');
  expect(await codeOf('GET', '/api/v1/knowledge-bases/not-an-id')).toBe('404 route.not_found');
  expect(await codeOf('PUT', '/api/v1/knowledge-bases')).toBe('405 route.method_not_allowed');
  expect(await codeOf('GET', '/api/v1/sessions')).toBe('405 route.method_not_allowed');
  expect(await codeOf('PUT', '/api/v1/documents/00000000-0000-4000-8000-000000000000')).toBe(
    '405 route.method_not_allowed',
  );
  expect(await codeOf('POST', '/api/v1/knowledge-bases', { body: '{"name":', headers: json })).toBe(
    '400 request.bad',
  );
  expect(await codeOf('POST', '/api/v1/knowledge-bases', { body: '', headers: json })).toBe(
    '400 request.bad',
  );
  expect(await codeOf('POST', '/api/v1/knowledge-bases', { body: '[]', headers: json })).toBe(
    '422 request.invalid',
  );
  expect(await codeOf('POST', '/api/v1/knowledge-bases', { body: 'null', headers: json })).toBe(
    '422 request.invalid',
  );
  expect(
    await codeOf('POST', '/api/v1/knowledge-bases', {
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    }),
  ).toBe('415 request.unsupported_media_type');
  expect(
    await codeOf('POST', '/api/v1/knowledge-bases', {
      body: '{"name":"x","__proto__":{"admin":true}}',
      headers: json,
    }),
  ).toMatch(/^4\d\d /);
  const huge = JSON.stringify({ name: 'x'.repeat(21 * 1024 * 1024) });
  expect(await codeOf('POST', '/api/v1/knowledge-bases', { body: huge, headers: json })).toBe(
    '413 request.too_large',
  );
  expect(await codeOf('GET', '/api/v1/%E0%A4%A')).toMatch(/^4\d\d /);
});

test('headers bound what a page may do', async () => {
  const { headers } = await get('/healthz');
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'/);
  expect(headers.get('content-security-policy')).toMatch(/object-src 'none'/);
  // The session's token is in local storage: nothing but our own files may run.
  const scripts = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  expect(scripts).toBe("'self' 'wasm-unsafe-eval'");
  expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*microphone=\(self\)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('too many requests of one caller are slowed down, guesses sooner', async () => {
  const limited = await startTestServer({ LECTERN_RATE_LIMIT: '40' });
  try {
    const person = await limited.signUp();
    const statuses = [];
    for (let n = 0; n < 45; n++) statuses.push((await person.call('GET', '/me')).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    const refused = await person.call('GET', '/me');
    expect(refused.body.error.code).toBe('request.rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Another caller is not held up by the first.
    expect((await limited.admin.call('GET', '/me')).status).toBe(200);
    const guesses = [];
    for (let n = 0; n < 32; n++)
      guesses.push(
        (await limited.anonymous.call('POST', '/sessions', { login: `nobody ${n}`, password: 'x' })).status,
      );
    expect(guesses.at(-1)).toBe(429);
  } finally {
    await limited.close();
  }
});
