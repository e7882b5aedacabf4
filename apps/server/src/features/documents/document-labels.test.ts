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
const ids: Record<string, string> = {};

const fields = [
  { key: 'year', name: 'Year', type: 'number' },
  { key: 'signed', name: 'Signed on', type: 'date' },
  { key: 'draft', name: 'Draft', type: 'yes_no' },
  { key: 'kind', name: 'Kind', type: 'choice', choices: ['Contract', 'Invoice'] },
  { key: 'place', name: 'Place', type: 'text' },
];

beforeAll(async () => {
  server = await startTestServer();
  // Folders are for those who run the company.
  person = await server.addMember(await server.signUp(), 'COMPANY');
  baseId = (await buildKnowledgeBase(person)).id;
  expect((await change({ metadata_fields: fields })).status).toBe(200);
  for (const name of ['oak', 'elm', 'ash'])
    ids[name] = (
      await buildDocument(person, {
        knowledge_base_id: baseId,
        name,
        text: `# ${name}\n\nThe ${name} tree in the park was planted long ago.`,
      })
    ).id;
  await patch('oak', {
    tags: ['Trees', 'old'],
    field_values: { year: 1900, signed: '2024-05-01', kind: 'Contract', draft: false, place: 'Lyon' },
  });
  await patch('elm', { tags: ['trees'], field_values: { year: 2000, signed: '2025-01-31', draft: true } });
});
afterAll(() => server.close());

const change = (body: Record<string, unknown>) => person.call('PATCH', `/knowledge-bases/${baseId}`, body);
const patch = (name: string, body: Record<string, unknown>) =>
  person.call('PATCH', `/documents/${ids[name]}`, body);
type Condition = { property: string; field?: string; operator: string; values?: string[] };
const filterOf = (conditions: Condition[], match = 'all') => ({ match, conditions });

async function listed(conditions: Condition[], match?: string): Promise<string[]> {
  const filter = encodeURIComponent(JSON.stringify(filterOf(conditions, match)));
  const { body } = await person.call(
    'GET',
    `/knowledge-bases/${baseId}/documents?filter=${filter}&sort=name&direction=asc`,
  );
  return body.items.map(({ name }: { name: string }) => name.replace('.md', ''));
}
const ofField = (field: string, operator: string, ...values: string[]) => ({
  property: 'field',
  field,
  operator,
  values,
});
const tag = (operator: string, ...values: string[]) => ({ property: 'tag', operator, values });

test('values are taken where they fit their field, and refused in words', async () => {
  const { body } = await person.call('GET', `/documents/${ids.oak}`);
  expect(body.tags).toEqual(['Trees', 'old']);
  expect(body.field_values).toEqual({
    year: 1900,
    signed: '2024-05-01',
    kind: 'Contract',
    draft: false,
    place: 'Lyon',
  });
  for (const [values, code] of [
    [{ year: 'old' }, 'document.field_needs_number'],
    [{ signed: 'yesterday' }, 'document.field_needs_date'],
    [{ draft: 'yes' }, 'document.field_needs_yes_no'],
    [{ kind: 'Letter' }, 'document.field_needs_choice'],
    [{ place: 3 }, 'document.field_needs_text'],
    [{ nothing: 'x' }, 'document.field_unknown'],
  ] as const) {
    const refused = await patch('oak', { field_values: values });
    expect([refused.status, refused.body.error.code]).toEqual([422, code]);
  }
  expect((await patch('oak', { field_values: { kind: 'Letter' } })).body.error.message).toBe(
    '“Kind” must be one of: Contract, Invoice.',
  );
  expect((await patch('oak', { tags: Array.from({ length: 31 }, (_, i) => `tag ${i}`) })).status).toBe(422);
  const repeated = await change({ metadata_fields: [fields[0], fields[0]] });
  expect(repeated.status).toBe(422);
});

