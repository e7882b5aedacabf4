import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failOrphanedRuns } from '../../platform/runs/orphans.ts';
import { evaluationsFeature } from './evaluations.feature.ts';

let server: TestServer;
let person: ApiClient;
let baseId: string;
const documents: Record<string, { id: string }> = {};
const texts = {
  roses: '# Roses\n\nThe rose blooms in June and smells of honey.',
  apples: '# Apples\n\nThe apple tree was planted in 1921 by the gardener.',
  ponds: '# Ponds\n\nThe pond is three metres deep and full of carp.',
};

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  baseId = (await buildKnowledgeBase(person)).id;
  for (const [name, text] of Object.entries(texts))
    documents[name] = await buildDocument(person, { knowledge_base_id: baseId, name, text });
});
afterAll(() => server.close());

let serial = 0;
async function createSet(): Promise<string> {
  const answer = await person.call('POST', `/knowledge-bases/${baseId}/evaluation-sets`, {
    name: `Set ${++serial}`,
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const add = (setId: string, question: string, expected: Record<string, unknown>[]) =>
  person.call('POST', `/evaluation-sets/${setId}/questions`, { question, expected });

async function waitForEnd(runId: string) {
  for (;;) {
    const { body } = await person.call('GET', `/evaluation-runs/${runId}`);
    if (!['queued', 'running'].includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('a run says how well each of its settings finds what is expected', async () => {
  const setId = await createSet();
  await add(setId, 'When does the rose bloom?', [{ document_id: documents.roses?.id }]);
  await add(setId, 'How deep is the pond?', [
    { document_id: documents.ponds?.id, text: 'three METRES  deep' },
  ]);
  await add(setId, 'Who planted the apple tree?', [{ document_id: documents.ponds?.id }]);
  const started = await person.call('POST', `/evaluation-sets/${setId}/runs`, {
    variants: [
      { name: 'Defaults' },
      { name: 'Strict', settings: { similarity_threshold: 0.99, top_n: 1, keyword_weight: 1 } },
    ],
  });
  expect(started.status).toBe(202);
  expect(started.body).toMatchObject({ total: 3, document_count: 3, chunk_count: 3, left_out: 0 });
  const run = await waitForEnd(started.body.id);
  expect(run).toMatchObject({ state: 'finished', done: 3, error: null });
  const [usual, strict] = run.variants;
  expect(usual.figures.recall10).toBeGreaterThanOrEqual(2 / 3);
  expect(usual.figures.mrr10).toBeGreaterThanOrEqual(2 / 3);
  expect(strict.figures.recall10).toBeLessThan(usual.figures.recall10);
  const { items } = (await person.call('GET', `/evaluation-runs/${run.id}/results`)).body;
  expect(items).toHaveLength(3);
  expect(items[0].outcomes[0]).toMatchObject({ ranks: [1], hit: true });
  expect(items[0].outcomes[0].first[0].document_name).toBe('roses.md');
  expect(items[1].outcomes[0]).toMatchObject({ ranks: [1], hit: true });
  const sets = (await person.call('GET', `/knowledge-bases/${baseId}/evaluation-sets`)).body.items;
  expect(sets.find(({ id }: { id: string }) => id === setId)).toMatchObject({
    question_count: 3,
    run_count: 1,
    last_run: { id: run.id, variant_name: 'Defaults' },
  });
  expect((await person.call('DELETE', `/evaluation-runs/${run.id}`)).status).toBe(204);
  expect((await person.call('GET', `/evaluation-runs/${run.id}`)).body.error.code).toBe(
    'evaluation.run_not_found',
  );
});

test('a question that is there gets what else it should find', async () => {
  const setId = await createSet();
  await add(setId, 'What smells?', [{ document_id: documents.roses?.id }]);
  await add(setId, 'What smells?', [{ document_id: documents.roses?.id }]);
  const again = await add(setId, 'What smells?', [{ document_id: documents.ponds?.id, page: 2 }]);
  expect(again.body.expected.map((one: Record<string, unknown>) => [one.document_name, one.page])).toEqual([
    ['roses.md', null],
    ['ponds.md', 2],
  ]);
  const { body } = await person.call('GET', `/evaluation-sets/${setId}/questions`);
  expect(body.total).toBe(1);
  const changed = await person.call('PATCH', `/evaluation-questions/${body.items[0].id}`, {
    question: 'What smells of honey?',
    expected: [{ document_id: documents.roses?.id }],
  });
  expect(changed.body).toMatchObject({ question: 'What smells of honey?', expected: [{ gone: false }] });
  expect((await person.call('DELETE', `/evaluation-questions/${body.items[0].id}`)).status).toBe(204);
});

test('what is exported can be imported, and rows that cannot be taken are told', async () => {
  const setId = await createSet();
  await add(setId, 'Quelle profondeur, au juste ?', [
    { document_id: documents.ponds?.id, page: 3, text: 'a; "quoted"\ntext' },
    { document_id: documents.roses?.id },
  ]);
  await add(setId, '=1+1', [{ document_id: documents.apples?.id }]);
  const file = await person.call('GET', `/evaluation-sets/${setId}/questions/export`);
  const csv = typeof file.body === 'string' ? file.body : String(file.body);
  expect(csv).toContain("'=1+1");
  const other = await createSet();
  const importInto = (text: string) =>
    person.call('POST', `/evaluation-sets/${other}/questions/import`, { csv: text });
  expect((await importInto(csv)).body).toMatchObject({ added: 2, extended: 0, problem_count: 0 });
  expect((await importInto(csv)).body).toMatchObject({ added: 0, extended: 0 });
  const read = async (id: string) =>
    (await person.call('GET', `/evaluation-sets/${id}/questions`)).body.items.map(
      ({ question, expected }: Record<string, unknown>) => ({ question, expected }),
    );
  expect(await read(other)).toEqual(await read(setId));
  const mixed = await importInto(
    'Document;Question;Page\nroses.md;New?;\n;Nothing?;\nnone;Which?;\nponds.md;Page?;zero\nroses.md;;1\nROSES.MD;=1+1;',
  );
  expect(mixed.body).toMatchObject({ added: 1, extended: 1, problem_count: 4 });
  expect(
    mixed.body.problems.map(({ line, problem }: { line: number; problem: string }) => [line, problem]),
  ).toEqual([
    [3, 'no_document'],
    [4, 'document_unknown'],
    [5, 'page_invalid'],
    [6, 'no_question'],
  ]);
  expect((await importInto('a,b\n1,2')).body.error.code).toBe('evaluation.csv_columns_missing');
  expect((await importInto('question,document\n"a')).body.error.code).toBe('evaluation.csv_unreadable');
});

test('a document that is gone is left out, and a question that expects nothing else as well', async () => {
  const setId = await createSet();
  const gone = await buildDocument(person, { knowledge_base_id: baseId, name: 'gone', text: 'Gone soon.' });
  await add(setId, 'Only gone?', [{ document_id: gone.id }]);
  await person.call('DELETE', `/documents/${gone.id}`);
  const { items } = (await person.call('GET', `/evaluation-sets/${setId}/questions`)).body;
  expect(items[0].expected).toMatchObject([{ document_name: 'gone.md', gone: true }]);
  const start = () => person.call('POST', `/evaluation-sets/${setId}/runs`, { variants: [{ name: 'a' }] });
  expect((await start()).body.error.code).toBe('evaluation.no_questions');
  await add(setId, 'When does the rose bloom?', [
    { document_id: documents.roses?.id },
    { document_id: documents.apples?.id },
  ]);
  const run = await waitForEnd((await start()).body.id);
  expect(run).toMatchObject({ state: 'finished', total: 1, left_out: 1 });
});

test('a run is cancelled, and one set has one run at a time', async () => {
  const setId = await createSet();
  const csv = Array.from({ length: 400 }, (_, n) => `Question ${n} about the rose?,roses.md`).join('\n');
  await person.call('POST', `/evaluation-sets/${setId}/questions/import`, {
    csv: `question,document\n${csv}`,
  });
  const start = () =>
    person.call('POST', `/evaluation-sets/${setId}/runs`, { variants: [{ name: 'a' }, { name: 'b' }] });
  const { id } = (await start()).body;
  expect((await start()).body.error.code).toBe('evaluation.running');
  const cancelled = await person.call('POST', `/evaluation-runs/${id}/cancel`);
  expect(cancelled.body.state).toBe('cancelled');
  expect((await person.call('POST', `/evaluation-runs/${id}/cancel`)).body.error.code).toBe(
    'evaluation.not_running',
  );
  const [job] = await server.query(
    `select count(*)::int as count from usage_records where operation_id like 'embedding:evaluation:' || $1 || '%'`,
    [id],
  );
  expect(job?.count).toBeLessThan(400);
});

test('a run that nobody works on any more fails, and a search is booked once', async () => {
  const setId = await createSet();
  await add(setId, 'When does the rose bloom?', [{ document_id: documents.roses?.id }]);
  const started = await person.call('POST', `/evaluation-sets/${setId}/runs`, { variants: [{ name: 'a' }] });
  const run = await waitForEnd(started.body.id);
  // As if the process had died after the search and before it kept what it found.
  await server.query(`update evaluation_results set outcomes = null where evaluation_run_id = $1`, [run.id]);
  await server.query(`update evaluation_runs set state = 'running' where id = $1`, [run.id]);
  const me = (await person.call('GET', '/me')).body;
  await server.platform.database.withCompany(me.company.id, (tx) =>
    server.platform.jobs.enqueue(tx, 'evaluation.run', { companyId: me.company.id, runId: run.id }),
  );
  expect((await waitForEnd(run.id)).variants).toMatchObject([{ figures: { recall10: 1 } }]);
  const booked = await server.query(
    `select operation_id from usage_records where operation_id like '%evaluation:' || $1 || '%'`,
    [run.id],
  );
  expect(booked.length).toBe(new Set(booked.map(({ operation_id }) => operation_id)).size);
  await server.query(`update evaluation_runs set state = 'running' where id = $1`, [run.id]);
  await server.query(`delete from pgboss.job where name = 'evaluation.run'`);
  expect(await failOrphanedRuns(server.platform, evaluationsFeature.runs ?? [])).toBe(1);
  expect((await waitForEnd(run.id)).error.code).toBe('server.error');
});

test('sets are their base’s: names, limits, and nothing for strangers', async () => {
  const setId = await createSet();
  const path = `/knowledge-bases/${baseId}/evaluation-sets`;
  expect((await person.call('POST', path, { name: `SET ${serial}` })).body.error.code).toBe(
    'evaluation.name_taken',
  );
  expect((await person.call('PATCH', `/evaluation-sets/${setId}`, { name: 'Renamed' })).body.name).toBe(
    'Renamed',
  );
  const stranger = await server.signUp();
  expect((await stranger.call('GET', `/evaluation-sets/${setId}/questions`)).body.error.code).toBe(
    'evaluation.set_not_found',
  );
  const foreign = await buildDocument(stranger, { parse: false });
  expect((await add(setId, 'Foreign?', [{ document_id: foreign.id }])).body.error.code).toBe(
    'document.not_found',
  );
  expect((await person.call('DELETE', `/evaluation-sets/${setId}`)).status).toBe(204);
});
