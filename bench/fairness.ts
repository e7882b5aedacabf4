import { join } from 'node:path';
import { startEmbeddedPostgres } from '@lectern/adapters';
import { Client } from 'pg';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * Who is served when: one company queues eight tenths of all documents, then four others queue the rest. Prints each
 * company's share of every 500 that are finished, and when the last document of the small ones was done.
 *   node bench/fairness.ts [--documents=10000]
 */
const total = Number(/--documents=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10_000);
const small = 4;
const smallCount = Math.floor((total * 0.2) / small);
const largeCount = total - small * smallCount;
/** Documents between two lines of the table. */
const step = Math.max(50, Math.round(total / 20));
const madeAtOnce = 16;
const bulkSize = 500;
const password = 'a password for benchmarks';

type Company = { name: string; id: string; token: string; baseId: string; documentIds: string[] };

const data = makeDataDirectory();
const postgres = await startEmbeddedPostgres({
  dataDirectory: join(data.path, 'postgres'),
  log: { info: () => {}, warn: () => {} },
});
let product: Product | undefined;
try {
  const settings = { LECTERN_DATABASE_URL: postgres.connectionString };
  product = await startProduct(data.path, { settings });
  const companies: Company[] = [];
  for (let n = 0; n <= small; n++)
    companies.push(await makeCompany(product, n === 0 ? 'large' : `small ${n}`));
  const begin = performance.now();
  for (const [n, company] of companies.entries())
    await makeDocuments(product, company, n === 0 ? largeCount : smallCount);
  console.log(`${total} documents made in ${round((performance.now() - begin) / 1000)} s`);
  for (const company of companies) await queueAll(product, company);
  const order = await waitForAll(postgres.connectionString, companies);
  report(companies, order);
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

async function makeCompany(at: Product, name: string): Promise<Company> {
  const account = { email: `${name.replace(' ', '')}@example.org`, username: name, password };
  const { token } = await ask(at, '', 'POST', '/accounts', account);
  const me = await ask(at, token, 'GET', '/me', undefined);
  const base = await ask(at, token, 'POST', '/knowledge-bases', { name });
  return { name, id: me.company.id, token, baseId: base.id, documentIds: [] };
}

async function makeDocuments(at: Product, company: Company, count: number): Promise<void> {
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

async function queueAll(at: Product, { token, baseId, documentIds }: Company): Promise<void> {
  for (let from = 0; from < documentIds.length; from += bulkSize)
    await ask(at, token, 'POST', `/knowledge-bases/${baseId}/documents/bulk`, {
      action: 'parse',
      document_ids: documentIds.slice(from, from + bulkSize),
    });
}

type Finished = { companyId: string; at: number };

async function waitForAll(connectionString: string, companies: Company[]): Promise<Finished[]> {
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
    `select company_id as "companyId",
            extract(epoch from process_begin_at + process_duration_ms * interval '1 ms')::float8 as at
     from documents where company_id = any($1) and status = 'success' order by 2`,
    [ids],
  );
  await client.end();
  if (rows.length !== total) throw new Error(`${rows.length} of ${total} documents were parsed`);
  return rows;
}

function report(companies: Company[], order: Finished[]): void {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const shares = [];
  for (let from = 0; from < order.length; from += step) {
    const part = order.slice(from, from + step);
    shares.push(
      companies.map(({ id }) => part.filter(({ companyId }) => companyId === id).length / part.length),
    );
  }
  printTable(
    ['finished', ...names.values()],
    shares.map((row, n) => [
      `${n * step + 1}–${Math.min(order.length, (n + 1) * step)}`,
      ...row.map((share) => `${round(share * 100, 0)} %`),
    ]),
  );
  const first = order[0]?.at ?? 0;
  const whole = (order.at(-1)?.at ?? 0) - first;
  const waits = companies.map(({ id, name }) => {
    const last = order.findLast(({ companyId }) => companyId === id)?.at ?? 0;
    return { name, shareOfWhole: whole > 0 ? (last - first) / whole : 0 };
  });
  printTable(
    ['last document done after', 'share of the whole time'],
    waits.map(({ name, shareOfWhole }) => [name, `${round(shareOfWhole * 100)} %`]),
  );
  // With five taking turns, a small company is through when five times its documents are.
  console.log(`ideal for the small ones: ${round(((small + 1) * smallCount * 100) / total)} %`);
  console.log(`${round(order.length / Math.max(1, whole))} documents a second`);
  keepResult('fairness', { documents: total, step, shares, waits, seconds: round(whole) });
}
