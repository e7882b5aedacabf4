import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDiff, guidePages as pages, readSteps } from './guide-steps.ts';

const root = resolve(import.meta.dirname, '..');
let copy: string;

/** A checkout of its own, whose packages import each other and not those of this one. */
function createCopy(): void {
  copy = mkdtempSync(join(tmpdir(), 'lectern-extending-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of files.split('\n').filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, path), join(copy, path));
  mkdirSync(join(copy, 'node_modules/@lectern'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@lectern') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  for (const folder of ['packages', 'apps'])
    for (const name of readdirSync(join(copy, folder))) {
      symlinkSync(join(copy, folder, name), join(copy, 'node_modules/@lectern', name));
      const own = join(root, folder, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(copy, folder, name, 'node_modules'));
    }
}

function follow(page: string): void {
  for (const { path, kind, lines } of readSteps(page)) {
    const target = join(copy, path);
    if (kind === 'diff') {
      writeFileSync(target, applyDiff(readFileSync(target, 'utf8'), lines, path));
    } else {
      expect(existsSync(target), `${path} is a new file`).toBe(false);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${lines.join('\n')}\n`);
    }
  }
}

/** Runs a program on the copy and returns what it printed as JSON. */
function evaluate(code: string): unknown {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: copy,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

function check(command: string, args: string[]): string {
  try {
    execFileSync(join(root, 'node_modules/.bin', command), args, { cwd: copy, encoding: 'utf8' });
    return '';
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

beforeAll(() => {
  createCopy();
  for (const page of pages) follow(page);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the guides to extending Lectern, followed literally', () => {
  it('pass the type checks', { timeout: 600_000 }, () => {
    expect(check('tsc', ['-p', 'tsconfig.json'])).toBe('');
    expect(check('tsc', ['-p', 'apps/web'])).toBe('');
  });

  it('pass lint and format, but for the order of a registry', () => {
    const changed = pages.flatMap((page) => readSteps(page).map(({ path }) => path));
    expect(check('biome', ['lint', ...new Set(changed)])).toBe('');
  });

  it('give a chunk method that the catalogue describes and that splits a file of the new format', () => {
    const result = evaluate(`
      import { describeChunkMethods, getChunkMethod } from '@lectern/chunking';
      import { readDocument } from '@lectern/parsing';
      const bytes = new TextEncoder().encode('SUMMARY:Ducks\\r\\nDESCRIPTION:They swim.\\r\\n');
      const document = await readDocument({ name: 'birds.ics', bytes });
      const { chunks } = await getChunkMethod('paragraph').chunk(document, {});
      const { name, options } = describeChunkMethods('fr').find(({ id }) => id === 'paragraph');
      console.log(JSON.stringify({ format: document.format, chunks: chunks.map(({ text }) => text), name, label: options[0].label }));
    `);
    expect(result).toEqual({
      format: 'ics',
      chunks: ['# Ducks', 'They swim.'],
      name: 'Paragraphe',
      label: 'Jetons par fragment',
    });
  });

  it('give a component that the catalogue describes and that runs', () => {
    const result = evaluate(`
      import { flowGraph } from '@lectern/contract';
      import { describeFlowComponent, flowComponents, newRunState, runFlow } from '@lectern/flow';
      const { name, outputs } = describeFlowComponent(flowComponents.get('word_count'), 'fr');
      const position = { x: 0, y: 0 };
      const graph = flowGraph.parse({
        nodes: [
          { id: 'begin', component: 'begin', name: 'Begin', position },
          { id: 'count', component: 'word_count', name: 'Count', position, options: { text: '{{sys.question}}' } },
        ],
        edges: [{ id: 'a', source: 'begin', target: 'count' }],
      });
      const steps = new Map();
      const state = newRunState(graph, { question: 'one two three' });
      const store = { commit: async () => {} };
      const rest = { services: () => ({}), signal: new AbortController().signal, language: 'en', runId: 'r', on() {} };
      await runFlow({ graph, components: flowComponents, steps, state, store, ...rest });
      console.log(JSON.stringify({ name, output: outputs[0].name, count: steps.get('count#1').outputs.count }));
    `);
    expect(result).toEqual({ name: 'Nombre de mots', output: 'count', count: 3 });
  });

  it('give a provider that the catalogue describes', () => {
    const providers = evaluate(`
      import { describeProviders } from '@lectern/models';
      console.log(JSON.stringify(describeProviders()));
    `);
    expect(providers).toContainEqual(
      expect.objectContaining({ id: 'fireworks', modelTypes: ['chat', 'embedding'] }),
    );
  });
});
