// `npm test`: installs what the checks need, runs all of them and prints how many passed. Plain JavaScript that any
// Node from 20 on can run before anything is installed; the checks themselves run on the packaged Node.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDirectory } from './build-stamp.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { formatSeconds, requireNode, root, run, runtimePath } from './runtime.mjs';
import { ensureTestPrograms } from './test-programs.mjs';
import { findSlowFiles, readReport } from './test-report.mjs';

const usage = `Usage: npm test                 every check, the tests and the browser journeys
       npm test -- --all        also the robustness tests: killed processes, damaged files, random input
       npm test -- --robustness only the robustness tests`;

requireNode();
const [option, ...others] = process.argv.slice(2);
if (others.length > 0 || ![undefined, '--all', '--robustness'].includes(option)) {
  console.error(usage);
  process.exit(2);
}

const command = (name) => join(root, 'node_modules/.bin', name);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const reports = join(buildDirectory, 'reports');
// A test in an endless loop cannot be ended by its own time limit.
const SUITE_LIMIT_SECONDS = 40 * 60;

const build = { name: 'build', command: runtimePath, args: ['scripts/build.mjs'] };
const staticChecks = [
  { name: 'types of the server', command: command('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', command: command('tsc'), args: ['-p', 'apps/web'] },
  { name: 'types of the widget', command: command('tsc'), args: ['-p', 'apps/widget'] },
  { name: 'format and lint', command: command('biome'), args: ['ci', '--error-on-warnings', '.'] },
  { name: 'boundaries', command: runtimePath, args: ['scripts/check-boundaries.ts'] },
  { name: 'unused code', command: command('knip'), args: [] },
  { name: 'commit messages', command: runtimePath, args: ['scripts/check-commits.ts'] },
];

const suites = {
  tests: { name: 'unit and integration tests', args: ['run', '--project', 'tests'] },
  journeys: {
    name: 'browser journeys',
    args: ['run', '--project', 'journeys'],
    needs: 'LECTERN_CHROMIUM',
    mayBeSlow: true,
  },
  robustness: {
    name: 'robustness tests',
    args: ['run', '--project', 'robustness'],
    mayBeSlow: true,
  },
};

/** Files that may take longer than the limit for one file, each with the reason. */
const slowFiles = {
  'apps/server/src/isolation.test.ts': 'makes every call of the API at every level, one after the other',
};

const results = [];

function report(name, start, { passed, failed, failures = [], skipped = [] }) {
  results.push({ passed, failed, failures, skipped });
  const parts = [`${passed} passed`, `${failed} failed`];
  if (skipped.length > 0) parts.push(`${skipped.length} skipped`);
  const counts = passed + failed + skipped.length > 1 ? `${parts.join(', ')} ` : '';
  console.log(`${failed === 0 ? '✓' : '✗'} ${name} ${counts}(${formatSeconds(start)})`);
}

async function runCheck({ name, command, args }) {
  const start = performance.now();
  const { code, output } = await run(command, args, { capture: true });
  if (code !== 0) console.log(`\n— ${name} —\n${output.trim()}\n`);
  report(name, start, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] });
}

async function runChecks(checks) {
  for (const check of checks) await runCheck(check);
}

/** Keeps the time of every file and names the slow ones. They fail no run: how long a file takes depends on the machine. */
function reportTimes(path, { files }, mayBeSlow = false) {
  const lines = files.map(({ path: file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const slow = mayBeSlow ? [] : findSlowFiles(files, slowFiles);
  for (const { path: file, seconds } of slow)
    console.log(
      `${file} took ${seconds.toFixed(0)} s. Split it, make it faster, or list it with a reason in scripts/test.mjs.`,
    );
}

async function runSuite({ name, args, needs, mayBeSlow }, environment) {
  const start = performance.now();
  if (needs && !environment[needs]) {
    report(name, start, { passed: 0, failed: 0, skipped: [`all ${name}`] });
    return;
  }
  const path = join(reports, `${name.replaceAll(' ', '-')}.json`);
  rmSync(path, { force: true });
  console.log(`\n— ${name} —`);
  const { code } = await run(
    runtimePath,
    [vitest, ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
    { env: { ...environment, CI: 'true' }, limitSeconds: SUITE_LIMIT_SECONDS },
  );
  const result = readReport(path, code);
  reportTimes(path.replace(/json$/, 'times.txt'), result, mayBeSlow);
  report(name, start, result);
}

async function runAll() {
  await ensureDependencies();
  mkdirSync(reports, { recursive: true });
  const { environment, notices } = await ensureTestPrograms();
  for (const notice of notices) console.log(notice);
  if (option !== '--robustness') {
    // The static checks use what the tests leave of the processor while they wait.
    await Promise.all([runChecks([build, ...staticChecks]), runSuite(suites.tests, environment)]);
    await runSuite(suites.journeys, environment);
  }
  if (option) await runSuite(suites.robustness, environment);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const start = performance.now();
try {
  await runAll();
} catch (error) {
  console.error(error.message);
  results.push({ passed: 0, failed: 1, failures: [error.message], skipped: [] });
}

const printList = (title, lines) => {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
};
const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
const skipped = results.flatMap((result) => result.skipped);
printList('Skipped', skipped);
printList(
  'Failed',
  results.flatMap((result) => result.failures),
);
console.log(`\nAll checks took ${formatSeconds(start)}.`);
const counts = [`${total('passed')} passed`, `${total('failed')} failed`];
if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
console.log(counts.join(', '));
process.exitCode = total('failed') === 0 ? 0 : 1;
