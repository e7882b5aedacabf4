import {
  type ApiClient,
  type S3Server,
  startS3Server,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let server: TestServer;
let s3: S3Server;
let owner: ApiClient;
let connectionId: string;

beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestServer({ LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

const place = () => ({
  endpoint: s3.endpoint,
  region: s3.region,
  bucket: s3.bucket,
  access_key_id: s3.accessKeyId,
});

beforeEach(async () => {
  owner = await server.addMember(await server.signUp(), 'COMPANY');
  const { status, body } = await owner.call('POST', '/s3-connections', {
    ...place(),
    name: 'Archive',
    secret_access_key: s3.secretAccessKey,
  });
  expect(status).toBe(201);
  expect(JSON.stringify(body)).not.toContain('secret_access_key');
  connectionId = body.id;
});

async function importAll(body: Record<string, unknown>) {
  const started = await owner.call('POST', `/s3-connections/${connectionId}/imports`, body);
  expect(started.status).toBe(202);
  return vi.waitFor(
    async () => {
      const { body: now } = await owner.call('GET', `/s3-imports/${started.body.id}`);
      expect(now.status).not.toBe('in_progress');
      return now;
    },
    { timeout: 30_000, interval: 100 },
  );
}

const listNames = async (query = '') =>
  (await owner.call('GET', `/files${query}`)).body.items.map((file: { name: string }) => file.name);

test('a bucket is tried, browsed, and says what is wrong with it', async () => {
  await s3.put('browse/été/plan d’action (1).txt', 'plan');
  await s3.put('browse/tool.exe', 'MZ');
  const tried = await owner.call('POST', '/s3-connections/test', {
    ...place(),
    s3_connection_id: connectionId,
  });
  expect(tried.body).toEqual({ ok: true, message: null });
  const wrong = await owner.call('POST', '/s3-connections/test', {
    ...place(),
    access_key_id: 'nobody',
    secret_access_key: 'wrong',
  });
  expect(wrong.body.ok).toBe(false);
  const elsewhere = await owner.call('POST', '/s3-connections/test', {
    ...place(),
    endpoint: 'http://127.0.0.1:9',
    s3_connection_id: connectionId,
  });
  expect(elsewhere.body.error.code).toBe('s3.secret_needed');

  const browsed = await owner.call('GET', `/s3-connections/${connectionId}/objects?prefix=browse/`);
  expect(browsed.body.prefixes).toEqual(['browse/été/']);
  expect(browsed.body.objects).toMatchObject([{ key: 'browse/tool.exe', refusal: 'document.unsupported' }]);
});

test('folders come along with what is in them; what cannot be taken says why', async () => {
  await s3.put('minutes/2024/january.txt', 'January');
  await s3.put('minutes/2024/notes.exe', 'MZ');
  await s3.put('minutes/march.md', '# March');
  const done = await importAll({ prefixes: ['minutes/'] });
  expect(done).toMatchObject({ status: 'finished', objects: { imported: 2, skipped: 1, waiting: 0 } });
  expect(done).toMatchObject({ stage: null, percent: 100 });
  const { body } = await owner.call('GET', `/s3-imports/${done.id}/objects?state=skipped`);
  expect(body.items).toMatchObject([
    { key: 'minutes/2024/notes.exe', reason: { code: 'document.unsupported' } },
  ]);
  const [minutes] = (await owner.call('GET', '/folders')).body.items;
  expect(minutes).toMatchObject({ name: 'minutes', folder_count: 1, file_count: 1 });
  expect(await listNames('?search=january')).toEqual(['january.txt']);
});

test('what has not changed is not fetched again; what was deleted here is', async () => {
  await s3.put('again/a.txt', 'first');
  await s3.put('again/b.txt', 'second');
  await importAll({ prefixes: ['again/'] });
  expect((await importAll({ prefixes: ['again/'] })).objects).toMatchObject({ unchanged: 2, imported: 0 });
  await s3.put('again/a.txt', 'first, changed');
  const { items } = (await owner.call('GET', '/files?search=b.txt')).body;
  await owner.call('POST', '/files/delete', { file_ids: [items[0].id] });
  expect((await importAll({ prefixes: ['again/'] })).objects).toMatchObject({ unchanged: 0, imported: 2 });
  expect(await listNames('?search=txt')).toEqual(['a (2).txt', 'a.txt', 'b.txt']);
});

test('an import stops where the package is full, and says so', async () => {
  await s3.put('full/a.txt', 'some bytes');
  const { company } = (await owner.call('GET', '/me')).body;
  await server.query(
    `update packages set max_storage_gb = 0 where id = (select package_id from companies where id = $1)`,
    [company.id],
  );
  const done = await importAll({ keys: ['full/a.txt'] });
  expect(done).toMatchObject({ status: 'failed', error: { code: 'quota.storage_reached' } });
  await server.query(
    `update packages set max_storage_gb = 100 where id = (select package_id from companies where id = $1)`,
    [company.id],
  );
  expect(await importAll({ keys: ['full/a.txt'] })).toMatchObject({ status: 'finished' });
});

test('a cancelled import stays cancelled, and gone buckets and objects are told', async () => {
  expect(await importAll({ keys: ['not/there.txt'] })).toMatchObject({ objects: { failed: 1 } });
  const started = await owner.call('POST', `/s3-connections/${connectionId}/imports`, { prefixes: [''] });
  const cancelled = await owner.call('POST', `/s3-imports/${started.body.id}/cancel`);
  expect([200, 409]).toContain(cancelled.status);
  await owner.call('PUT', `/s3-connections/${connectionId}`, {
    ...place(),
    name: 'Archive',
    bucket: 'no-such-bucket',
  });
  expect(await importAll({ prefixes: [''] })).toMatchObject({
    status: 'failed',
    error: { code: 's3.bucket_not_found' },
  });
});

test('the inner network is not reached by a bucket either', async () => {
  const { body } = await owner.call('POST', '/s3-connections', {
    ...place(),
    endpoint: 'http://169.254.169.254',
    name: 'Inside',
    secret_access_key: 'secret',
  });
  expect(body.error.code).toBe('s3.address_refused');
});
