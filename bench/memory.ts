import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLongCsv } from './support/large-files.ts';
import { measureProcesses, type ProcessMemory } from './support/process-memory.ts';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, printTable, round } from './support/report.ts';
import { filesAtOnce, uploadSmallDocuments } from './support/small-documents.ts';

/**
 * Whether memory comes back: a curve of the product's processes at rest, while many small documents and a sheet of
 * 100,000 rows are taken in, at rest again, and after all of it was deleted.
 *   npm run bench:memory -- [--documents 18000] [--rows 100000] [--rest 300]
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '18000' },
    rows: { type: 'string', default: '100000' },
    rest: { type: 'string', default: '300' },
  },
});
const documents = Number(values.documents);
const rows = Number(values.rows);
/** Longer than the index keeps old versions and connections, and parsers wait for work. */
const restSeconds = Number(values.rest);
const startRestSeconds = 20;
/** Documents that may wait to be read, so that the load is that of a person and not a flood. */
const mostWaiting = 500;
const everyMs = 5_000;
const aimMegabytes = 100;

type Point = {
  seconds: number;
  phase: string;
  index: number;
  heap: number;
  external: number;
} & ProcessMemory;

const metricsToken = 'a token for benchmarks';
const data = makeDataDirectory();
const product = await startProduct(data.path, { settings: { LECTERN_METRICS_TOKEN: metricsToken } });
const begin = performance.now();
const curve: Point[] = [];
let clearingMs = 0;
let phase = 'idle';
const timer = setInterval(() => void look(), everyMs);
try {
  await rest('idle', startRestSeconds);
  const base = await product.call('POST', '/knowledge-bases', { name: 'Memory' });
  phase = 'small documents';
  for (let from = 0; from < documents; from += filesAtOnce) {
    await waitForDocuments(base.id, mostWaiting);
    await uploadSmallDocuments(product, base.id, from, Math.min(documents, from + filesAtOnce));
  }
  await waitForDocuments(base.id, 0);
  await rest('after small documents');
  if (rows > 0) {
    phase = 'sheet';
    await uploadSheet(base.id);
    await waitForDocuments(base.id, 0);
    await rest('after sheet');
  }
  phase = 'deletion';
  const deleted = performance.now();
  await product.call('DELETE', `/knowledge-bases/${base.id}`);
  clearingMs = (await waitForJobs()) - deleted;
  await rest('after deletion');
} finally {
  clearInterval(timer);
  await product.stop();
  data.remove();
}
report();

async function uploadSheet(baseId: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([buildLongCsv(rows) as Uint8Array<ArrayBuffer>]), 'orders.csv');
  const answer = await fetch(`${product.url}/api/v1/knowledge-bases/${baseId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function waitForDocuments(baseId: string, most: number): Promise<void> {
  for (;;) {
    const { total } = await product.call('GET', `/knowledge-bases/${baseId}/documents?page_size=1&status=1`);
    if (total <= most) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** What was deleted is gone when no job works any more; those planned for later do not count. Returns when that was. */
async function waitForJobs(): Promise<number> {
  let ended = performance.now();
  for (let quiet = 0; quiet < 6; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const metrics = await readMetrics();
    const counts = [...metrics.matchAll(/^lectern_jobs\{.*state="active".*\} (\d+)/gm)];
    quiet = metrics !== '' && counts.every(([, count]) => count === '0') ? quiet + 1 : 0;
    if (quiet === 0) ended = performance.now();
  }
  return ended;
}

async function rest(name: string, seconds = restSeconds): Promise<void> {
  phase = name;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  await look();
  const last = curve.at(-1) as Point;
  keep();
  console.log(`${name}: server ${megabytes(last.server)} MB, heap ${megabytes(last.heap)} MB`);
}

async function look(): Promise<void> {
  const at = phase;
  if (curve.length % 12 === 0) console.error(`${round((performance.now() - begin) / 1_000, 0)} s: ${at}`);
  const memory = measureProcesses(product.pid);
  const text = await readMetrics();
  const gauge = (name: string) => Number(new RegExp(`^lectern_nodejs_${name} (\\S+)`, 'm').exec(text)?.[1]);
  curve.push({
    seconds: round((performance.now() - begin) / 1_000),
    phase: at,
    ...memory,
    heap: gauge('heap_size_used_bytes'),
    external: gauge('external_memory_bytes'),
    index: measureFolder(join(data.path, 'index')),
  });
}

/** Empty where the server is too busy: its figures are missing then. */
function readMetrics(): Promise<string> {
  return fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }).then(
    (answer) => answer.text(),
    () => '',
  );
}

/** Maintenance removes files and folders while they are listed: what is gone counts nothing. */
function measureFolder(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((bytes, entry) => {
      const path = join(folder, entry.name);
      return bytes + (entry.isDirectory() ? measureFolder(path) : statSync(path).size);
    }, 0);
  } catch {
    return 0;
  }
}

function megabytes(bytes: number): number {
  return round(bytes / 2 ** 20, 0);
}

/** The last of each phase, in megabytes. */
function summarize() {
  const phases = [...Map.groupBy(curve, (point) => point.phase)];
  const idle = phases[0]?.[1].at(-1) as Point;
  return phases.map(([name, points]) => {
    const last = points.at(-1) as Point;
    const fields = ['server', 'parsers', 'database', 'others', 'heap', 'external', 'index'] as const;
    return {
      phase: name,
      seconds: round(last.seconds - (points[0] as Point).seconds, 0),
      mostServer: megabytes(Math.max(...points.map(({ server }) => server))),
      ...Object.fromEntries(fields.map((field) => [field, megabytes(last[field])])),
      aboveIdle: megabytes(last.server - idle.server),
    };
  });
}

/** After each rest: a long run that is broken off has measured something all the same. */
function keep(): void {
  const minutes = curve.filter((_, n) => n % 6 === 0);
  const settings = { documents, rows, restSeconds, aimMegabytes };
  const clearingMsEach = round(clearingMs / Math.max(1, documents), 2);
  keepResult('memory', { ...settings, clearingMsEach, summary: summarize(), curve: minutes });
}

function report(): void {
  const summary = summarize();
  const heads = Object.keys(summary[0] ?? {});
  printTable(
    heads,
    summary.map((row) => Object.values(row)),
  );
  console.log(
    `Clearing took ${round(clearingMs / Math.max(1, documents), 2)} ms for each small document. Megabytes at the end of each phase. Aim: at rest, the server at most ${aimMegabytes} above idle.`,
  );
}
