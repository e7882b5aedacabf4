import { createHash } from 'node:crypto';
import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildPdfFile,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportBase, importBase, readWhole, sendArchive, setAddress, waitForTask } from './testing/tasks.ts';
import { packZip, readZip } from './testing/zip.ts';

let here: TestServer;
let there: TestServer;
let owner: ApiClient;
let other: ApiClient;
let baseId: string;
let archive: Buffer;

beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ LECTERN_MAX_ARCHIVE_MB: '1' });
  owner = await here.signUp();
  other = await there.signUp();
  setAddress((client) => (client === other ? there : here).url);
  const base = await buildKnowledgeBase(owner, { name: 'Jardins', permission: 'team', language: 'fr' });
  baseId = base.id;
  const text = Array.from(
    { length: 30 },
    (_, n) =>
      `# Part ${n}\n\nThe rose number ${n} blooms in June beside the wall. ${'It is watered at dawn. '.repeat(10 + n)}`,
  ).join('\n\n');
  const long = await buildDocument(owner, { knowledge_base_id: baseId, name: 'roses', text });
  await buildDocument(owner, { knowledge_base_id: baseId, name: 'unread', parse: false });
  const table = await owner.upload(`/knowledge-bases/${baseId}/documents?parse=false`, [
    { name: 'staff.csv', bytes: 'Name,Age,Joined\nAnna,31,2020-01-02\nPeter,44,2011-05-06\n' },
    { name: 'page.pdf', bytes: buildPdfFile(['The apple tree was planted in 1921.']) },
  ]);
  const [sheet, pdf] = table.body.documents;
  await owner.call('PATCH', `/documents/${sheet.id}`, { chunk_method: 'table' });
  for (const { id } of [sheet, pdf]) {
    await owner.call('POST', `/documents/${id}/parse`);
    await waitUntilParsed(owner, id);
  }
  await owner.call('PATCH', `/documents/${pdf.id}`, { enabled: false });
  const { items } = (await owner.call('GET', `/documents/${long.id}/chunks?page_size=200`)).body;
  for (const [n, change] of [
    [1, { enabled: false }],
    [2, { text: 'The peony was edited by hand.', keywords: ['peony'] }],
  ] as const) {
    const answer = await owner.call('PATCH', `/documents/${long.id}/chunks/${items[n].id}`, change);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  archive = await exportBase(owner, baseId);
});
afterAll(async () => {
  await here.close();
  await there.close();
});

async function search(client: ApiClient, id: string, question: string) {
  const response = await fetch(`${(client === other ? there : here).url}/api/v1/retrieval`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question, knowledge_base_ids: [id] }),
  });
  const { hits } = (await response.json()) as {
    hits: { text: string; score: number; page: number | null; document_name: string }[];
  };
  return hits.map((hit) => ({
    text: hit.text,
    score: Math.round(hit.score * 1e6),
    page: hit.page,
    document: hit.document_name,
  }));
}

async function countLeft(server: TestServer) {
  const [row] = await server.query(
    `select (select count(*)::int from knowledge_bases) as bases, (select count(*)::int from documents) as documents,
            (select count(*)::int from files) as files, (select count(*)::int from chunks) as chunks`,
  );
  let objects = 0;
  for await (const _ of server.platform.objects.list()) objects++;
  return { ...row, objects, tables: (await server.platform.index.listTables()).length };
}

/** Once the jobs that clear up are through. */
async function waitForNothingMoreThan(server: TestServer, before: object): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const left = await countLeft(server);
    if (JSON.stringify(left) === JSON.stringify(before)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await countLeft(server)).toEqual(before);
}

test('another installation reads it: documents, chunks, places, flags and results are the same', async () => {
  const task = await importBase(other, archive);
  expect(task).toMatchObject({ state: 'finished', name: 'Jardins', document_count: 4, with_vectors: true });
  const copy = (await other.call('GET', `/knowledge-bases/${task.knowledge_base_id}`)).body;
  expect(copy).toMatchObject({ permission: 'me', language: 'fr', document_count: 4 });
  expect(await readWhole(other, copy.id)).toEqual(await readWhole(owner, baseId));
  for (const question of ['peony edited by hand', 'rose number 7', 'Anna', 'apple tree'])
    expect(await search(other, copy.id, question)).toEqual(await search(owner, baseId, question));
  expect(await search(other, copy.id, 'peony')).not.toEqual([]);
  const reconciled = await import('../system/reconcile.service.ts').then(({ reconcile }) =>
    reconcile(there.platform, Date.now() + 3 * 3600_000),
  );
  expect(reconciled).toEqual({ objects: 0, indexes: 0, documents: 0, tombstones: 0 });
});

