import { type ApiClient, buildAssistant, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  await raiseToOwner();
});

/** Who signs up is below COMPANY in the company that is made for it. */
async function raiseToOwner(): Promise<void> {
  me = (await owner.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [me.id]);
}

const append = (...rows: LedgerRow[]) => appendLedger(server, me.company.id, rows);
const read = async (query: string, client = owner, path = '/company/requests') =>
  (await client.call('GET', `${path}?${query}`)).body;

/** A question with its answer, in the same second. */
const question = (at: string, fields: Partial<LedgerRow> = {}, outcome = 'complete', durationMs = 1000) =>
  [
    { kind: 'request', at, ...fields },
    { kind: 'answer', at, outcome, durationMs, ...fields },
  ] satisfies LedgerRow[];

describe('days', () => {
  // Each a second or a minute from midnight somewhere.
  const moments = [
    '2026-03-28T18:29:59Z',
    '2026-03-28T18:30:00Z',
    '2026-03-28T22:59:59Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T18:30:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
    '2026-03-29T23:30:00Z',
  ];

  test.each([
    // The day on which the clocks go forward has 23 hours in Paris.
    ['Europe/Paris', [3, 3, 2]],
    ['Asia/Kolkata', [1, 3, 4]],
    ['%2B05:30', [1, 3, 4]],
    ['UTC', [4, 4, 0]],
    ['America/New_York', [4, 4, 0]],
  ])('are those of %s', async (timezone, counts) => {
    await append(...moments.flatMap((at) => question(at)));
    const report = await read(`from=2026-03-28&to=2026-03-30&timezone=${timezone}`);
    expect(report.days.map(({ day }: { day: string }) => day)).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
    ]);
    expect(report.days.map(({ requests }: { requests: number }) => requests)).toEqual(counts);
    expect(report.totals.requests).toBe(8);
  });

  test('one that is an hour longer holds both of its hours', async () => {
    // Half past two in Paris, twice.
    await append(
      ...question('2026-10-25T00:30:00Z'),
      ...question('2026-10-25T01:30:00Z'),
      ...question('2026-10-25T22:59:59Z'),
    );
    const report = await read('from=2026-10-24&to=2026-10-26&timezone=Europe/Paris');
    expect(report.days.map(({ requests }: { requests: number }) => requests)).toEqual([0, 3, 0]);
  });

  test("are the account's own where no zone is said", async () => {
    await append(...question('2026-01-01T20:00:00Z'));
    await owner.call('PATCH', '/me', { timezone: 'Asia/Kolkata' });
    const report = await read('from=2026-01-02&to=2026-01-02');
    expect([report.timezone, report.totals.requests]).toEqual(['Asia/Kolkata', 1]);
  });

  test('without use are zeros, and the same number before is held beside', async () => {
    await append(
      ...question('2026-05-04T10:00:00Z'),
      ...question('2026-05-03T23:59:59Z'),
      ...question('2026-05-01T00:00:00Z'),
      ...question('2026-04-30T23:59:59Z'),
    );
    const report = await read('from=2026-05-04&to=2026-05-06&timezone=UTC');
    expect(report.days.map(({ requests }: { requests: number }) => requests)).toEqual([1, 0, 0]);
    expect(report.previous.requests).toBe(2);
    expect(report.days[1]).toEqual({
      day: '2026-05-05',
      requests: 0,
      failed: 0,
      model_calls: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      embedding_tokens: 0,
      cost: 0,
      average_duration_ms: 0,
    });
  });
});

const may = 'from=2026-05-01&to=2026-05-31&timezone=UTC';
const at = '2026-05-10T12:00:00Z';

test('figures add up as by hand', async () => {
  await append(
    ...question(at, {}, 'complete', 1000),
    ...question(at, {}, 'stopped', 2000),
    ...question(at, {}, 'model.timeout', 6000),
    ...question(at, {}, 'interrupted', 3000),
    { kind: 'chat', at, promptTokens: 1000, completionTokens: 200, cost: 0.1, durationMs: 77 },
    { kind: 'chat', at, promptTokens: 10, completionTokens: 2, cost: 0.2, outcome: 'model.timeout' },
    { kind: 'embedding', at, embeddingTokens: 30, source: 'ingest', accountId: null },
    { kind: 'rerank', at, promptTokens: 5 },
  );
  const expected = {
    requests: 4,
    failed: 2,
    model_calls: 4,
    prompt_tokens: 1015,
    completion_tokens: 202,
    embedding_tokens: 30,
    cost: 0.3,
    average_duration_ms: 3000,
  };
  const report = await read(may);
  expect(report).toMatchObject({ currency: 'EUR', totals: expected });
  expect(await read(may, owner, '/company/tokens')).toEqual(report);
  expect((await read(`${may}&source=ingest`)).totals).toMatchObject({ requests: 0, embedding_tokens: 30 });
});