test('a filter means the same in the list and in retrieval', async () => {
  const cases: [Condition[], string[], string?][] = [
    [[tag('is', 'TREES')], ['elm', 'oak']],
    [[tag('is_not', 'trees')], ['ash']],
    [[tag('is_not_set')], ['ash']],
    [[tag('is_not', 'old'), ofField('year', 'is_not', '2000')], ['ash']],
    [[tag('is', 'trees', 'old'), tag('is_not', 'old')], ['elm']],
    [[tag('is_not', 'trees'), ofField('year', 'is', '1900')], ['ash', 'oak'], 'any'],
    [[tag('is_not', 'trees'), tag('is_not', 'old')], ['ash', 'elm'], 'any'],
    [[ofField('signed', 'at_least', '2024-01-01'), ofField('signed', 'at_most', '2024-12-31')], ['oak']],
    [[ofField('kind', 'is', 'contract'), { property: 'type', operator: 'is_not', values: ['pdf'] }], ['oak']],
    [[tag('is', 'old'), ofField('year', 'at_most', '1950')], ['oak']],
    [[tag('is', 'old'), ofField('year', 'at_least', '1950')], ['elm', 'oak'], 'any'],
    [[ofField('year', 'is', '2000', '2001')], ['elm']],
    [[ofField('year', 'is_not', '2000')], ['ash', 'oak']],
    [[ofField('year', 'at_least', 'many')], []],
    [[ofField('signed', 'at_least', '2025-01-01')], ['elm']],
    [[ofField('signed', 'is', '2024-05-01')], ['oak']],
    [[ofField('draft', 'is', 'false')], ['oak']],
    [[ofField('kind', 'is', 'contract')], ['oak']],
    [[ofField('place', 'contains', 'yo')], ['oak']],
    [[ofField('place', 'contains', '%')], []],
    [[ofField('place', 'is_set')], ['oak']],
    [[ofField('unknown', 'is', 'x')], []],
    [[ofField('unknown', 'is_not', 'x')], ['ash', 'elm', 'oak']],
    [[{ property: 'name', operator: 'contains', values: ['as'] }], ['ash']],
    [[{ property: 'type', operator: 'is', values: ['pdf'] }], []],
    [[{ property: 'added', operator: 'at_least', values: ['2020-01-01'] }], ['ash', 'elm', 'oak']],
    [[{ property: 'added', operator: 'at_most', values: ['2020-01-01'] }], []],
    [[{ property: 'url', operator: 'is_set' }], []],
    [[{ property: 'folder', operator: 'is', values: [baseId] }], []],
  ];
  for (const [conditions, expected, match] of cases) {
    expect(await listed(conditions, match), JSON.stringify(conditions)).toEqual(expected);
    const { body } = await person.call('POST', '/retrieval', {
      question: 'Which tree was planted in the park?',
      knowledge_base_ids: [baseId],
      settings: { similarity_threshold: 0, filter: filterOf(conditions, match) },
    });
    const found = body.hits.map((hit: { document_name: string }) => hit.document_name.replace('.md', ''));
    expect(found.sort(), JSON.stringify(conditions)).toEqual(expected);
    expect(body.matched_documents).toBe(expected.length);
  }
});

test('top N is full of documents that match, and disabled ones are not among them', async () => {
  const ask = () =>
    person.call('POST', '/retrieval', {
      question: 'The oak tree in the park',
      knowledge_base_ids: [baseId],
      settings: { similarity_threshold: 0, top_n: 1, filter: filterOf([tag('is_not', 'old')]) },
    });
  expect((await ask()).body.hits).toHaveLength(1);
  await patch('elm', { enabled: false });
  const { body } = await ask();
  expect(body.matched_documents).toBe(1);
  expect(body.hits[0].document_id).toBe(ids.ash);
  await patch('elm', { enabled: true });
});

test('a search looks into the documents that match alone', async () => {
  const names = new Set<string>();
  for await (const { data } of person.stream('POST', '/search', {
    question: 'Which tree was planted in the park?',
    filter: filterOf([tag('is', 'old')]),
  }))
    if (data.type === 'results') for (const { name } of data.documents) names.add(name);
  expect([...names]).toEqual(['oak.md']);
});

