import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './runtime.mjs';

/**
 * A test file is slow when it takes longer than this and more than its share of the suite, so that a busy machine, on
 * which every file takes longer, reports none.
 */
const SLOW_FILE_SECONDS = 30;
const SLOW_FILE_SHARE = 0.05;

/**
 * @typedef {object} SuiteReport
 * @property {number} passed
 * @property {number} failed a file that could not be loaded has no tests: it counts as one failure
 * @property {string[]} failures each failed test or file with the beginning of its error
 * @property {string[]} skipped the full names of the tests that did not run
 * @property {{ path: string, seconds: number }[]} files slowest first
 */

const toPath = (name) => relative(root, name).replaceAll('\\', '/');

/**
 * Reads a vitest report.
 *
 * @param {string} path the JSON report
 * @param {number} code the exit code of the run
 * @returns {SuiteReport}
 */
export function readReport(path, code) {
  if (!existsSync(path)) return { passed: 0, failed: 1, failures: [], skipped: [], files: [] };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
  const tests = testResults.flatMap((file) => file.assertionResults);
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + unloaded;
  // Also a failure: no test at all, or an error outside every test.
  const unexplained = failed === 0 && (code !== 0 || tests.length === 0);
  return {
    passed: numPassedTests,
    failed: unexplained ? 1 : failed,
    failures: testResults.flatMap(describeFailures),
    skipped: tests
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => fullName.trim()),
    files: testResults
      .map(({ name, startTime, endTime }) => ({
        path: toPath(name),
        seconds: (endTime - startTime) / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds),
  };
}

/** A waiting browser logs what it tried after this many lines. */
const ERROR_LINES = 15;

function describeFailures({ name, status, message, assertionResults }) {
  const describe = (title, text = '') => [title, ...text.split('\n').slice(0, ERROR_LINES)].join('\n    ');
  const path = toPath(name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [describe(path, message)] : [];
  return failed.map((test) => describe(`${path}: ${test.fullName.trim()}`, test.failureMessages?.[0]));
}

/**
 * The files that took too long without being allowed to.
 *
 * @param {SuiteReport['files']} files
 * @param {Record<string, string>} allowed the reason by path
 */
export function findSlowFiles(files, allowed) {
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  return files.filter(
    ({ path, seconds }) =>
      seconds > SLOW_FILE_SECONDS && seconds > total * SLOW_FILE_SHARE && !(path in allowed),
  );
}