describe('groups', () => {
  test('bear the names of people, assistants and models, and none where the thing is gone', async () => {
    const member = await server.addMember(owner, 'USER');
    const { id: memberId, username } = (await member.call('GET', '/me')).body;
    const kept = await buildAssistant(owner, { name: 'Kept' });
    const gone = await buildAssistant(owner, { name: 'Gone' });
    const nobody = '00000000-0000-4000-8000-000000000000';
    await append(
      ...question(at, {
        accountId: memberId,
        assistantId: kept.id,
        modelId: 'built-in/x',
        modelName: 'Included',
      }),
      ...question(at, { accountId: memberId, assistantId: gone.id, modelId: nobody, modelName: 'Removed' }),
      ...question(at, { accountId: nobody, assistantId: kept.id, source: 'api' }),
      { kind: 'embedding', at, accountId: null, embeddingTokens: 5, source: 'ingest' },
    );
    await owner.call('DELETE', `/assistants/${gone.id}`);
    const groups = async (by: string, more = '') =>
      (await read(`${may}&group_by=${by}${more}`)).groups.items.map(
        ({ id, name, requests }: { id: string; name: string; requests: number }) => [id, name, requests],
      );
    expect(await groups('account')).toEqual([
      [memberId, username, 2],
      [nobody, '', 1],
      [null, '', 0],
    ]);
    expect(await groups('assistant')).toEqual([
      [kept.id, 'Kept', 2],
      [gone.id, '', 1],
      [null, '', 0],
    ]);
    // Which model a question went to is known by its answer.
    expect(await groups('model', '&sort=name&order=asc')).toEqual([
      [null, '', 1],
      ['built-in/x', 'Included', 1],
      [nobody, 'Removed', 1],
    ]);
    expect(await groups('source')).toEqual([
      ['app', 'app', 2],
      ['api', 'api', 1],
      ['ingest', 'ingest', 0],
    ]);
    expect((await read(`${may}&model_id=built-in/x`)).totals.requests).toBe(1);
    expect((await read(`${may}&assistant_id=${gone.id}`)).totals.requests).toBe(1);
    expect((await read(`${may}&account_id=${nobody}`)).totals.requests).toBe(1);
  });

  test('are sorted and paged, and counted also beyond the last page', async () => {
    const assistants = [];
    for (const name of ['b', 'A', 'c']) assistants.push(await buildAssistant(owner, { name }));
    await append(
      ...assistants.flatMap(({ id }, n) => [
        ...Array.from({ length: n + 1 }, () => question(at, { assistantId: id })).flat(),
        {
          kind: 'chat',
          at,
          assistantId: id,
          promptTokens: 100 - n,
          cost: n === 1 ? 5 : 1,
        } satisfies LedgerRow,
      ]),
    );
    const names = async (query: string) =>
      (await read(`${may}&group_by=assistant&${query}`)).groups.items.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('sort=requests')).toEqual(['c', 'A', 'b']);
    expect(await names('sort=tokens')).toEqual(['b', 'A', 'c']);
    expect(await names('sort=cost')).toEqual(['A', 'b', 'c']);
    expect(await names('sort=name&order=asc')).toEqual(['A', 'b', 'c']);
    expect(await names('sort=name&order=desc&page=2&page_size=2')).toEqual(['A']);
    const beyond = (await read(`${may}&group_by=assistant&page=9`)).groups;
    expect(beyond).toEqual({ items: [], total: 3 });
    const days = (await read(`${may}&group_by=day&page_size=2`)).groups;
    expect([days.total, days.items.map(({ id }: { id: string }) => id)]).toEqual([
      31,
      ['2026-05-10', '2026-05-01'],
    ]);
  });
});

