import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDiff, guidePages, readSteps } from './guide-steps.ts';

const root = resolve(import.meta.dirname, '..');

/** The files of the repository as they are after the steps of all guides. */
const files = new Map<string, string>();

const read = (path: string) => files.get(path) ?? readFileSync(join(root, path), 'utf8');

describe('the steps of the guides to extending Lectern', () => {
  it.each(guidePages)('%s changes files as they stand, and adds new ones', (page) => {
    const steps = readSteps(page);
    expect(steps.length).toBeGreaterThan(1);
    for (const { path, kind, lines } of steps) {
      if (kind === 'file') expect(existsSync(join(root, path)), path).toBe(false);
      files.set(path, kind === 'diff' ? applyDiff(read(path), lines, path) : `${lines.join('\n')}\n`);
    }
  });
});
