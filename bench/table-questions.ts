import type { TableQuery } from '@lectern/contract';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import {
  clients,
  contractsZh,
  orders,
  type Question,
  questions,
  writeCsv,
} from './support/table-questions.ts';

/**
 * Questions over the columns of three tables in one base, ten of each language, answered by rules alone through the API:
 * the share that is right, that is refused (and so left to passages) and that is wrong. One of each ten asks for what
 * columns cannot tell, or in a way that rules are not to guess at, and should be refused.
 *   node bench/table-questions.ts
 */
type Outcome = 'right' | 'refused' | 'wrong';

const directory = makeDataDirectory();
const product = await startProduct(directory.path);
const base = await product.call('POST', '/knowledge-bases', { name: 'Tables', chunk_method: 'table' });
const files = { 'orders.csv': orders, 'clients.csv': clients, '合同.csv': contractsZh };
for (const [name, rows] of Object.entries(files)) {
  const form = new FormData();
  form.append('files', new Blob([writeCsv(rows)]), name);
  const address = `${product.url}/api/v1/knowledge-bases/${base.id}/documents`;
  const authorization = `Bearer ${product.token}`;
  const response = await fetch(address, { method: 'POST', headers: { authorization }, body: form });
  const { documents } = (await response.json()) as { documents: { id: string }[] };
  for (const { id } of documents)
    while ((await product.call('GET', `/documents/${id}`)).status === 1)
      await new Promise((resolve) => setTimeout(resolve, 200));
}

const results: { question: Question; outcome: Outcome; rows: unknown; milliseconds: number }[] = [];
for (const question of questions) {
  const begin = performance.now();
  const answer = await product.call('POST', '/retrieval', {
    question: question.text,
    knowledge_base_ids: [base.id],
  });
  const milliseconds = performance.now() - begin;
  const [first] = answer.table_answers as { rows: (string | number | null)[][]; query: TableQuery }[];
  const outcome = first ? (matches(first.rows, question.expected) ? 'right' : 'wrong') : 'refused';
  results.push({ question, outcome, rows: first?.rows ?? null, milliseconds });
}
await product.stop();
directory.remove();

/** Every cell that is expected, in rows of that order; what names a row besides does not count. */
function matches(rows: (string | number | null)[][], expected: Question['expected']): boolean {
  if (expected === null || rows.length !== expected.length) return false;
  return expected.every((cells, at) =>
    cells.every((cell) =>
      rows[at]?.some((value) =>
        typeof cell === 'number' && typeof value === 'number'
          ? Math.abs(cell - value) < 0.01
          : value === cell,
      ),
    ),
  );
}

const count = (language: string | undefined, outcome: Outcome) =>
  results.filter((one) => one.outcome === outcome && (!language || one.question.language === language))
    .length;
const lines = ['en', 'fr', 'zh', undefined].map((language) => ({
  language: language ?? 'all',
  right: count(language, 'right'),
  refused: count(language, 'refused'),
  wrong: count(language, 'wrong'),
}));
const times = results.map(({ milliseconds }) => milliseconds);
printTable(
  ['language', 'right', 'refused', 'wrong'],
  lines.map(({ language, right, refused, wrong }) => [language, right, refused, wrong]),
);
for (const { question, outcome, rows } of results)
  if (outcome !== 'right') console.log(`${outcome}: ${question.text} ${JSON.stringify(rows)}`);
keepResult('table-questions', {
  rows: { orders: orders.length - 1, clients: clients.length - 1, contracts: contractsZh.length - 1 },
  lines,
  medianMilliseconds: round(percentile(times, 0.5), 0),
  notRight: results
    .filter(({ outcome }) => outcome !== 'right')
    .map(({ question, outcome }) => [question.text, outcome]),
});
