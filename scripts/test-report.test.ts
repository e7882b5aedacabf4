import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSlowFiles, readReport } from './test-report.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type File = {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
};

function report(files: File[], code: number) {
  const path = join(folder, 'report.json');
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const testResults = files.map((file) => ({ ...file, startTime: 0, endTime: 1500 }));
  writeFileSync(
    path,
    JSON.stringify({ numPassedTests: count('passed'), numFailedTests: count('failed'), testResults }),
  );
  return readReport(path, code);
}

const test = (status: string, fullName = 'a test') => ({ status, fullName });

describe('a report', () => {
  it('counts tests and names the skipped ones', () => {
    const file = {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: [test('passed'), test('skipped', ' scans')],
    };
    expect(report([file], 0)).toMatchObject({ passed: 1, failed: 0, skipped: ['scans'] });
  });

  it('counts a file that could not be loaded as one failure', () => {
    expect(report([{ name: 'a.test.ts', status: 'failed', assertionResults: [] }], 1)).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });

  it('tells what failed', () => {
    const broken = { name: 'a.test.ts', status: 'failed', message: 'Cannot find b', assertionResults: [] };
    const wrong = { ...test('failed', 'adds'), failureMessages: ['Error: 1 is not 2\n    at c.test.ts:1'] };
    const file = { name: 'c.test.ts', status: 'failed', assertionResults: [test('passed'), wrong] };
    const path = (name: string) => expect.stringMatching(name);
    expect(report([broken, file], 1).failures).toEqual([
      path('a\\.test\\.ts\n.*Cannot find b'),
      path('c\\.test\\.ts: adds\n.*1 is not 2'),
    ]);
  });

  it('fails without any test, after an error outside of all tests, and without a report', () => {
    const passed = { name: 'a.test.ts', status: 'passed', assertionResults: [test('passed')] };
    expect(report([], 0).failed).toBe(1);
    expect(report([passed], 1).failed).toBe(1);
    expect(readReport(join(folder, 'missing.json'), 0).failed).toBe(1);
  });
});

it('finds files that are slow by themselves, not those of a busy machine', () => {
  const file = (path: string, seconds: number) => ({ path, seconds });
  const quick = Array.from({ length: 50 }, (_, n) => file(`${n}.test.ts`, 2));
  expect(findSlowFiles([file('slow.test.ts', 40), ...quick], {})).toEqual([file('slow.test.ts', 40)]);
  expect(findSlowFiles([file('slow.test.ts', 40), ...quick], { 'slow.test.ts': 'a reason' })).toEqual([]);
  const busy = Array.from({ length: 50 }, (_, n) => file(`${n}.test.ts`, 40));
  expect(findSlowFiles(busy, {})).toEqual([]);
});
