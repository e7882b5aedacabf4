import {
  createKillableServer,
  type FakeS3,
  type KillableServer,
  nothingLeft,
  startFakeS3,
  waitUntil,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let s3: FakeS3;
let server: KillableServer;

beforeAll(async () => {
  s3 = await startFakeS3();
  server = await createKillableServer({
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: new URL(s3.endpoint).host,
  });
  await server.start();
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

async function makeFolder(name: string): Promise<string> {
  const { status, body } = await server.client.call('POST', '/folders', { name });
  expect(status).toBe(201);
  return body.id;
}

/** What lies below a folder: path, size and content of every file. */
const readBelow = (folderId: string) =>
  server.query(
    `with recursive tree as (
       select id, '' as path from folders where id = $1
       union all select f.id, tree.path || f.name || '/' from folders f join tree on f.parent_id = tree.id)
     select path || f.name as name, f.size_bytes, f.sha256 from files f join tree on tree.id = f.folder_id
     where f.deleted_at is null order by 1`,
    [folderId],
  );

/** Some statement of the product waits for a row that this test holds. */
const isBlocked = async () =>
  (await server.count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")) >
  0;

/** Holds rows until the statement that wants them has been killed. */
async function killAtRows(rows: string, call: () => Promise<unknown>): Promise<void> {
  await server.query('begin');
  await server.query(`select 1 from ${rows} for update`);
  const called = call().catch(() => undefined);
  await waitUntil('it waits', isBlocked);
  await server.kill();
  await server.query('rollback');
  await called;
  await server.start();
}

test('killed amid an import from a bucket, it goes on and ends as an undisturbed one', async () => {
  for (let n = 0; n < 40; n++) {
    const key = `plans/${n % 3}/été ${n % 7}.txt${n % 2 ? '' : '.md'}`.replace('.txt.md', ` ${n}.md`);
    s3.objects.set(key, { bytes: Buffer.from(`Plan ${n}. `.repeat(500)), modifiedAt: new Date() });
  }
  // Slow enough to be met amid it.
  s3.misbehave = async () => {
    await new Promise((next) => setTimeout(next, 40));
    return undefined;
  };
  const { body: connection } = await server.client.call('POST', '/s3-connections', {
    name: 'Archive',
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    access_key_id: s3.accessKeyId,
    secret_access_key: s3.secretAccessKey,
  });
  const begin = async (folderId: string) => {
    const started = await server.client.call('POST', `/s3-connections/${connection.id}/imports`, {
      prefixes: ['plans/'],
      folder_id: folderId,
    });
    expect(started.status).toBe(202);
    return started.body.id;
  };
  const ended = (id: string) => async () =>
    (await server.count("s3_imports where id = $1 and state not in ('queued', 'running')", [id])) > 0;
  const calm = await makeFolder('calm');
  const undisturbed = await begin(calm);
  await waitUntil('it ends', ended(undisturbed));

  const stormy = await makeFolder('stormy');
  const disturbed = await begin(stormy);
  const settled = (least: number) => async () =>
    (await server.count("s3_import_objects where import_id = $1 and state <> 'waiting'", [disturbed])) >=
    least;
  await server.killAt({
    begun: async () => (await server.count('s3_import_objects where import_id = $1', [disturbed])) > 0,
    midway: settled(10),
  });
  await waitUntil('it ends', ended(disturbed));
  const { body } = await server.client.call('GET', `/s3-imports/${disturbed}`);
  expect(body).toMatchObject({ status: 'finished', objects: { waiting: 0, failed: 0, skipped: 0 } });
  const wanted = await readBelow(calm);
  expect(wanted).toHaveLength(s3.objects.size);
  expect(await readBelow(stormy)).toEqual(wanted);
}, 300_000);

test('killed between bytes and row, an upload is not there, and its bytes are found', async () => {
  await killAtRows('companies', () =>
    server.client.upload('/files', [{ name: 'lost.txt', bytes: 'bytes that no row names' }]),
  );
  expect(await server.count("files where name = 'lost.txt'")).toBe(0);
  await server.kill('SIGTERM');
  await server.inspect(async (_, findLeft) => {
    expect(await findLeft()).toEqual({ ...nothingLeft, objects: 1 });
    expect(await findLeft()).toEqual(nothingLeft);
  });
  await server.start();
}, 300_000);

test('killed while a folder of many files is deleted, all is there or all goes in the end', async () => {
  const many = 60;
  const folderId = await makeFolder('many');
  const { body } = await server.client.upload(
    `/files?folder_id=${folderId}`,
    Array.from({ length: many }, (_, n) => ({ name: `${n}.txt`, bytes: `number ${n}` })),
  );
  expect(body.files).toHaveLength(many);
  const remove = () => server.client.call('POST', '/files/delete', { folder_ids: [folderId] });
  await killAtRows(`files where folder_id = '${folderId}'`, remove);
  expect(await readBelow(folderId)).toHaveLength(many);

  const ids = body.files.map(({ id }: { id: string }) => id);
  const countLeft = () => server.count('files where id = any($1)', [ids]);
  expect((await remove()).body).toMatchObject({ files: many, folders: 1 });
  await server.kill();
  // Jobs that are lost are made up for by the reconciler.
  const lost = await server.query(
    `delete from pgboss.job where name = 'file.clear' and (data->>'fileId')::uuid = any($1)
     and data->>'fileId' < '8' returning 1`,
    [ids],
  );
  await server.inspect(async (_, findLeft) => {
    const { tombstones } = await findLeft();
    // A few were cleared by the process that was killed before it could say so.
    expect(tombstones).toBeGreaterThan(lost.length / 2);
  });
  await server.start();
  await waitUntil('all cleared', async () => (await countLeft()) === 0);
  await server.kill('SIGTERM');
  await server.inspect(async (_, findLeft) => expect(await findLeft()).toEqual(nothingLeft));
}, 300_000);
