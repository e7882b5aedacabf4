import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBoundaries, findImports } from './check-boundaries.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function check(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkBoundaries(root).violations;
}

describe('findImports', () => {
  it('sees static, dynamic, side-effect, re-exported and type imports, and not those in comments', () => {
    const text = `
      import a, { b } from 'one';
      import type { C } from 'two';
      export * from 'three';
      import {
        d,
        type E,
      } from 'four';
      import 'five';
      const f = await import('six');
      type G = import('seven').G;
      // import h from 'eight';
      /* import i from 'nine'; */
      export const from = 'ten';
    `;
    const found = findImports(text);
    expect(found.map(({ target }) => target).sort()).toEqual(
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].sort(),
    );
    expect(found.find(({ target }) => target === 'two')?.typesOnly).toBe(true);
    expect(found.find(({ target }) => target === 'four')?.typesOnly).toBe(false);
  });
});

const ALLOWED: [path: string, text: string][] = [
  ['packages/contract/src/a.ts', "import { z } from 'zod';"],
  ['packages/chunking/src/a.ts', "import type { Block } from '@lectern/parsing';"],
  ['packages/adapters/src/a.ts', "import type { ChatModel } from '@lectern/models';"],
  ['packages/parsing/src/a.test.ts', "import { readFile } from 'node:fs/promises';"],
  ['packages/parsing/src/b.test.ts', "import { buildBlock } from '@lectern/testing';"],
  ['apps/server/src/features/a/a.service.ts', "import { b } from '../b/b.service.ts';"],
  ['apps/server/src/features/a/a.routes.ts', "import { q } from './a.queries.ts';"],
  ['apps/server/src/features/a/a.service.ts', "import { b } from '../b/b.queries.ts';"],
  ['apps/server/src/main.ts', "import { routes } from './features/a/a.routes.ts';"],
  ['apps/web/src/app/router.tsx', "import { Page } from '../screens/page.tsx';"],
  ['apps/web/src/features/a/list.tsx', "import { call } from '../../api/client.ts';"],
  ['apps/web/src/locales/en.ts', 'x\n'.repeat(401)],
];

const REFUSED: [path: string, text: string, sentence: RegExp][] = [
  ['packages/contract/src/a.ts', "import a from 'lodash';", /may use only zod/],
  ['packages/contract/src/a.ts', "import a from '@lectern/models';", /no package of ours/],
  ['packages/models/src/a.ts', "import a from '@lectern/retrieval';", /models may import contract/],
  ['packages/parsing/src/a.ts', "const a = await import('@lectern/models');", /parsing may import contract/],
  ['packages/parsing/src/a.ts', "import { readFile } from 'node:fs/promises';", /take a port/],
  ['packages/client/src/a.ts', "import { z } from 'zod';", /client may use only/],
  ['packages/chunking/src/a.ts', "import a from '../../parsing/src/a.ts';", /import the package by its name/],
  ['packages/adapters/src/a.ts', "import { open } from '@lectern/models';", /only its ports/],
  ['packages/parsing/src/a.ts', "import a from '@lectern/parsing';", /relative path/],
  ['apps/server/src/a.ts', "import { build } from '@lectern/testing';", /for tests only/],
  ['apps/web/src/api/a.ts', "import { x } from '@lectern/server';", /web may import client, contract/],
  ['apps/server/src/features/a/a.service.ts', "import { b } from '../b/b.routes.ts';", /private/],
  ['apps/server/src/features/a/a.service.ts', "import type { B } from '../b/b.job.ts';", /private/],
  ['apps/server/src/a.ts', "import { b } from './features/b/b.queries.ts';", /call a service/],
  ['apps/server/src/platform/a.ts', "import { b } from '../features/b/b.table.ts';", /knows no feature/],
  ['apps/web/src/ui/a.tsx', "import { B } from '../features/b/b.tsx';", /the order is/],
  ['apps/web/src/screens/a.tsx', "import { B } from '../app/b.tsx';", /the order is/],
  ['apps/web/src/features/a/a.tsx', "import { B } from '../b/b.tsx';", /do not import each other/],
  ['apps/web/src/ui/a.tsx', 'x\n'.repeat(401), /401 lines/],
];

describe('checkBoundaries', () => {
  it.each(ALLOWED)('allows %s: %.60s', (path, text) => {
    expect(check({ [path]: text })).toEqual([]);
  });

  it.each(REFUSED)('refuses %s: %.60s', (path, text, sentence) => {
    const violations = check({ [path]: text });
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatch(sentence);
    expect(violations[0]).toContain(path);
  });
});

describe('the order of features', () => {
  const composition = {
    'apps/server/src/features.ts': `
      import { lowFeature } from './features/low/low.feature.ts';
      import { topFeature } from './features/top/top.feature.ts';
      export const features: readonly Feature[] = [lowFeature, topFeature];`,
  };
  const low = 'apps/server/src/features/low/low.service.ts';
  const top = 'apps/server/src/features/top/top.table.ts';

  it('allows an import of a feature below, and of the platform', () => {
    const text = "import { a } from '../low/low.table.ts'; import { b } from '../../platform/b.ts';";
    expect(check({ ...composition, [top]: text })).toEqual([]);
  });

  it('refuses one of a feature above, of types and tables too', () => {
    const files = { ...composition, [low]: "import type { T } from '../top/top.table.ts';" };
    expect(check(files)).toEqual([expect.stringMatching(/top stands above low/)]);
    expect(checkBoundaries(root).upwardImports).toBe(1);
  });

  it('refuses a feature that is not in the list', () => {
    const path = 'apps/server/src/features/new/new.service.ts';
    expect(check({ ...composition, [path]: "import { a } from '../low/low.table.ts';" })).toEqual([
      expect.stringMatching(/new is missing from/),
    ]);
  });
});

it('refuses files that import each other in a circle, also by types alone', () => {
  const violations = check({
    'packages/models/src/a.ts': "import { b } from './b.ts';",
    'packages/models/src/b.ts': "import type { C } from './c.ts';",
    'packages/models/src/c.ts': "export { a } from './a.ts';",
    'packages/models/src/d.ts': "import { a } from './a.ts';",
  });
  expect(violations).toEqual([
    'Import cycle: packages/models/src/a.ts, packages/models/src/b.ts, packages/models/src/c.ts.',
  ]);
});
