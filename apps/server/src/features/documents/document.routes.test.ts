import {
  type ApiClient,
  buildDocument,
  buildEncryptedPdfFile,
  buildKnowledgeBase,
  buildPdfFile,
  buildWordFile,
  startTestServer,
  type TestServer,
  waitUntil,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const uploadTo = (baseId: string, files: Parameters<ApiClient['upload']>[1], query = '') =>
  person.upload(`/knowledge-bases/${baseId}/documents${query}`, files);

async function uploadOne(name: string, bytes: Uint8Array | string, baseId?: string) {
  const id = baseId ?? (await buildKnowledgeBase(person)).id;
  const { status, body } = await uploadTo(id, [{ name, bytes }]);
  expect(status, JSON.stringify(body)).toBe(202);
  expect(body.refused).toEqual([]);
  return body.documents[0];
}

describe('upload', () => {
  test('many files go in at once; what is wrong with one stops no other', async () => {
    const base = await buildKnowledgeBase(person);
    const { status, body } = await uploadTo(base.id, [
      { name: 'notes.md', bytes: '# Notes\n\nThe pond froze in January.' },
      { name: 'huge.txt', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') },
      { name: 'program.exe', bytes: 'MZ' },
      { name: 'largest.txt', bytes: Buffer.alloc(10 * 1024 * 1024, 'lorem ipsum dolor ') },
      { name: '../../etc/passwd.txt', bytes: 'root' },
    ]);
    expect(status).toBe(202);
    expect(body.documents.map(({ name }: { name: string }) => name)).toEqual([
      'notes.md',
      'largest.txt',
      'passwd.txt',
    ]);
    expect(body.refused.map(({ code }: { code: string }) => code)).toEqual([
      'document.too_large',
      'document.unsupported',
    ]);
    expect(body.refused[0].message).toMatch(/huge\.txt.*10/);
    const listed = (await person.call('GET', `/knowledge-bases/${base.id}/documents`)).body;
    expect(listed.total).toBe(3);
    await person.call('DELETE', `/knowledge-bases/${base.id}`);
  });

  test('a file that is sent by itself is answered with its own status', async () => {
    const base = await buildKnowledgeBase(person);
    const answer = async (name: string, bytes: Uint8Array | string) => {
      const { status, body } = await uploadTo(base.id, [{ name, bytes }]);
      return `${status} ${body.error?.code}`;
    };
    expect(await answer('huge.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).toBe('413 document.too_large');
    expect(await answer('program.exe', 'MZ')).toBe('415 document.unsupported');
    expect(await answer('nothing.txt', '')).toBe('422 document.empty');
    expect((await person.call('GET', `/knowledge-bases/${base.id}/documents`)).body.total).toBe(0);
  });

  test('a document keeps its extension, and takes no name that another has', async () => {
    const base = await buildKnowledgeBase(person);
    const one = await uploadOne('one.txt', 'one', base.id);
    await uploadOne('two.txt', 'two', base.id);
    const rename = async (name: string) =>
      (await person.call('PATCH', `/documents/${one.id}`, { name })).body;
    expect((await rename('TWO.txt')).error.code).toBe('document.name_taken');
    expect((await rename('one.html')).error.code).toBe('file.extension_fixed');
    expect((await rename('One.txt')).name).toBe('One.txt');
    expect((await rename('three.txt')).name).toBe('three.txt');
  });

  test.each([129, 240])(
    'of %i files 128 are taken and each further one is refused by name',
    async (count) => {
      const base = await buildKnowledgeBase(person);
      const files = Array.from({ length: count }, (_, n) => ({
        name: `file ${n + 1}.txt`,
        bytes: `text ${n}`,
      }));
      const { status, body } = await uploadTo(base.id, files, '?parse=false');
      expect(status).toBe(201);
      expect(body.documents).toHaveLength(128);
      expect(body.refused.length).toBeGreaterThan(0);
      expect(new Set(body.refused.map(({ code }: { code: string }) => code))).toEqual(
        new Set(['document.too_many_files']),
      );
      expect(body.refused[0]).toMatchObject({ name: 'file 129.txt' });
      expect(body.refused[0].message).toContain('128');
    },
  );

  test('the same name twice is kept under another, and says so', async () => {
    const base = await buildKnowledgeBase(person);
    const names = [];
    for (const name of ['a.txt', 'a.txt', 'A.TXT']) {
      const document = await uploadOne(name, 'same', base.id);
      names.push(document.name);
      if (names.length === 2)
        expect(document.messages[0]).toMatchObject({
          key: 'document.renamed',
          details: { from: 'a.txt', to: 'a (2).txt' },
        });
    }
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
  });

  test('twenty uploads at once of one name all get names of their own', async () => {
    const base = await buildKnowledgeBase(person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        uploadTo(base.id, [{ name: 'same.txt', bytes: 'same' }], '?parse=false'),
      ),
    );
    const names = answers.map(({ body }) => body.documents[0].name);
    expect(new Set(names).size).toBe(20);
  });

  test('a request without files, of another kind or from outside is refused', async () => {
    const base = await buildKnowledgeBase(person);
    const path = `/knowledge-bases/${base.id}/documents`;
    expect((await uploadTo(base.id, [])).body.error.code).toBe('document.no_file');
    expect((await person.call('POST', path, { file: 'x' })).status).toBe(415);
    expect((await server.anonymous.upload(path, [{ name: 'a.txt', bytes: 'a' }])).status).toBe(401);
    const stranger = await server.signUp();
    expect((await stranger.upload(path, [{ name: 'a.txt', bytes: 'a' }])).status).toBe(404);
  });

  test('names keep their letters and lose what is no letter', async () => {
    const base = await buildKnowledgeBase(person);
    for (const [given, kept] of [
      ['报告 2026.txt', '报告 2026.txt'],
      ["l'été.md", "l'été.md"],
      ['C:\\temp\\x.txt', 'x.txt'],
      [`${'n'.repeat(300)}.txt`, `${'n'.repeat(251)}.txt`],
    ] as const)
      expect((await uploadOne(given, 'x', base.id)).name).toBe(kept);
  });
});

describe('text documents', () => {
  test('keep title and metadata, and are searchable', async () => {
    const base = await buildKnowledgeBase(person);
    const answer = await person.call('POST', `/knowledge-bases/${base.id}/documents/text`, {
      name: 'Roses',
      title: 'On roses',
      text: 'The rose blooms in June.',
      metadata: { sourceId: 'R-1', in_print: 'no' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      name: 'Roses.md',
      title: 'On roses',
      metadata: { sourceId: 'R-1', in_print: 'no' },
      status: 1,
    });
    expect(await waitUntilParsed(person, answer.body.id)).toMatchObject({ status: 3, title: 'On roses' });
  });

  test('refuse bad input', async () => {
    const base = await buildKnowledgeBase(person);
    const path = `/knowledge-bases/${base.id}/documents/text`;
    for (const body of [
      { name: 'x' },
      { name: 'x', text: '' },
      { name: 'x', text: 'y', format: 'pdf' },
      { name: 'x', text: 'y', company_id: base.id },
      { name: 'x', text: 'y', title: 'a\u0000b' },
      { name: 'x', text: 'y', metadata: { key: 'a\u0000b' } },
      { name: 'x', text: 'y', metadata: { 'ke\u0000y': 'b' } },
    ])
      expect((await person.call('POST', path, body)).status, JSON.stringify(body)).toBe(422);
    const big = await person.call('POST', path, { name: 'x', text: 'é'.repeat(6 * 1024 * 1024) });
    expect(big.body.error.code).toBe('document.too_large');
  });
});

describe('hostile and broken files end in the state fail with a reason', () => {
  const word = buildWordFile(
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>',
  );
  const pdf = buildPdfFile(['one page']);
  const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    '',
  );
  const entityBomb = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e0 "lol">${entities}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&e12;</w:t></w:r></w:p></w:body></w:document>`;
  const cases: [string, () => Uint8Array | string, RegExp][] = [
    ['blank.md', () => ' \n\n\t', /parsing\.(empty|no_text)/],
    ['garbage.pdf', () => `%PDF-1.7\n${'garbage '.repeat(500)}`, /parsing\.broken/],
    ['half.pdf', () => pdf.subarray(0, 150), /parsing\.broken/],
    ['half.docx', () => word.subarray(0, 300), /parsing\.broken/],
    ['mislabelled.pdf', () => word, /parsing\.mislabelled/],
    ['mislabelled.docx', () => pdf, /parsing\.mislabelled/],
    ['encrypted.pdf', buildEncryptedPdfFile, /parsing\.encrypted/],
    ['entity bomb.docx', () => buildWordFile(entityBomb), /parsing\.forbidden_construct/],
    [
      'zip bomb.docx',
      () => buildWordFile(Buffer.alloc(400 * 1024 * 1024, ' ')),
      /parsing\.(too_large_unpacked|memory_limit)/,
    ],
  ];
  test.each(cases)('%s', async (name, bytes, code) => {
    const document = await uploadOne(name, bytes());
    const end = await waitUntilParsed(person, document.id);
    expect(end).toMatchObject({ status: 4, stage: null });
    expect(end.error.code).toMatch(code);
    expect(end.error.message.length).toBeGreaterThan(10);
  });

  test('after all of them the next document is read as ever', async () => {
    expect((await buildDocument(person)).status).toBe(3);
  });
});

test('documents are found by name in every knowledge base that one may open', async () => {
  const owner = await server.signUp();
  const { knowledge_base_id } = await buildDocument(owner, { name: 'tide table', parse: false });
  const colleague = await server.addMember(owner, 'ELEVATED_USER');
  const find = async (client: typeof owner) =>
    (await client.call('GET', '/documents?search=TIDE')).body.items.map(({ name }: { name: string }) => name);
  expect([await find(owner), await find(colleague)]).toEqual([['tide table.md'], []]);
  await owner.call('PATCH', `/knowledge-bases/${knowledge_base_id}`, { permission: 'team' });
  expect(await find(colleague)).toEqual(['tide table.md']);
});

test('documents deleted together leave nothing but the bytes and the readable form that another shares', async () => {
  const base = await buildKnowledgeBase(person);
  const garden = '# Garden\n\nThe rose blooms in June.';
  const texts = [garden, garden, garden, 'The pond froze.', 'The gate is green.'];
  const made = await Promise.all(
    texts.map((text, n) => buildDocument(person, { knowledge_base_id: base.id, name: `note ${n}`, text })),
  );
  const [kept, ...gone] = made.map(({ id }) => id as string);
  const [{ company_id: companyId }] = (await server.query(
    'select company_id from knowledge_bases where id = $1',
    [base.id],
  )) as [{ company_id: string }];
  const before = new Set<string>();
  for await (const { key } of server.platform.objects.list(companyId)) before.add(key);
  const removeAll = (ids: string[]) =>
    person.call('POST', `/knowledge-bases/${base.id}/documents/bulk`, {
      action: 'delete',
      document_ids: ids,
    });
  const areCleared = (ids: string[]) =>
    waitUntil('they are cleared', async () => {
      const rows = await server.query('select 1 from documents where id = any($1)', [ids]);
      return rows.length === 0;
    });
  expect((await removeAll(gone)).body.changed).toBe(4);
  await areCleared(gone);
  expect((await person.call('GET', `/documents/${kept}/file`)).body).toBe(garden);
  expect(await server.platform.index.countByDocument(base.id)).toEqual(new Map([[kept, 1]]));
  const named = (await server.query(
    `select object_key as key from files f join documents d on d.file_id = f.id where d.knowledge_base_id = $1
     union select rendered_key from documents where knowledge_base_id = $1 and rendered_key is not null`,
    [base.id],
  )) as { key: string }[];
  const left = async () => {
    const keys: string[] = [];
    for await (const { key } of server.platform.objects.list(companyId)) if (before.has(key)) keys.push(key);
    return keys;
  };
  for (const { key } of named) expect(await left()).toContain(key);
  const others = (await left()).length - named.length;
  await removeAll([kept as string]);
  await areCleared([kept as string]);
  expect(await left()).toHaveLength(others);
});
