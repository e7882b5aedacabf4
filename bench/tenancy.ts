import { join } from 'node:path';
import { startEmbeddedPostgres } from '@lectern/adapters';
import { Client } from 'pg';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { fillTenants } from './support/tenants.ts';

/**
 * How long the administrator and a large company wait for their pages where many companies are: every
 * call of those pages over HTTP, one after the other as people do, against a ledger of a year.
 *   npm run bench:tenancy
 */
const counts = {
  companies: 1_000,
  accounts: 5_000,
  questions: 250_000,
  auditEntries: 200_000,
  files: 20_000,
};
const rounds = 12;
/** Milliseconds at p95: for a page of a month and for lists, and for a year. */
const aims = { month: 150, year: 600 };

type Measured = { name: string; path: string; aim: number; p50: number; p95: number };

const today = new Date().toISOString().slice(0, 10);
const yearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
const month = 'timezone=Europe/Paris';
const year = `${month}&from=${yearAgo}&to=${today}`;

const reportsOf = (page: string, groupings: string[]): [string, string, number][] =>
  ['requests', 'tokens'].flatMap((kind) =>
    groupings.flatMap((by): [string, string, number][] => [
      [`${page}: ${kind} of 30 days by ${by}`, `/${page}/${kind}?${month}&group_by=${by}`, aims.month],
      [`${page}: ${kind} of 12 months by ${by}`, `/${page}/${kind}?${year}&group_by=${by}`, aims.year],
    ]),
  );

const calls: [string, string, number][] = [
  ...['name', 'users', 'storage', 'requests', 'created'].map((sort): [string, string, number] => [
    `admin: companies by ${sort}`,
    `/admin/companies?sort=${sort}&order=desc`,
    aims.month,
  ]),
  ['admin: companies found by name', '/admin/companies?search=77', aims.month],
  ['admin: packages', '/admin/packages', aims.month],
  ['admin: accounts', '/admin/accounts', aims.month],
  ['admin: accounts found by name', '/admin/accounts?search=person%2042', aims.month],
  ['admin: accounts, last page', '/admin/accounts?page=100', aims.month],
  ['admin: audit log', '/admin/audit-log', aims.month],
  ['admin: audit log, page 100', '/admin/audit-log?page=100', aims.month],
  ...reportsOf('admin', ['company', 'day', 'model']),
  ['company: limits', '/me/company/limits', aims.month],
  ['company: members', '/company/members', aims.month],
  ['company: audit log', '/company/audit-log', aims.month],
  ...reportsOf('company', ['account', 'assistant', 'model']),
];

const data = makeDataDirectory();
const postgres = await startEmbeddedPostgres({
  dataDirectory: join(data.path, 'postgres'),
  log: { info: () => {}, warn: () => {} },
});
let product: Product | undefined;
try {
  product = await startProduct(data.path, { settings: { LECTERN_DATABASE_URL: postgres.connectionString } });
  const client = new Client({ connectionString: postgres.connectionString });
  // It is gone before the server is: whatever ends the measuring must be told, not that.
  client.on('error', () => {});
  await client.connect();
  const begin = performance.now();
  await fillTenants(client, counts);
  console.log(`filled in ${round((performance.now() - begin) / 1000)} s`);
  await enterLargestCompany(product, client);
  await waitForSlots(client);

  const measured: Measured[] = [];
  for (const [name, path, aim] of calls) measured.push(await measure(product, name, path, aim));
  const table = await measureTable(product);
  const scan = await measureScan(client);
  await client.end();

  printTable(
    ['milliseconds', 'p50', 'p95', 'aim', ''],
    measured.map(({ name, p50, p95, aim }) => [
      name,
      round(p50),
      round(p95),
      `< ${aim}`,
      p95 < aim ? '' : 'missed',
    ]),
  );
  const slowest = measured.filter(
    ({ path }) => path.startsWith('/admin/requests?') && path.includes('from='),
  );
  console.log(
    `CSV of 12 months: ${table.rows} rows, ${round(table.seconds)} s, first byte after ${round(table.firstByte)} ms`,
  );
  console.log(
    `one plain aggregate by company over the whole ledger: ${round(scan)} ms; 12 months by company take ${round((slowest[0]?.p50 ?? 0) / scan, 2)} of it`,
  );
  keepResult('tenancy', {
    counts: { ...counts, ledgerRows: counts.questions * 4 },
    rounds,
    measured,
    table,
    plainAggregate: scan,
  });
} finally {
  await product?.stop();
  await postgres.stop();
  data.remove();
}

async function enterLargestCompany({ call }: Product, client: Client): Promise<void> {
  const { id } = await call('GET', '/me');
  const { rows } = await client.query(
    `insert into memberships (id, company_id, account_id, level)
     select gen_random_uuid(), company_id, $1, 2 from request_counters
     group by company_id order by sum(requests) desc limit 1 returning company_id as id`,
    [id],
  );
  await call('PUT', '/me/company', { company_id: rows[0].id });
}

/** A ledger that came all at once is summed up the next time that the worker keeps house. */
async function waitForSlots(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select from usage_slots limit 1');
    if (rows.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await client.query('vacuum analyze usage_slots');
}

async function measure({ call }: Product, name: string, path: string, aim: number): Promise<Measured> {
  const times: number[] = [];
  // The first one warms the caches of both.
  for (let n = 0; n <= rounds; n++) {
    const begin = performance.now();
    await call('GET', path);
    if (n > 0) times.push(performance.now() - begin);
  }
  return { name, path, aim, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

async function measureTable({ url, token }: Product) {
  const begin = performance.now();
  const answer = await fetch(`${url}/api/v1/admin/tokens/export?${year}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let firstByte = 0;
  let rows = -1;
  for await (const part of answer.body ?? []) {
    firstByte ||= performance.now() - begin;
    for (const byte of part) if (byte === 10) rows++;
  }
  return { rows, firstByte, seconds: (performance.now() - begin) / 1000 };
}

/** What any answer would cost that reads the whole ledger once, without an index and without the product. */
async function measureScan(client: Client): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const begin = performance.now();
    await client.query(
      `select company_id, count(*) filter (where kind = 'request'), sum(prompt_tokens), sum(completion_tokens),
              sum(embedding_tokens), sum(cost) from usage_records group by company_id`,
    );
    times.push(performance.now() - begin);
  }
  return percentile(times, 0.5);
}
