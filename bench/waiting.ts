import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@lectern/adapters';
import { levels } from '@lectern/contract';
import { Client } from 'pg';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, printTable, round } from './support/report.ts';
import { signUp } from './support/sign-up.ts';
import { filesAtOnce, uploadSmallDocuments } from './support/small-documents.ts';

/**
 * How long others wait while one person has uploaded many short texts: somebody of the same company and somebody of
 * another one upload a text each, and again with nothing else to do.
 *   npm run bench:waiting -- [--documents 700]
 */
const { values } = parseArgs({ options: { documents: { type: 'string', default: '700' } } });
const documents = Number(values.documents);
const queuedAtOnce = 500;

const data = makeDataDirectory();
const postgres = await startEmbeddedPostgres({
  dataDirectory: join(data.path, 'postgres'),
  log: { info: () => {}, warn: () => {} },
});
let product: Product | undefined;
try {
  product = await startProduct(data.path, { settings: { LECTERN_DATABASE_URL: postgres.connectionString } });
  const first = await signUp(product, 'first');
  const colleague = await signUp(product, 'colleague');
  const stranger = await signUp(product, 'stranger');
  await joinCompany(first, colleague);
  const [base, ofColleague, ofStranger] = [
    await makeBase(first),
    await makeBase(colleague),
    await makeBase(stranger),
  ];
  const waitForBoth = () =>
    Promise.all([waitForOne(colleague, ofColleague), waitForOne(stranger, ofStranger)]);
  // The first text of a process waits for its parser.
  await waitForBoth();
  const alone = await waitForBoth();
  // Uploaded first and queued together: else most are read before the last is there.
  const ids: string[] = [];
  for (let from = 0; from < documents; from += filesAtOnce)
    ids.push(
      ...(await uploadSmallDocuments(first, base, from, Math.min(documents, from + filesAtOnce), {
        parse: false,
      })),
    );
  for (let from = 0; from < ids.length; from += queuedAtOnce)
    await first.call('POST', `/knowledge-bases/${base}/documents/bulk`, {
      action: 'parse',
      document_ids: ids.slice(from, from + queuedAtOnce),
    });
  const waiting = await countParsing(first, base);
  const begin = performance.now();
  const beside = await waitForBoth();
  while ((await countParsing(first, base)) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  const lastAfter = (performance.now() - begin) / 1_000;
  const rows = ['a colleague', 'another company'].map((who, n) => ({
    who,
    aloneSeconds: round(alone[n] as number, 2),
    besideSeconds: round(beside[n] as number, 2),
  }));
  printTable(
    ['who', 'with nothing else to do', `beside ${waiting} texts that wait`],
    rows.map(({ who, aloneSeconds, besideSeconds }) => [who, `${aloneSeconds} s`, `${besideSeconds} s`]),
  );
  console.log(`The last of the ${waiting} was done after ${round(lastAfter)} s.`);
  keepResult('waiting', { documents, waiting, lastAfter: round(lastAfter), rows });
} finally {
  await product?.stop();
  await postgres.stop();
  data.remove();
}

async function joinCompany(owner: Product, member: Product): Promise<void> {
  const [{ company }, { id }] = [await owner.call('GET', '/me'), await member.call('GET', '/me')];
  const client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query("select set_config('lectern.across_companies', 'on', false)");
  await client.query(
    'insert into memberships (id, company_id, account_id, level) values (gen_random_uuid(), $1, $2, $3)',
    [company.id, id, levels.COMPANY],
  );
  await client.end();
  await member.call('PUT', '/me/company', { company_id: company.id });
}

async function makeBase(person: Product): Promise<string> {
  return (await person.call('POST', '/knowledge-bases', { name: `Base ${performance.now()}` })).id;
}

async function countParsing(person: Product, baseId: string): Promise<number> {
  return (await person.call('GET', `/knowledge-bases/${baseId}/documents?page_size=1&status=1`)).total;
}

/** Seconds from the upload of one text until it answers. */
async function waitForOne(person: Product, baseId: string): Promise<number> {
  const begin = performance.now();
  const name = `one ${begin}`;
  const text = `The harbour opens at ${begin}.`;
  const { id } = await person.call('POST', `/knowledge-bases/${baseId}/documents/text`, { name, text });
  while ((await person.call('GET', `/documents/${id}`)).status !== 3)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - begin) / 1_000;
}
