import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureTestPrograms, testPrograms } from './test-programs.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-programs-'));
  for (const { variable } of testPrograms) vi.stubEnv(variable, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function writeProgram(name: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

const ensure = (isRoot: boolean) => ensureTestPrograms({ folders: [join(folder, 'bin')], isRoot });

describe('test programs', () => {
  it('are skipped by name, with how to get them, where this account may not install', async () => {
    const { environment, notices } = await ensure(false);
    expect(environment).toEqual({ LECTERN_TESTS_WITHOUT: 'Chromium,Tesseract' });
    expect(notices).toHaveLength(testPrograms.length);
    expect(notices[1]).toContain('apt-get install tesseract-ocr tesseract-ocr-eng');
    expect(notices[1]).toContain('LECTERN_TESSERACT');
  });

  it('are installed by root, each with the package of the program itself', async () => {
    // Installs a command only for the package that holds it, as Debian does.
    const bin = join(folder, 'bin');
    writeProgram(
      'apt-get',
      `for word; do case $word in tesseract-ocr) p=tesseract ;; chromium) p=chromium ;; *) continue ;; esac
       : > ${bin}/$p; done`,
    );
    const { environment, notices } = await ensure(true);
    expect(notices).toEqual([]);
    expect(environment).toEqual({
      LECTERN_CHROMIUM: join(bin, 'chromium'),
      LECTERN_TESSERACT: join(bin, 'tesseract'),
      LECTERN_TESTS_WITHOUT: '',
    });
  });

  it('fail the run where root cannot install them', async () => {
    writeProgram('apt-get', 'echo "Unable to locate package" >&2; exit 100');
    await expect(ensure(true)).rejects.toThrow('Unable to locate package');
  });

  // Debian itself says which package a program comes from: a table that leaves it out works only by luck.
  const dpkg = existsSync('/usr/bin/dpkg');
  it.skipIf(!dpkg).each(testPrograms)('$name: its own package is in the table', ({ commands, packages }) => {
    const path = commands.map((name) => join('/usr/bin', name)).find((candidate) => existsSync(candidate));
    if (!path) return;
    const [owner] = execFileSync('/usr/bin/dpkg', ['-S', path], { encoding: 'utf8' }).split(':');
    expect(packages).toContain(owner);
  });
});