test('a malformed filter is refused', async () => {
  for (const filter of [
    filterOf([]),
    filterOf([{ property: 'tag', operator: 'at_least', values: ['a'] }]),
    filterOf([{ property: 'field', operator: 'is', values: ['a'] }]),
    filterOf([{ property: 'added', operator: 'is', values: ['today'] }]),
    filterOf([{ property: 'tag', operator: 'is', values: [] }]),
  ]) {
    const { status } = await person.call('POST', '/retrieval', {
      question: 'x',
      knowledge_base_ids: [baseId],
      settings: { filter },
    });
    expect(status, JSON.stringify(filter)).toBe(422);
  }
  const bad = await person.call('GET', `/knowledge-bases/${baseId}/documents?filter=no`);
  expect(bad.status).toBe(422);
});

test('many documents are labelled at once, and what is in use is suggested', async () => {
  const label = (body: Record<string, unknown>) =>
    person.call('POST', `/knowledge-bases/${baseId}/documents/labels`, {
      document_ids: [ids.elm, ids.ash],
      ...body,
    });
  expect(
    (await label({ add_tags: ['Park'], field_values: { place: 'Paris', draft: null } })).body,
  ).toMatchObject({ changed: 2 });
  expect((await person.call('GET', `/documents/${ids.elm}`)).body).toMatchObject({
    tags: ['trees', 'Park'],
    field_values: { year: 2000, signed: '2025-01-31', place: 'Paris' },
  });
  expect((await label({ remove_tags: ['PARK'], field_values: { place: null } })).status).toBe(200);
  expect((await person.call('GET', `/documents/${ids.ash}`)).body).toMatchObject({
    tags: [],
    field_values: {},
  });
  const { body } = await person.call('GET', `/document-labels?knowledge_base_ids=${baseId}`);
  expect(body.tags.map(({ count }: { count: number }) => count)).toEqual([2, 1]);
  expect(body.fields.map(({ key }: { key: string }) => key)).toEqual(fields.map(({ key }) => key));
  expect(body.types).toEqual(['markdown']);
});

test('new documents take the labels of their folder and their upload', async () => {
  const top = (await person.call('POST', '/folders', { name: 'Contracts', parent_id: null })).body;
  const inside = (await person.call('POST', '/folders', { name: '2026', parent_id: top.id })).body;
  const rules = [
    { folder_id: top.id, tags: ['contract'], field_values: { kind: 'Contract', year: 2000 } },
    { folder_id: inside.id, tags: ['new'], field_values: { year: 2026 } },
  ];
  expect((await change({ folder_rules: rules })).body).not.toHaveProperty('error');
  const wrong = [{ folder_id: top.id, field_values: { year: 'x' } }];
  expect((await change({ folder_rules: wrong })).body.error.code).toBe('document.field_needs_number');
  const file = await person.upload(`/files?folder_id=${inside.id}`, [
    { name: 'fir.md', bytes: 'The fir tree.' },
  ]);
  const fileId = file.body.files[0].id;
  await person.call('POST', '/files/link', {
    file_ids: [fileId],
    knowledge_base_ids: [baseId],
    parse: false,
  });
  const { body } = await person.call('GET', `/knowledge-bases/${baseId}/documents?search=fir`);
  expect(body.items[0]).toMatchObject({
    tags: ['contract', 'new'],
    field_values: { kind: 'Contract', year: 2026 },
  });
  const labels = encodeURIComponent(JSON.stringify({ tags: ['sent'], field_values: { place: 'Nice' } }));
  const sent = await person.upload(`/knowledge-bases/${baseId}/documents?parse=false&labels=${labels}`, [
    { name: 'pine.md', bytes: 'The pine tree.' },
  ]);
  expect(sent.body.documents[0]).toMatchObject({ tags: ['sent'], field_values: { place: 'Nice' } });
});

