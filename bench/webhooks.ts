import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@lectern/adapters';
import { Client } from 'pg';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * How many webhook deliveries one process makes a second, all of one company and all due at once, to an endpoint that
 * answers immediately and to one that takes its time.
 *   npm run bench:webhooks -- [--deliveries 1000] [--slow 100]
 */
const { values } = parseArgs({
  options: { deliveries: { type: 'string', default: '1000' }, slow: { type: 'string', default: '100' } },
});
const deliveries = Number(values.deliveries);

let waitMs = 0;
const arrivals: number[] = [];
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    arrivals.push(performance.now());
    setTimeout(() => response.writeHead(204).end(), waitMs);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;
const data = makeDataDirectory();
const postgres = await startEmbeddedPostgres({
  dataDirectory: join(data.path, 'postgres'),
  log: { info: () => {}, warn: () => {} },
});
const database = new Client({ connectionString: postgres.connectionString });
let product: Product | undefined;
try {
  product = await startProduct(data.path, {
    settings: {
      LECTERN_DATABASE_URL: postgres.connectionString,
      LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${port}`,
    },
  });
  await database.connect();
  await database.query("select set_config('lectern.across_companies', 'on', false)");
  const { endpoint } = await product.call('POST', '/company/webhook-endpoints', {
    url: `http://127.0.0.1:${port}/`,
    events: ['feedback.given'],
  });
  const rows = [];
  for (const wait of [0, Number(values.slow)]) {
    waitMs = wait;
    rows.push({ answersAfterMs: wait, perSecond: await measure(endpoint.id) });
  }
  printTable(
    ['endpoint answers after (ms)', 'deliveries a second'],
    rows.map(({ answersAfterMs, perSecond }) => [answersAfterMs, round(perSecond, 0)]),
  );
  keepResult('webhooks', { deliveries, rows });
} finally {
  await product?.stop();
  await database.end();
  await postgres.stop();
  await new Promise((resolve) => receiver.close(resolve));
  data.remove();
}

/** From the first arrival to the last. */
async function measure(endpointId: string): Promise<number> {
  arrivals.length = 0;
  await database.query(
    `with events as (
       insert into webhook_events (id, company_id, type, data)
       select gen_random_uuid(), e.company_id, 'feedback.given', '{"rating":"up"}'
       from webhook_endpoints e, generate_series(1, $2::int) where e.id = $1 returning id, company_id)
     insert into webhook_deliveries (id, company_id, endpoint_id, event_id)
     select gen_random_uuid(), company_id, $1, id from events`,
    [endpointId, deliveries],
  );
  while (arrivals.length < deliveries) await new Promise((resolve) => setTimeout(resolve, 50));
  const [first = 0] = arrivals;
  return (deliveries * 1_000) / ((arrivals.at(-1) ?? 0) - first);
}
