import { join } from 'node:path';
import { startEmbeddedPostgres } from '@lectern/adapters';
import { levels } from '@lectern/contract';
import { Client } from 'pg';
import { type Company, type Finished, measureFairness } from './support/fairness-figures.ts';
import { makeDataDirectory, measureMemory, type Product, startProduct } from './support/product.ts';
import { countLeftOvers } from './support/reconcile.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * Who is served when: one company queues eight tenths of all documents, then four others queue the rest, one after the
 * other. Prints how far each company is at each tenth of the work, what each had of it while all had some waiting, how
 * long each waited for its first document, how long a colleague in the first company waits for one, and what was lost.
 *   node bench/fairness.ts [--documents=10000]
 */
const total = Number(/--documents=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10_000);
const small = 4;
const smallCount = Math.floor((total * 0.2) / small);
const largeCount = total - small * smallCount;
const madeAtOnce = 16;
const bulkSize = 500;
const password = 'a password for benchmarks';

const memoryEveryMs = 10_000;

type Queued = Company & { token: string; baseId: string; documentIds: string[] };

const data = makeDataDirectory();
const postgres = await startEmbeddedPostgres({
  dataDirectory: join(data.path, 'postgres'),
  log: { info: () => {}, warn: () => {} },
});
let product: Product | undefined;
try {
  const settings = { LECTERN_DATABASE_URL: postgres.connectionString };
  product = await startProduct(data.path, { settings });
  const { pid } = product;
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(measureMemory(pid).bytes), memoryEveryMs);
  const companies: Queued[] = [];
  for (let n = 0; n <= small; n++)
    companies.push(await makeCompany(product, n === 0 ? 'large' : `small ${n}`));
  const begin = performance.now();
  for (const [n, company] of companies.entries())
    await makeDocuments(product, company, n === 0 ? largeCount : smallCount);
  console.log(`${total} documents made in ${round((performance.now() - begin) / 1000)} s`);
  const colleague = await addColleague(product, postgres.connectionString, companies[0] as Queued);
  for (const company of companies) await queueAll(product, company);
  const colleagueWaited = await waitForOne(product, colleague);
  const order = await waitForAll(postgres.connectionString, companies);
  clearInterval(watch);
  await product.stop();
  product = undefined;
  const leftOvers = await countLeftOvers(data.path, postgres.connectionString);
  report(companies, order, { leftOvers, memory, colleagueWaited });
} finally {
  await product?.stop();
  await postgres.stop();
  data.remove();
}

async function ask(at: Product, token: string, method: string, path: string, body: unknown) {
  const answer = await fetch(`${at.url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks read what they know is there.
  return (await answer.json()) as any;
}

async function makeCompany(at: Product, name: string): Promise<Queued> {
  const account = { email: `${name.replace(' ', '')}@example.org`, username: name, password };
  const { token } = await ask(at, '', 'POST', '/accounts', account);
  const me = await ask(at, token, 'GET', '/me', undefined);
  const base = await ask(at, token, 'POST', '/knowledge-bases', { name });
  return { name, id: me.company.id, queuedAt: 0, token, baseId: base.id, documentIds: [] };
}

/** Another person in the company, with a knowledge base of their own. */
async function addColleague(at: Product, connectionString: string, company: Queued) {
  const account = { email: 'colleague@example.org', username: 'colleague', password };
  const { token } = await ask(at, '', 'POST', '/accounts', account);
  const me = await ask(at, token, 'GET', '/me', undefined);
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("select set_config('lectern.across_companies', 'on', false)");
  await client.query(
    'insert into memberships (id, company_id, account_id, level) values (gen_random_uuid(), $1, $2, $3)',
    [company.id, me.id, levels.COMPANY],
  );
  await client.end();
  await ask(at, token, 'PUT', '/me/company', { company_id: company.id });
  const base = await ask(at, token, 'POST', '/knowledge-bases', { name: 'colleague' });
  return { token, baseId: base.id as string };
}

/** Seconds until one line of the colleague's answers, behind all that the company has queued before. */
async function waitForOne(
  at: Product,
  { token, baseId }: { token: string; baseId: string },
): Promise<number> {
  const begin = performance.now();
  const { id } = await ask(at, token, 'POST', `/knowledge-bases/${baseId}/documents/text`, {
    name: 'one line',
    text: 'The harbour opens at six.',
  });
  while ((await ask(at, token, 'GET', `/documents/${id}`, undefined)).status !== 3)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - begin) / 1_000;
}

async function makeDocuments(at: Product, company: Queued, count: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next++;
      const { id } = await ask(
        at,
        company.token,
        'POST',
        `/knowledge-bases/${company.baseId}/documents/text`,
        {
          name: `note ${n}`,
          text: `# Note ${n}\n\nThe mooring permit ${n} of ${company.name} ends in May.`,
          parse: false,
        },
      );
      company.documentIds.push(id);
    }
  };
  await Promise.all(Array.from({ length: madeAtOnce }, lane));
}