test('without vectors it is embedded anew, and finds the same', async () => {
  const bare = await exportBase(owner, baseId, { with_vectors: false });
  expect(bare.length).toBeLessThan(archive.length);
  const task = await importBase(other, bare);
  expect(task).toMatchObject({
    state: 'finished',
    name: expect.stringMatching(/^Jardins/),
    with_vectors: false,
  });
  expect(await search(other, task.knowledge_base_id, 'rose number 7')).toEqual(
    await search(owner, baseId, 'rose number 7'),
  );
});

/** The archive with something changed; `resealed`: the manifest is made to agree. */
async function alter(
  change: (entries: Map<string, Buffer>) => void,
  { resealed = true }: { resealed?: boolean } = {},
): Promise<Buffer> {
  const entries = await readZip(archive);
  change(entries);
  if (resealed) {
    const manifest = JSON.parse((entries.get('manifest.json') as Buffer).toString());
    manifest.entries = Object.fromEntries(
      [...entries]
        .filter(([name]) => name !== 'manifest.json')
        .map(([name, bytes]) => [
          name,
          { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
        ]),
    );
    entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  }
  return packZip(entries);
}

const replaceIn = (name: string, from: RegExp, to: string) => (entries: Map<string, Buffer>) => {
  const before = (entries.get(name) as Buffer).toString();
  const after = before.replace(from, to);
  if (after === before) throw new Error(`nothing to replace in ${name}`);
  entries.set(name, Buffer.from(after));
};

const refusals: [string, string, () => Promise<Buffer>][] = [
  [
    'an entry of another content',
    'archive.checksum',
    () => alter(replaceIn('chunks/1.jsonl', /rose/, 'ruse'), { resealed: false }),
  ],
  [
    'an entry of another size',
    'archive.checksum',
    () => alter(replaceIn('chunks/1.jsonl', /rose/, 'roses'), { resealed: false }),
  ],
  [
    'a newer format',
    'archive.newer_version',
    () => alter(replaceIn('manifest.json', /"version":1/, '"version":2')),
  ],
  [
    'JSON of something else',
    'archive.unreadable',
    () => packZip(new Map([['manifest.json', Buffer.from('{"a":1}')]])),
  ],
  [
    'a ZIP of something else',
    'archive.bad_entry',
    () => packZip(new Map([['word/document.xml', Buffer.from('<a/>')]])),
  ],
  [
    'an entry that leads out of the folder',
    'archive.bad_entry',
    () => alter((entries) => entries.set('files/../../etc/passwd', Buffer.from('x'))),
  ],
  [
    'an entry that nobody names',
    'archive.bad_entry',
    () => alter((entries) => entries.set('chunks/99.jsonl', Buffer.from('x')), { resealed: false }),
  ],
  [
    'a missing original',
    'archive.invalid',
    () =>
      alter((entries) => {
        for (const name of entries.keys()) if (name.startsWith('files/')) entries.delete(name);
      }),
  ],
  ['a line that is no JSON', 'archive.invalid', () => alter(replaceIn('documents.jsonl', /\n/, '\n{\n'))],
  [
    'a vector of another size',
    'archive.invalid',
    () => alter(replaceIn('chunks/1.jsonl', /"vector":"[^"]{8}/, '"vector":"')),
  ],
  [
    'a link that is no link',
    'archive.invalid',
    () => alter(replaceIn('documents.jsonl', /"sourceUrl":null/, '"sourceUrl":"javascript:alert(1)"')),
  ],
  [
    'a chunk that stands twice',
    'archive.invalid',
    () =>
      alter((entries) => {
        const lines = entries.get('chunks/1.jsonl') as Buffer;
        entries.set('chunks/1.jsonl', Buffer.concat([lines, lines]));
      }),
  ],
  [
    'an unknown method',
    'archive.invalid',
    () => alter(replaceIn('documents.jsonl', /"chunkMethod":"naive"/, '"chunkMethod":"magic"')),
  ],
  [
    'what unpacks beyond measure',
    'archive.too_large_unpacked',
    () => alter((entries) => entries.set(`files/${'0'.repeat(64)}`, Buffer.alloc(80 * 1024 * 1024))),
  ],
  ['half a file', 'archive.unreadable', async () => archive.subarray(0, archive.length / 2)],
];

test.each(refusals)('%s is refused, and nothing stays', async (_, code, make) => {
  const before = await countLeft(there);
  const task = await importBase(other, await make());
  expect([task.state, task.error?.code], JSON.stringify(task)).toEqual(['failed', code]);
  expect(task.knowledge_base_id).toBeNull();
  await other.call('DELETE', `/archive-tasks/${task.id}`);
  await waitForNothingMoreThan(there, before);
});