describe('below level COMPANY', () => {
  test('the breakdown and the table show oneself, the totals everyone', async () => {
    const member = await server.addMember(owner, 'ELEVATED_USER');
    const { id } = (await member.call('GET', '/me')).body;
    await append(
      { kind: 'chat', at, promptTokens: 7, accountId: id },
      { kind: 'chat', at, promptTokens: 100, accountId: me.id },
      { kind: 'embedding', at, embeddingTokens: 9, accountId: null, source: 'ingest' },
    );
    const report = await read(may, member, '/company/tokens');
    expect(report.totals).toMatchObject({ prompt_tokens: 107, embedding_tokens: 9 });
    expect(report.groups.items.map((group: { id: string }) => group.id)).toEqual([id]);
    const refused = await member.call('GET', `/company/tokens?${may}&account_id=${me.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.level_too_low']);
    expect((await member.call('GET', `/company/tokens/export?${may}&account_id=${me.id}`)).status).toBe(403);
    const rows = readCsv((await member.call('GET', `/company/tokens/export?${may}`)).body);
    expect(rows.map(({ prompt_tokens }) => prompt_tokens)).toEqual(['7']);
    expect((await member.call('GET', `/company/requests?${may}`)).status).toBe(403);
  });
});

describe('what is not the company’s', () => {
  test('is in no figure, and its ids are not there', async () => {
    const other = await server.signUp();
    const { id, company } = (await other.call('GET', '/me')).body;
    const assistant = await buildAssistant(other);
    const [model] = await server.query(
      `insert into models (id, company_id, provider_id, model_name, name, type)
       values (gen_random_uuid(), $1, 'openai-compatible', 'm', 'Theirs', 'chat') returning id`,
      [company.id],
    );
    await appendLedger(server, company.id, [
      ...question(at, { accountId: id, assistantId: assistant.id, modelId: model?.id as string }),
      { kind: 'chat', at, promptTokens: 50, modelId: model?.id as string },
    ]);
    for (const path of [
      '/company/requests',
      '/company/tokens',
      '/company/requests/export',
      '/company/tokens/export',
    ]) {
      for (const filter of [`account_id=${id}`, `assistant_id=${assistant.id}`, `model_id=${model?.id}`])
        expect((await owner.call('GET', `${path}?${may}&${filter}`)).status, `${path} ${filter}`).toBe(404);
      // Not a field of these calls: it is left unread, not obeyed.
      const { body } = await owner.call('GET', `${path}?${may}&company_id=${company.id}`);
      expect(JSON.stringify(body)).not.toContain('50');
    }
    expect((await read(may)).totals).toMatchObject({ requests: 0, prompt_tokens: 0 });
  });

  test('the administrator sees each company, and one alone', async () => {
    await append(...question(at), ...question(at));
    const everyone = await read(`${may}&page_size=200`, server.admin, '/admin/requests');
    const mine = everyone.groups.items.find((group: { id: string }) => group.id === me.company.id);
    expect(mine).toMatchObject({ name: me.company.name, requests: 2 });
    const alone = await read(
      `${may}&company_id=${me.company.id}&group_by=account`,
      server.admin,
      '/admin/tokens',
    );
    expect(alone.totals.requests).toBe(2);
    const missing = '00000000-0000-4000-8000-000000000001';
    for (const [filter, code] of [
      [`company_id=${missing}`, 'company.not_found'],
      [`account_id=${missing}`, 'account.not_found'],
      [`assistant_id=${missing}`, 'assistant.not_found'],
    ])
      for (const path of ['/admin/requests', '/admin/tokens/export']) {
        const answer = await server.admin.call('GET', `${path}?${may}&${filter}`);
        expect([answer.status, answer.body.error?.code], filter).toEqual([404, code]);
      }
  });
});

test.each([
  'from=2026-02-02&to=2026-02-01',
  'from=2024-01-01&to=2026-01-01',
  'from=0001-01-01&to=0001-01-02',
])('the range %s is refused', async (range) => {
  for (const path of ['/company/requests', '/company/tokens/export']) {
    const { status, body } = await owner.call('GET', `${path}?${range}`);
    expect([status, body.error.code, body.error.details]).toEqual([
      422,
      'usage.range_invalid',
      { days: 400 },
    ]);
  }
});

test.each([
  'from=2026-02-30',
  'from=yesterday',
  'timezone=Mars/Olympus',
  'group_by=company',
  'sort=1;drop',
  'page=0',
])('%s is no query', async (query) => {
  expect((await owner.call('GET', `/company/requests?${query}`)).status).toBe(422);
});
