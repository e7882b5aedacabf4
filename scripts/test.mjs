// `npm test`: brings what the checks need, runs all of them and tells how many passed. Plain JavaScript that any
// Node from 20 on can run before anything is installed; the checks themselves run on the packaged Node.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDirectory } from './build-stamp.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { formatSeconds, requireNode, root, run, runtimePath } from './runtime.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

requireNode();

const command = (name) => join(root, 'node_modules/.bin', name);
const reports = join(buildDirectory, 'reports');
// A test that computes for ever hears no time limit of its own.
const SUITE_LIMIT_SECONDS = 40 * 60;

const CHECKS = [
  { name: 'format and lint', command: command('biome'), words: ['ci', '--error-on-warnings', '.'] },
  { name: 'types of the server', command: command('tsc'), words: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', command: command('tsc'), words: ['-p', 'apps/web'] },
  { name: 'import boundaries', command: runtimePath, words: ['scripts/check-boundaries.ts'] },
  { name: 'unused code', command: command('knip'), words: [] },
  { name: 'build', command: runtimePath, words: ['scripts/build.mjs'] },
];

const SUITES = [
  { name: 'unit and integration', words: ['run'] },
  { name: 'browser journeys', words: ['run', '--config', 'e2e/vitest.config.ts'] },
];

const results = [];

function report(name, start, { passed, failed }) {
  results.push({ passed, failed });
  const counts = passed + failed > 1 ? `${passed} passed, ${failed} failed` : '';
  console.log(`${failed === 0 ? '✓' : '✗'} ${name} ${counts} (${formatSeconds(start)})`);
}

async function runCheck({ name, command, words }) {
  const start = performance.now();
  const { code, output } = await run(command, words, { capture: true });
  if (code !== 0) console.log(`\n— ${name} —\n${output.trim()}\n`);
  report(name, start, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/** Counts the tests of a vitest report. A file that could not be loaded has no tests: it counts as one failure. */
function countTests(path, code) {
  if (!existsSync(path)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  const broken = testResults.filter((file) => {
    return file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');
  }).length;
  const failed = numFailedTests + broken;
  // Also a failure: no test at all, or an error outside every test.
  const unexplained = failed === 0 && (code !== 0 || numPassedTests === 0);
  return { passed: numPassedTests, failed: unexplained ? 1 : failed };
}

async function runSuite({ name, words, programs }, index) {
  const start = performance.now();
  const path = join(reports, `suite-${index}.json`);
  rmSync(path, { force: true });
  console.log(`\n— ${name} —`);
  let code = 1;
  try {
    const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
    ({ code } = await run(
      runtimePath,
      [join(root, 'node_modules/vitest/vitest.mjs'), ...words, ...reporting],
      {
        env: { ...programs, CI: 'true' },
        limitSeconds: SUITE_LIMIT_SECONDS,
      },
    ));
  } catch (error) {
    console.error(error.message);
  }
  report(name, start, countTests(path, code));
}

/** Two at a time: most machines that run this have two cores. */
async function runChecks() {
  const waiting = [...CHECKS];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check);
  };
  await Promise.all([work(), work()]);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const start = performance.now();
try {
  await ensureDependencies();
  mkdirSync(reports, { recursive: true });
  await runChecks();
  const programs = await ensureTestPrograms();
  for (const [index, suite] of SUITES.entries()) await runSuite({ ...suite, programs }, index);
} catch (error) {
  console.error(error.message);
  results.push({ passed: 0, failed: 1 });
}

const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
console.log(`\nAll checks took ${formatSeconds(start)}.`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;