test('what is no archive at all, or too large, is refused at once', async () => {
  const before = await countLeft(there);
  const text = await sendArchive(other, Buffer.from('hello'));
  expect([text.status, text.body.error.code]).toEqual([422, 'archive.unreadable']);
  const large = await sendArchive(other, Buffer.alloc(1_100_000));
  expect([large.status, large.body.error.code]).toEqual([413, 'archive.too_large']);
  expect(await countLeft(there)).toEqual(before);
});

test('an import that finds no room is refused, and nothing stays', async () => {
  const before = await countLeft(there);
  const [company] = await there.query(
    'select c.package_id, c.id from companies c join memberships m on m.company_id = c.id join accounts a on a.id = m.account_id where a.email = $1',
    ['person1@example.org'],
  );
  await there.query('update packages set max_storage_gb = 0.0000001 where id = $1', [company?.package_id]);
  try {
    const task = await importBase(other, archive);
    expect([task.state, task.error?.code], JSON.stringify(task)).toEqual(['failed', 'quota.storage_reached']);
    await other.call('DELETE', `/archive-tasks/${task.id}`);
  } finally {
    await there.query('update packages set max_storage_gb = null where id = $1', [company?.package_id]);
  }
  await waitForNothingMoreThan(there, before);
});

test('an archive is for who may read the base, and goes after its time', async () => {
  const { body: task } = await owner.call('POST', `/knowledge-bases/${baseId}/export`, {});
  await waitForTask(owner, task.id);
  const stranger = await here.signUp();
  expect((await stranger.call('GET', `/archive-tasks/${task.id}/file`)).status).toBe(404);
  const colleague = await here.addMember(owner, 'ELEVATED_USER');
  expect((await colleague.call('GET', `/archive-tasks/${task.id}`)).status).toBe(404);
  expect((await colleague.call('GET', '/archive-tasks')).body.items).toEqual([]);
  const [row] = await here.query('select object_key from archive_tasks where id = $1', [task.id]);
  await here.query("update archive_tasks set expires_at = now() - interval '1 minute'");
  expect((await owner.call('GET', `/archive-tasks/${task.id}/file`)).status).toBe(409);
  const { deleteExpiredTasks } = await import('./archive-task.service.ts');
  await deleteExpiredTasks(here.platform);
  expect((await owner.call('GET', '/archive-tasks')).body.items).toEqual([]);
  expect(await here.platform.objects.head(row?.object_key as string)).toBeUndefined();
});

test('files that lay in folders lie in folders of the same names again', async () => {
  const base = await buildKnowledgeBase(owner, { name: 'Filed' });
  const document = await buildDocument(owner, { knowledge_base_id: base.id, parse: false });
  await here.query(
    `with top as (insert into folders (id, company_id, name)
       select gen_random_uuid(), company_id, 'Actes' from knowledge_bases where id = $1 returning id, company_id),
     below as (insert into folders (id, company_id, parent_id, name)
       select gen_random_uuid(), company_id, id, '2026' from top returning id)
     update files set shelf = 'manager', folder_id = (select id from below)
     where id = (select file_id from documents where id = $2)`,
    [base.id, document.id],
  );
  await owner.call('POST', `/documents/${document.id}/parse`);
  await waitUntilParsed(owner, document.id);
  const task = await importBase(other, await exportBase(owner, base.id));
  expect(task.state, JSON.stringify(task)).toBe('finished');
  const rows = await there.query(
    `select b.name, a.name as above from files f join documents d on d.file_id = f.id
     join folders b on b.id = f.folder_id join folders a on a.id = b.parent_id where d.knowledge_base_id = $1`,
    [task.knowledge_base_id],
  );
  expect(rows).toEqual([{ name: '2026', above: 'Actes' }]);
  expect(await search(other, task.knowledge_base_id, 'Actes rose')).toEqual(
    await search(owner, base.id, 'Actes rose'),
  );
});

test('cancelled while it waits or works, an import leaves nothing', async () => {
  const before = await countLeft(there);
  const { body } = await sendArchive(other, archive);
  const cancelled = await other.call('POST', `/archive-tasks/${body.id}/cancel`);
  expect([cancelled.status, cancelled.body.state]).toEqual([202, 'cancelled']);
  expect((await other.call('POST', `/archive-tasks/${body.id}/cancel`)).status).toBe(409);
  await other.call('DELETE', `/archive-tasks/${body.id}`);
  await waitForNothingMoreThan(there, before);
});
