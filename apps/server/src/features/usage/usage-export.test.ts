import { type ApiClient, buildAssistant, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendLedger, type LedgerRow } from './testing/append-ledger.ts';
import { readCsv } from './testing/read-csv.ts';

let server: TestServer;
let owner: ApiClient;
let me: { id: string; username: string; company: { id: string; name: string } };

beforeAll(async () => {
  server = await startTestServer({ LECTERN_CURRENCY: 'EUR' });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.signUp();
  me = (await owner.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [me.id]);
});

const append = (...rows: LedgerRow[]) => appendLedger(server, me.company.id, rows);
const may = 'from=2026-05-01&to=2026-05-31&timezone=UTC';
const at = '2026-05-10T12:00:00Z';

const fetchTable = (path: string, client = owner) =>
  fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${client.token}` } });

test('a table is CSV that a parser and a spreadsheet read as it was meant', async () => {
  const assistant = await buildAssistant(owner, { name: '=cmd()|"x", y' });
  await server.query('update companies set name = $2 where id = $1', [me.company.id, 'Rose/Apple: é']);
  await append(
    {
      kind: 'chat',
      at: '2026-03-29T01:00:00Z',
      assistantId: assistant.id,
      modelId: 'm',
      modelName: '+1',
      promptTokens: 12,
      completionTokens: 3,
      cost: 0.00012,
      durationMs: 50,
      estimated: true,
    },
    {
      kind: 'embedding',
      at: '2026-03-29T00:59:59Z',
      embeddingTokens: 4,
      accountId: null,
      source: 'ingest',
    },
  );
  const answer = await fetchTable(
    '/company/tokens/export?from=2026-03-29&to=2026-03-29&timezone=Europe/Paris',
  );
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toBe(
    "attachment; filename*=UTF-8''Rose-Apple- é tokens 2026-03-29 2026-03-29.csv",
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = readCsv(bytes.toString('utf8'));
  expect(rows).toEqual([
    expect.objectContaining({
      time: '2026-03-29T01:59:59+01:00',
      account: '',
      assistant: '',
      source: 'ingest',
      kind: 'embedding',
      embedding_tokens: '4',
      cost: '',
      currency: '',
    }),
    expect.objectContaining({
      time: '2026-03-29T03:00:00+02:00',
      account: me.username,
      // Text, and no formula.
      assistant: `'=cmd()|"x", y`,
      model: "'+1",
      prompt_tokens: '12',
      completion_tokens: '3',
      estimated: 'true',
      cost: '0.00012',
      currency: 'EUR',
      duration_ms: '50',
    }),
  ]);
});

test('a table of questions has one row for each question, with how it ended', async () => {
  const ids = ['one', 'two', 'three'];
  await append(
    ...ids.map(
      (id, n) =>
        ({
          kind: 'request',
          at,
          operationId: `request:${id}`,
          source: n === 1 ? 'api' : 'app',
        }) satisfies LedgerRow,
    ),
    {
      kind: 'answer',
      at,
      operationId: 'answer:one',
      outcome: 'complete',
      durationMs: 120,
      modelId: 'm',
      modelName: 'M',
    },
    { kind: 'answer', at, operationId: 'answer:two', outcome: 'model.timeout', durationMs: 9 },
  );
  const rows = readCsv((await owner.call('GET', `/company/requests/export?${may}`)).body);
  expect(rows.map(({ outcome, duration_ms, model }) => [outcome, duration_ms, model]).sort()).toEqual([
    ['', '', ''],
    ['complete', '120', 'M'],
    ['model.timeout', '9', ''],
  ]);
  const filtered = readCsv((await owner.call('GET', `/company/requests/export?${may}&model_id=m`)).body);
  expect(filtered).toHaveLength(1);
});

test('a table is whole over many pages of rows, also where they fell in one moment', async () => {
  await server.query(
    `insert into usage_records (id, company_id, kind, source, prompt_tokens, created_at)
     select gen_random_uuid(), $1, 'chat', 'app', n, $2::timestamptz + (n / 3000) * interval '1 microsecond'
     from generate_series(1, 7000) n`,
    [me.company.id, at],
  );
  const rows = readCsv((await owner.call('GET', `/company/tokens/export?${may}`)).body);
  expect(new Set(rows.map(({ prompt_tokens }) => prompt_tokens)).size).toBe(7000);
  expect(rows).toHaveLength(7000);
});

test('a table of every company names each', async () => {
  await append({ kind: 'chat', at, promptTokens: 1 });
  const query = `${may}&company_id=${me.company.id}`;
  const rows = readCsv((await server.admin.call('GET', `/admin/tokens/export?${query}`)).body);
  expect(rows).toEqual([expect.objectContaining({ company: me.company.name, company_id: me.company.id })]);
  const all = await fetchTable(`/admin/tokens/export?${may}`, server.admin);
  expect(decodeURIComponent(all.headers.get('content-disposition') ?? '')).toContain(
    'Lectern tokens 2026-05-01',
  );
});

test('a table of nothing is its heads', async () => {
  expect(
    readCsv((await owner.call('GET', `/company/tokens/export?from=2020-01-01&to=2020-01-02`)).body),
  ).toEqual([]);
});
