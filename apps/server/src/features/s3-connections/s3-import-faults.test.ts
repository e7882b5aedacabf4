import {
  type ApiClient,
  type FakeS3,
  type S3Misbehaviour,
  startFakeS3,
  startTestServer,
  startWebsite,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { failOrphanedRuns } from '../../platform/runs/orphans.ts';
import { reconcile } from '../system/reconcile.service.ts';
import { s3ConnectionsFeature } from './s3-connections.feature.ts';

let server: TestServer;
let s3: FakeS3;
let owner: ApiClient;
let connectionId: string;

beforeAll(async () => {
  s3 = await startFakeS3();
  server = await startTestServer({
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: new URL(s3.endpoint).host,
  });
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
beforeEach(async () => {
  s3.objects.clear();
  s3.requests.length = 0;
  s3.misbehave = () => undefined;
  owner = await server.addMember(await server.signUp(), 'COMPANY');
  const { status, body } = await owner.call('POST', '/s3-connections', {
    name: 'Archive',
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    access_key_id: s3.accessKeyId,
    secret_access_key: s3.secretAccessKey,
  });
  expect(status).toBe(201);
  connectionId = body.id;
});

function put(key: string, text = `about ${key}`): void {
  s3.objects.set(key, { bytes: Buffer.from(text), modifiedAt: new Date() });
}

/** Goes wrong with a request for this object, so many times; a listing has no key. */
function fault(key: string, wrong: S3Misbehaviour, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  const before = s3.misbehave;
  s3.misbehave = (request) => (request.key === key && left-- > 0 ? wrong : before(request));
}

async function begin(body: Record<string, unknown>): Promise<string> {
  const started = await owner.call('POST', `/s3-connections/${connectionId}/imports`, body);
  expect(started.status).toBe(202);
  return started.body.id;
}

const waitForEnd = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await owner.call('GET', `/s3-imports/${id}`);
      expect(body.status).not.toBe('in_progress');
      return body;
    },
    { timeout: 60_000, interval: 50 },
  );

const importAll = async (body: Record<string, unknown>) => waitForEnd(await begin(body));

/** What became of each object, and why. */
async function readObjects(id: string): Promise<Record<string, string>> {
  const { body } = await owner.call('GET', `/s3-imports/${id}/objects?page_size=100`);
  return Object.fromEntries(
    body.items.map(({ key, state, reason }: { key: string; state: string; reason?: { code: string } }) => [
      key,
      reason ? reason.code : state,
    ]),
  );
}

/** Every file of the company by its folders and name, with what is in it. */
async function readFiles(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = async (path: string, id?: string) => {
    const place = id === undefined ? '' : `folder_id=${id}&`;
    const { items } = (await owner.call('GET', `/files?${place}page_size=100`)).body;
    for (const file of items) {
      const answer = await fetch(`${server.url}/api/v1/files/${file.id}/content`, {
        headers: { authorization: `Bearer ${owner.token}` },
      });
      found[path + file.name] = await answer.text();
    }
    const below = (await owner.call('GET', `/folders${id === undefined ? '' : `?parent_id=${id}`}`)).body
      .items;
    for (const folder of below) await walk(`${path}${folder.name}/`, folder.id);
  };
  await walk('');
  return found;
}

const nothing = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
const expectNothingLeft = async () =>
  expect(await reconcile(server.platform, Date.now() + 2 * 3600_000)).toEqual(nothing);

test('keys of every kind come as files and folders, or say why not', async () => {
  const keys = [
    'a folder/with spaces .txt',
    'a+b/c%2Fd & <e> "f".txt',
    'été/plan d’action — ①.txt',
    '文件/说明.txt',
    'Same.txt',
    'same.TXT',
    'double//slash.txt',
    '?query#hash.txt',
    '123',
    'folder/',
    'empty.txt',
    `${'long '.repeat(60)}.txt`,
    'back\\slash.txt',
    'up/../../etc/passwd.txt',
    './here.txt',
  ];
  for (const key of keys) put(key);
  put('folder/');
  put('empty.txt', '');
  const done = await importAll({ prefixes: [''] });
  const ends = await readObjects(done.id);
  expect(ends).toMatchObject({
    '123': 'document.unsupported',
    './here.txt': 's3.key_unusable',
    'up/../../etc/passwd.txt': 's3.key_unusable',
  });
  expect(done).toMatchObject({ status: 'finished', objects: { imported: 11, skipped: 3, failed: 0 } });
  const files = await readFiles();
  expect(files).toMatchObject({
    'a folder/with spaces .txt': 'about a folder/with spaces .txt',
    'a+b/c%2Fd & <e> "f".txt': 'about a+b/c%2Fd & <e> "f".txt',
    'été/plan d’action — ①.txt': 'about été/plan d’action — ①.txt',
    '文件/说明.txt': 'about 文件/说明.txt',
    'double/slash.txt': 'about double//slash.txt',
    '?query#hash.txt': 'about ?query#hash.txt',
    'slash.txt': 'about back\\slash.txt',
    'empty.txt': '',
  });
  expect(Object.keys(files).filter((name) => name.toLowerCase().startsWith('same'))).toHaveLength(2);
  expect(Object.keys(files)).toHaveLength(11);
});

test('what breaks off, falls over or lies is asked for again; what stays broken is told of that object alone', async () => {
  for (const name of [
    'broken',
    'cut once',
    'denied',
    'gone',
    'large',
    'moved',
    'reset once',
    'short',
    'whole',
  ])
    put(`x/${name}.txt`, name.repeat(100));
  fault('x/broken.txt', { kind: 'cut', afterBytes: 20 });
  fault('x/cut once.txt', { kind: 'cut', afterBytes: 20 }, 1);
  fault('x/denied.txt', { kind: 'error', status: 403, code: 'AccessDenied' });
  fault('x/gone.txt', { kind: 'error', status: 404, code: 'NoSuchKey' });
  fault('x/large.txt', { kind: 'lie', length: 50_000_000 });
  fault('x/moved.txt', { kind: 'redirect', status: 307, to: 'http://169.254.169.254/latest/' });
  fault('x/reset once.txt', { kind: 'reset' }, 1);
  fault('x/short.txt', { kind: 'lie', length: 5 });
  fault('', { kind: 'error', status: 503, code: 'SlowDown' }, 2);
  const done = await importAll({ prefixes: ['x/'] });
  expect(done.status).toBe('finished');
  expect(await readObjects(done.id)).toEqual({
    'x/broken.txt': 's3.unreachable',
    'x/cut once.txt': 'imported',
    'x/denied.txt': 's3.access_denied',
    'x/gone.txt': 's3.object_gone',
    'x/large.txt': 'document.too_large',
    'x/moved.txt': 's3.unreachable',
    'x/reset once.txt': 'imported',
    'x/short.txt': expect.stringMatching(/imported|s3\.unreachable/),
    'x/whole.txt': 'imported',
  });
  const files = await readFiles();
  expect(files['x/cut once.txt']).toBe('cut once'.repeat(100));
  expect(files).not.toHaveProperty('x/broken.txt');
  await expectNothingLeft();
});

test('a bucket that is away for a while is waited for, and the import ends as an undisturbed one', async () => {
  for (let n = 0; n < 12; n++) put(`n/${n}.txt`);
  let requests = 0;
  // Every object at first, then all that is asked, the list too.
  s3.misbehave = () =>
    ++requests > 4 && requests < 22 ? { kind: 'error', status: 500, code: 'InternalError' } : undefined;
  const done = await importAll({ prefixes: ['n/'] });
  expect(done).toMatchObject({ status: 'finished', objects: { imported: 12, failed: 0 } });
  expect(Object.keys(await readFiles())).toHaveLength(12);
  await expectNothingLeft();
});

test('a key that is revoked midway ends the import, which keeps what came and says so', async () => {
  for (let n = 0; n < 30; n++) put(`r/${String(n).padStart(2, '0')}.txt`);
  s3.misbehave = () =>
    s3.requests.length > 10 ? { kind: 'error', status: 403, code: 'InvalidAccessKeyId' } : undefined;
  const done = await importAll({ prefixes: ['r/'] });
  expect(done).toMatchObject({
    status: 'failed',
    error: { code: 's3.access_denied' },
    objects: { failed: 0 },
  });
  expect(done.objects.waiting).toBeGreaterThan(15);
  expect(Object.keys(await readFiles())).toHaveLength(done.objects.imported);
  s3.misbehave = () => undefined;
  const again = await importAll({ prefixes: ['r/'] });
  expect(again.objects).toMatchObject({
    unchanged: done.objects.imported,
    imported: 30 - done.objects.imported,
  });
});

test('objects that change or go between list and fetch come as they are then, or are told', async () => {
  for (const name of ['1 first', '2 changed', '3 gone']) put(`c/${name}.txt`, 'old');
  s3.misbehave = ({ key }) => {
    if (key === '' && s3.requests.length > 0)
      queueMicrotask(() => {
        put('c/2 changed.txt', 'new and longer');
        s3.objects.delete('c/3 gone.txt');
      });
    return undefined;
  };
  const done = await importAll({ prefixes: ['c/'] });
  expect(await readObjects(done.id)).toMatchObject({
    'c/1 first.txt': 'imported',
    'c/2 changed.txt': 'imported',
  });
  expect((await readFiles())['c/2 changed.txt']).toBe('new and longer');
  // A tag that stays the same does not hide another length.
  fault('c/1 first.txt', { kind: 'lie', etag: '"same"' });
  fault('c/2 changed.txt', { kind: 'lie', etag: '"same"' });
  const keys = ['c/1 first.txt', 'c/2 changed.txt'];
  expect((await importAll({ keys })).objects.imported).toBe(2);
  expect((await importAll({ keys })).objects.unchanged).toBe(2);
  put('c/2 changed.txt', 'of another length');
  expect((await importAll({ keys })).objects).toMatchObject({ unchanged: 1, imported: 1 });
});

test('lists of many pages are read whole; one without an end, or of what was not asked, is not believed', async () => {
  for (let n = 0; n < 1_205; n++) put(`many/${n}.bin`);
  const many = await importAll({ prefixes: ['many/'] });
  expect(many).toMatchObject({ status: 'finished', listed: true, objects: { skipped: 1_205 } });

  const page = (names: string[], more: boolean) => {
    const contents = names.map(
      (name) => `<Contents><Key>${name}</Key><Size>3</Size><ETag>"1"</ETag></Contents>`,
    );
    const end = more ? '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>' : '';
    return `<?xml version="1.0"?><ListBucketResult>${end}${contents.join('')}</ListBucketResult>`;
  };
  fault('', { kind: 'xml', body: page(['shared/a.txt', 'secret/b.txt', 'shared/'.repeat(300)], false) }, 1);
  const lied = await importAll({ prefixes: ['shared/'] });
  expect(Object.keys(await readObjects(lied.id))).toEqual(['shared/a.txt']);

  s3.misbehave = ({ key }) => (key === '' ? { kind: 'xml', body: page(['circle/a.txt'], true) } : undefined);
  s3.requests.length = 0;
  const id = await begin({ prefixes: ['circle/'] });
  await vi.waitFor(() => expect(s3.requests.length).toBeGreaterThan(60), { timeout: 30_000 });
  expect((await owner.call('GET', `/s3-imports/${id}`)).body).toMatchObject({ listed: false });
  expect((await owner.call('POST', `/s3-imports/${id}/cancel`)).body.status).toBe('cancelled');
});

test('cancelled amid a body that never ends, an import stops and leaves nothing behind', async () => {
  for (const name of ['a', 'b', 'c', 'd']) put(`s/${name}.txt`, name.repeat(50_000));
  for (const name of ['a', 'b', 'c']) fault(`s/${name}.txt`, { kind: 'silence', afterBytes: 20_000 });
  const id = await begin({ prefixes: ['s/'] });
  await vi.waitFor(() => expect(s3.requests.filter((line) => line.startsWith('GET s/'))).toHaveLength(3), {
    timeout: 20_000,
  });
  expect((await owner.call('POST', `/s3-imports/${id}/cancel`)).status).toBe(200);
  await vi.waitFor(
    async () => {
      const jobs = await server.query(
        `select 1 from pgboss.job where name = 's3.import' and state in ('created', 'retry', 'active')`,
      );
      expect(jobs).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(await waitForEnd(id)).toMatchObject({ status: 'cancelled', objects: { waiting: 4, imported: 0 } });
  expect(s3.requests).not.toContain('GET s/d.txt');
  expect(await readFiles()).toEqual({});
  await expectNothingLeft();
});

test('the same import twice at once brings every object once', async () => {
  for (let n = 0; n < 9; n++) put(`t/${n}.txt`);
  const ids = await Promise.all([begin({ prefixes: ['t/'] }), begin({ prefixes: ['t/'] })]);
  // As after a process that was thought dead: one of them runs twice.
  const { company } = (await owner.call('GET', '/me')).body;
  await server.platform.database.withCompany(company.id, (tx) =>
    server.platform.jobs.enqueue(tx, 's3.import', { companyId: company.id, importId: ids[0] }),
  );
  const ends = await Promise.all(ids.map(waitForEnd));
  expect(ends.map(({ status }) => status)).toEqual(['finished', 'finished']);
  expect(ends.reduce((sum, { objects }) => sum + objects.imported, 0)).toBe(9);
  expect(Object.keys(await readFiles())).toHaveLength(9);
});

test('where the package is full midway, what came is kept and what is missing told', async () => {
  for (let n = 0; n < 6; n++) put(`q/${n}.txt`, 'x'.repeat(400_000));
  const { company } = (await owner.call('GET', '/me')).body;
  const limit = (gigabytes: number) =>
    server.query(
      'update packages set max_storage_gb = $2 where id = (select package_id from companies where id = $1)',
      [company.id, gigabytes],
    );
  await limit(1_000_000 / 1024 ** 3);
  const done = await importAll({ prefixes: ['q/'] });
  await limit(100);
  expect(done).toMatchObject({
    status: 'failed',
    error: { code: 'quota.storage_reached' },
    objects: { imported: 2, waiting: 4 },
  });
  await expectNothingLeft();
  expect((await importAll({ prefixes: ['q/'] })).objects).toMatchObject({ unchanged: 2, imported: 4 });
});

test('no redirect of a bucket leads into the inner network', async () => {
  const snare = await startWebsite({ '/': 'secret' });
  put('f/a.txt');
  for (const status of [301, 302, 307, 308]) {
    s3.misbehave = () => ({ kind: 'redirect', status, to: `${snare.url}/` });
    const { body } = await owner.call('GET', `/s3-connections/${connectionId}/objects`);
    expect(['s3.unreachable', 's3.wrong_region', 's3.address_refused']).toContain(body.error.code);
  }
  expect(snare.requests).toEqual([]);
  await snare.close();
});

test('an import whose job is lost fails instead of waiting for ever', async () => {
  put('l/a.txt', 'x'.repeat(1_000));
  fault('l/a.txt', { kind: 'silence', afterBytes: 10 });
  const id = await begin({ prefixes: ['l/'] });
  await vi.waitFor(() => expect(s3.requests).toContain('GET l/a.txt'), { timeout: 20_000 });
  expect(await failOrphanedRuns(server.platform, s3ConnectionsFeature.runs ?? [])).toBe(0);
  await server.query(
    `update pgboss.job set state = 'failed' where name = 's3.import' and data->>'importId' = $1`,
    [id],
  );
  expect(await failOrphanedRuns(server.platform, s3ConnectionsFeature.runs ?? [])).toBe(1);
  expect(await waitForEnd(id)).toMatchObject({ status: 'failed', error: { code: 's3.import_failed' } });
});
