import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { filesAtOnce, uploadSmallDocuments } from './support/small-documents.ts';

/**
 * What MCP adds to a search: the tool `retrieve` by the official client, in both revisions, against the same call of
 * the API.
 *   npm run bench:mcp -- [--documents 300] [--calls 100]
 */
const { values } = parseArgs({
  options: { documents: { type: 'string', default: '300' }, calls: { type: 'string', default: '100' } },
});
const documents = Number(values.documents);
const calls = Number(values.calls);
const question = (n: number) =>
  `Which note speaks of the ${n % 2 ? 'harvest market' : 'winter museum'} ${n}?`;

const data = makeDataDirectory();
const product = await startProduct(data.path);
try {
  const base = await product.call('POST', '/knowledge-bases', { name: 'Notes' });
  for (let from = 0; from < documents; from += filesAtOnce)
    await uploadSmallDocuments(product, base.id, from, Math.min(documents, from + filesAtOnce));
  const countWaiting = async () =>
    (await product.call('GET', `/knowledge-bases/${base.id}/documents?status=1&page_size=1`)).total;
  while ((await countWaiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  const { token } = await product.call('POST', '/company/api-tokens', {
    name: 'bench',
    scopes: ['retrieval', 'knowledge.read'],
  });
  const direct = await measure(async (n) => {
    const response = await fetch(`${product.url}/api/v1/retrieval`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ question: question(n), knowledge_base_ids: [base.id] }),
    });
    await response.json();
  });
  const rows = [{ way: 'API', ...direct }];
  for (const [way, mode] of [
    ['MCP 2025-11-25', 'legacy'],
    ['MCP 2026-07-28', { pin: '2026-07-28' }],
  ] as const) {
    const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`), {
        authProvider: { token: async () => token },
      }),
    );
    const figures = await measure(async (n) => {
      const args = { query: question(n), knowledge_base_ids: [base.id] };
      const { isError } = await client.callTool({ name: 'retrieve', arguments: args });
      if (isError) throw new Error('The tool failed');
    });
    rows.push({ way, ...figures });
    await client.close();
  }
  printTable(
    [`${calls} searches in ${documents} documents`, 'p50 (ms)', 'p95 (ms)'],
    rows.map(({ way, p50, p95 }) => [way, round(p50, 1), round(p95, 1)]),
  );
  keepResult('mcp', { documents, calls, rows });
} finally {
  await product.stop();
  data.remove();
}

/** One after another, after some that nobody counts. */
async function measure(call: (n: number) => Promise<void>): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let n = -10; n < calls; n++) {
    const begin = performance.now();
    await call(n);
    if (n >= 0) times.push(performance.now() - begin);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