async function queueAll(at: Product, company: Queued): Promise<void> {
  const { token, baseId, documentIds } = company;
  company.queuedAt = Date.now() / 1000;
  for (let from = 0; from < documentIds.length; from += bulkSize)
    await ask(at, token, 'POST', `/knowledge-bases/${baseId}/documents/bulk`, {
      action: 'parse',
      document_ids: documentIds.slice(from, from + bulkSize),
    });
}

async function waitForAll(connectionString: string, companies: Queued[]): Promise<Finished[]> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("select set_config('lectern.across_companies', 'on', false)");
  const ids = companies.map(({ id }) => id);
  for (;;) {
    const { rows } = await client.query(
      "select count(*)::int as left from documents where status in ('parsing', 'unstarted') and company_id = any($1)",
      [ids],
    );
    if (rows[0].left === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const { rows } = await client.query(
    `select company_id as "companyId", process_duration_ms / 1000.0::float8 as took,
            extract(epoch from process_begin_at + process_duration_ms * interval '1 ms')::float8 as at
     from documents where company_id = any($1) and status = 'success' and chunk_count > 0 order by at`,
    [ids],
  );
  await client.end();
  return rows;
}

function report(
  companies: Company[],
  order: Finished[],
  {
    leftOvers,
    memory,
    colleagueWaited,
  }: { leftOvers: Record<string, number>; memory: number[]; colleagueWaited: number },
): void {
  const figures = measureFairness(companies, order);
  const percent = (share: number) => `${round(share * 100, 0)} %`;
  printTable(
    ['of all finished', ...companies.map(({ name }) => name)],
    figures.tenths.map((row, n) => [`${(n + 1) * 10} %`, ...row.map(percent)]),
  );
  console.log(
    `While all had documents waiting, ${figures.contested.documents} were finished: ` +
      `${figures.contested.shares.map(percent).join(', ')} of them by company; evenness ${round(figures.contested.evenness, 4)}.`,
  );
  printTable(
    [
      'company',
      'first document done after',
      'in units of one document',
      'last done after',
      'share of the whole',
    ],
    figures.companies.map(({ name, firstAfter, firstInDocuments, lastAfter, lastShare }) => [
      name,
      `${round(firstAfter, 2)} s`,
      round(firstInDocuments),
      `${round(lastAfter)} s`,
      percent(lastShare),
    ]),
  );
  // With five taking turns, a small company is through when five times its documents are.
  const ideal = ((small + 1) * smallCount) / total;
  // The colleague's is one more.
  const lost = total + 1 - order.length;
  const memoryMb = {
    most: round(Math.max(...memory) / 2 ** 20, 0),
    median: round(percentile(memory, 0.5) / 2 ** 20, 0),
  };
  console.log(`a colleague in the large company waited ${round(colleagueWaited, 2)} s for one document`);
  console.log(`ideal for the small ones: ${percent(ideal)}`);
  console.log(`${round(order.length / figures.seconds)} documents a second; lost: ${lost}`);
  console.log(
    `memory of all processes but the database: at most ${memoryMb.most} MB, median ${memoryMb.median} MB`,
  );
  console.log(`found by the reconciler: ${JSON.stringify(leftOvers)}`);
  keepResult('fairness', {
    documents: total,
    lost,
    leftOvers,
    memoryMb,
    idealForSmall: ideal,
    colleagueWaited,
    ...figures,
  });
  if (lost > 0 || Object.values(leftOvers).some((count) => count > 0)) process.exitCode = 1;
}
