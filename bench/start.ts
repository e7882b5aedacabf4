import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataDirectory, measureMemory, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

/**
 * Seconds from `npm start` to the first page, and the memory of all processes at rest.
 *   npm run bench:start            on this checkout, built
 *   npm run bench:start -- --clone also on a fresh clone: install, build, first database
 */
const laterStarts = 5;
const restSeconds = 20;

const data = makeDataDirectory();
try {
  const cloned = process.argv.includes('--clone') ? await startOnClone() : undefined;
  const first = await startProduct(data.path, { command: ['npm', 'start', '--silent'] });
  const firstSeconds = first.startedIn / 1000;
  await first.stop();
  const later: number[] = [];
  let memory = { processes: 0, bytes: 0 };
  for (let round = 0; round < laterStarts; round++) {
    const product = await startProduct(data.path, { command: ['npm', 'start', '--silent'] });
    later.push(product.startedIn / 1000);
    if (round === laterStarts - 1) {
      await new Promise((resolve) => setTimeout(resolve, restSeconds * 1000));
      memory = measureMemory(product.pid);
    }
    await product.stop();
  }
  const median = percentile(later, 0.5);
  printTable(
    ['npm start to the first page', 'seconds', 'aim'],
    [
      ...(cloned === undefined
        ? []
        : [['fresh clone (install, build, first database)', round(cloned, 1), '']]),
      ['built, first database', round(firstSeconds, 2), ''],
      [`later starts, median of ${laterStarts}`, round(median, 2), '< 3'],
    ],
  );
  console.log(
    `idle memory ${round(memory.bytes / 1024 / 1024, 0)} MB (proportional, ${memory.processes} processes), aim < 350`,
  );
  keepResult('start', {
    cloneSeconds: cloned,
    firstSeconds,
    laterSeconds: later,
    medianSeconds: median,
    idle: memory,
  });
} finally {
  data.remove();
}

async function startOnClone(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-clone-'));
  const fresh = makeDataDirectory();
  try {
    execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '..'), folder]);
    const product = await startProduct(fresh.path, { cwd: folder, command: ['npm', 'start', '--silent'] });
    await product.stop();
    return product.startedIn / 1000;
  } finally {
    fresh.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