test('a folder rule is applied to existing documents, which keep what they have', async () => {
  const base = await buildKnowledgeBase(person);
  const path = `/knowledge-bases/${base.id}`;
  const top = (await person.call('POST', '/folders', { name: 'Deeds', parent_id: null })).body;
  const inside = (await person.call('POST', '/folders', { name: 'Old', parent_id: top.id })).body;
  const link = async (folderId: string, name: string, labels = {}) => {
    const { body } = await person.upload(`/files?folder_id=${folderId}`, [{ name, bytes: name }]);
    const given = { file_ids: [body.files[0].id], knowledge_base_ids: [base.id], parse: false, labels };
    return person.call('POST', '/files/link', given);
  };
  await person.call('PATCH', path, { metadata_fields: fields });
  await link(top.id, 'a.md');
  await link(inside.id, 'b.md', { tags: ['DEED', 'mine'], field_values: { year: 1900 } });
  const rules = [
    { folder_id: top.id, tags: ['deed'], field_values: { year: 2000, place: 'Nice' } },
    { folder_id: inside.id, tags: ['old'], field_values: { place: 'Lyon' } },
  ];
  await person.call('PATCH', path, { folder_rules: rules });
  const preview = async () => (await person.call('GET', `${path}/folder-rules`)).body.items;
  expect(await preview()).toEqual([
    { folder_id: top.id, documents: 2 },
    { folder_id: inside.id, documents: 1 },
  ]);
  const apply = (folderId: string) =>
    person.call('POST', `${path}/folder-rules/apply`, { folder_id: folderId });
  expect((await apply(inside.id)).body).toEqual({ changed: 1 });
  expect((await apply(top.id)).body).toEqual({ changed: 1 });
  expect((await apply(top.id)).body).toEqual({ changed: 0 });
  expect((await preview()).map(({ documents }: { documents: number }) => documents)).toEqual([0, 0]);
  expect((await apply(base.id)).body.error.code).toBe('folder.not_found');
  const { body } = await person.call('GET', `${path}/documents?sort=name&direction=asc`);
  expect(body.items).toMatchObject([
    { name: 'a.md', tags: ['deed'], field_values: { year: 2000, place: 'Nice' } },
    { name: 'b.md', tags: ['DEED', 'mine', 'old'], field_values: { year: 1900, place: 'Lyon' } },
  ]);
  const filter = encodeURIComponent(JSON.stringify(filterOf([tag('is', 'old')])));
  expect((await person.call('GET', `${path}/documents?filter=${filter}`)).body.total).toBe(1);
});

test('linked files take labels, each base the values of its own fields', async () => {
  const [plain, other] = [await buildKnowledgeBase(person), await buildKnowledgeBase(person)];
  await person.call('PATCH', `/knowledge-bases/${other.id}`, { metadata_fields: fields });
  const { body: kept } = await person.upload('/files', [{ name: 'yew.md', bytes: 'The yew tree.' }]);
  const link = (fieldValues: Record<string, unknown>) =>
    person.call('POST', '/files/link', {
      file_ids: [kept.files[0].id],
      knowledge_base_ids: [plain.id, other.id],
      parse: false,
      labels: { tags: ['linked'], field_values: fieldValues },
    });
  expect((await link({ year: 'x' })).body.error.code).toBe('document.field_needs_number');
  expect((await link({ nothing: 'x' })).body.error.code).toBe('document.field_unknown');
  expect((await link({ year: 2020 })).body.documents).toBe(2);
  for (const [id, values] of [
    [plain.id, {}],
    [other.id, { year: 2020 }],
  ] as const) {
    const { body } = await person.call('GET', `/knowledge-bases/${id}/documents`);
    expect(body.items).toMatchObject([{ tags: ['linked'], field_values: values }]);
  }
});

test('values of a field that is gone are not shown, and come back with it', async () => {
  const without = fields.filter(({ key }) => key !== 'year');
  await change({ metadata_fields: without, folder_rules: [] });
  expect((await person.call('GET', `/documents/${ids.oak}`)).body.field_values).not.toHaveProperty('year');
  await change({ metadata_fields: fields });
  expect((await person.call('GET', `/documents/${ids.oak}`)).body.field_values.year).toBe(1900);
});
