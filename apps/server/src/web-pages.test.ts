import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createErrorHandler } from './platform/http/errors.ts';
import { registerWebPages } from './web-pages.ts';

let app: FastifyInstance;
const folder = mkdtempSync(join(tmpdir(), 'lectern-pages-'));
const failures: unknown[] = [];

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Lectern</title>');
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'run()');
  writeFileSync(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync('run()'));
  const log = { error: (fields: unknown) => failures.push(fields), warn: () => {} };
  const handle = createErrorHandler(log as never);
  app = Fastify({ frameworkErrors: handle });
  app.setErrorHandler(handle);
  await registerWebPages(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const statusOf = async (url: string) => (await app.inject({ url })).statusCode;

test('pages and assets are served', async () => {
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/knowledge')).toBe(200);
  expect(await statusOf('/assets/app-1.js')).toBe(200);
});

test('no search engine keeps the page of a shared conversation', async () => {
  const tagOf = async (url: string) => (await app.inject({ url })).headers['x-robots-tag'];
  expect(await tagOf('/chat/share')).toBe('noindex, nofollow');
  expect(await tagOf('/chat')).toBeUndefined();
});

test('an asset goes out as the build compressed it, to whoever takes that', async () => {
  const get = (encoding: string) =>
    app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': encoding } });
  const compressed = await get('gzip, br');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('run()');
  const plain = await get('identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe('run()');
});

test.each([
  ['a folder', '/assets/'],
  ['a folder without its slash', '/assets'],
  ['a missing asset', '/assets/none.js'],
  ['NUL', '/%00'],
  ['NUL in an asset', '/assets/%00.js'],
  ['a path longer than a file name', `/assets/${'a'.repeat(7_000)}`],
  ['a page longer than a file name', `/${'a'.repeat(7_000)}`],
  ['two slashes', '//api/v1/me'],
  ['a way out', '/assets/..%2f..%2fetc/passwd'],
  ['a broken escape', '/%E0%A4%A'],
])('%s is the caller’s doing, and no fault in the log', async (_, url) => {
  failures.length = 0;
  const status = await statusOf(url);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  if (url !== '//api/v1/me') expect(status).toBeGreaterThanOrEqual(400);
  expect(failures).toEqual([]);
});
