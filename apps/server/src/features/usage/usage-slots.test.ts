import { type ApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUsageSlots } from './usage-slots.service.ts';

let server: TestServer;
const owners: { client: ApiClient; companyId: string }[] = [];

beforeAll(async () => {
  // No worker: slots are made when the test says so.
  server = await startTestServer({ LECTERN_ROLES: 'web' });
  for (let n = 0; n < 2; n++) {
    const client = await server.signUp();
    const { id, company } = (await client.call('GET', '/me')).body;
    await server.query('update memberships set level = 2 where account_id = $1', [id]);
    owners.push({ client, companyId: company.id });
    await fill(company.id, 3_000, '400 days', '2 hours');
  }
});
afterAll(() => server.close());

/** Rows of every kind over a time that is past, none of them at a round moment. */
const fill = (companyId: string, rows: number, from: string, to: string) =>
  server.query(
    `insert into usage_records (id, company_id, kind, source, prompt_tokens, completion_tokens, embedding_tokens, cost, duration_ms, outcome, created_at)
     select gen_random_uuid(), $1, (array['request', 'answer', 'chat', 'embedding', 'rerank'])[1 + n % 5], 'app', n, n % 7, n % 3,
            case when n % 5 = 2 then n * 0.0001 end, n * 10, (array['complete', 'stopped', 'interrupted', 'model.timeout'])[1 + n % 4],
            now() - $3::interval + random() * ($3::interval - $4::interval)
     from generate_series(1, $2::int) n`,
    [companyId, rows, from, to],
  );

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const queries = ['UTC', 'Asia/Kathmandu', 'America/New_York', '%2B05:07'].flatMap((zone) => [
  `timezone=${zone}&from=${day(190)}&to=${day(0)}`,
  `timezone=${zone}&from=${day(395)}&to=${day(300)}&group_by=day`,
  `timezone=${zone}`,
]);

async function readAll() {
  const reports = [];
  for (const query of queries) {
    for (const { client } of owners)
      reports.push((await client.call('GET', `/company/requests?${query}`)).body);
    for (const { companyId } of owners)
      reports.push((await server.admin.call('GET', `/admin/tokens?${query}&company_id=${companyId}`)).body);
    reports.push((await server.admin.call('GET', `/admin/requests?${query}`)).body);
  }
  return JSON.parse(JSON.stringify(reports), (_, value) =>
    // Sums of fractions in another order.
    typeof value === 'number' ? Number(value.toFixed(6)) : value,
  );
}

const countSlots = async () => Number((await server.query('select count(*) from usage_slots'))[0]?.count);

test('reports are the same from the ledger alone, with slots, and with slots that end before it does', async () => {
  const alone = await readAll();
  expect(alone[0].totals.requests).toBeGreaterThan(100);
  // Made by two at once, and each once.
  await Promise.all([createUsageSlots(server.platform.database), createUsageSlots(server.platform.database)]);
  const made = await countSlots();
  expect(made).toBeGreaterThan(3_000);
  expect(await createUsageSlots(server.platform.database)).toBe(0);
  expect(await countSlots()).toBe(made);
  expect(await readAll()).toEqual(alone);

  // The half of them was not made yet.
  await server.query("delete from usage_slots where slot > now() - interval '150 days'");
  expect(await readAll()).toEqual(alone);
  await createUsageSlots(server.platform.database);
  expect(await countSlots()).toBe(made);
  expect(await readAll()).toEqual(alone);
});

test('what is newer than an hour is read from the ledger and in no slot', async () => {
  const before = (await readAll())[0].totals;
  const slots = await countSlots();
  await fill(owners[0]?.companyId as string, 50, '20 minutes', '1 minute');
  await createUsageSlots(server.platform.database);
  expect(await countSlots()).toBe(slots);
  expect((await readAll())[0].totals.requests).toBe(before.requests + 10);
});

test('a company that goes takes its slots with it', async () => {
  const other = owners[1]?.companyId as string;
  await server.query('delete from memberships where company_id = $1', [other]);
  await server.query('delete from companies where id = $1', [other]);
  expect(await server.query('select 1 from usage_slots where company_id = $1', [other])).toEqual([]);
});
