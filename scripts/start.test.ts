import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = '{"packages":{}}';
const SERVER = `
  import { writeFileSync } from 'node:fs';
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { writeFileSync('stopped', ''); clearInterval(timer); process.exitCode = 7; });
  console.log('serving ' + process.pid + ' with pools: ' + process.env.MALLOC_ARENA_MAX);
  if (process.env.LECTERN_PORT === '0') process.exit(5);
`;

let root: string;
let started: ChildProcess[];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A checkout with the real scripts and esbuild, a server of five lines and a stand-in for Vite. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'start-'));
  started = [];
  cpSync(join(repository, 'scripts'), join(root, 'scripts'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('package-lock.json', LOCK);
  write('apps/server/src/main.ts', SERVER);
  write('apps/server/src/parse-worker.ts', 'export {};');
  write('packages/adapters/src/sandbox/sandbox-worker.ts', 'export {};');
  write('packages/adapters/src/local-models/worker/local-model-worker.ts', 'export {};');
  write('apps/web/index.html', '<p>web</p>');
  write('apps/widget/src/widget.ts', 'export {};');
  write('packages/contract/src/index.ts', 'export {};');
  write('node_modules/vite/bin/vite.js', 'process.exitCode = 0;');
  const stamp = createHash('sha256').update(LOCK).update(`${process.platform}-${process.arch}`).digest('hex');
  write('node_modules/.lectern-installed', stamp);
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
  for (const name of ['esbuild', '@esbuild']) {
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  }
});

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function launch(
  words: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; read: () => string } {
  const child = spawn(words[0]!, words.slice(1), { cwd: root, env: { PATH: process.env.PATH, ...env } });
  started.push(child);
  let output = '';
  const keep = (data: Buffer): void => {
    output += data;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, read: () => output };
}

async function startToEnd(): Promise<{ code: number; output: string }> {
  const { child, read } = launch([process.execPath, 'scripts/start.mjs'], { LECTERN_PORT: '0' });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: read() };
}

describe('npm start', () => {
  it('builds what is missing, then only what changed, and ends as the server ends', async () => {
    const first = await startToEnd();
    expect(first.output).toMatch(/Built the server/);
    expect(first.output).toMatch(/Built the web/);
    expect(first.output).toMatch(process.platform === 'linux' ? /serving \d+ with pools: 2/ : /serving/);
    expect(first.code).toBe(5);

    expect((await startToEnd()).output).not.toMatch(/Built/);

    write('apps/server/src/other.test.ts', 'export {};');
    expect((await startToEnd()).output).not.toMatch(/Built/);

    write('apps/server/src/main.ts', `${SERVER}console.log('changed');`);
    const changed = await startToEnd();
    expect(changed.output).toMatch(/Built the server/);
    expect(changed.output).not.toMatch(/Built the web/);

    write('package-lock.json', `${LOCK} `);
    const digest = createHash('sha256').update(`${LOCK} `).update(`${process.platform}-${process.arch}`);
    write('node_modules/.lectern-installed', digest.digest('hex'));
    expect((await startToEnd()).output).toMatch(/Built the (server|web)[\s\S]*Built the (server|web)/);
  });

  it('says what is wrong with a build, and builds again the next time', async () => {
    write('apps/server/src/main.ts', "import './missing.ts';");
    const broken = await startToEnd();
    expect(broken.output).toMatch(/Could not resolve[\s\S]*Lectern could not be started/);
    expect(broken.code).toBe(1);
    expect(existsSync(join(root, '.build/server.stamp'))).toBe(false);
    write('apps/server/src/main.ts', SERVER);
    expect((await startToEnd()).code).toBe(5);
  });

  it('repeats an installation that did not come to its end', async () => {
    rmSync(join(root, 'node_modules/.lectern-installed'));
    // This lock file asks for nothing: npm ci removes the folder and brings no Node.
    write('package-lock.json', '{"name":"x","lockfileVersion":3,"packages":{"":{"name":"x"}}}');
    const { code, output } = await startToEnd();
    expect(output).toMatch(/Installing dependencies/);
    expect(output).toMatch(/did not bring Node/);
    expect(code).toBe(1);
  });

  it('passes SIGTERM to the server', async () => {
    const { child, read } = launch([process.execPath, 'scripts/start.mjs']);
    await vi.waitFor(() => expect(read()).toMatch(/serving/), { timeout: 30_000 });
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(7);
  });

  it('stops the server when the shell that npm started is killed', async () => {
    const { child, read } = launch(['sh', '-c', `${process.execPath} scripts/start.mjs & wait`], {
      npm_lifecycle_event: 'start',
    });
    await vi.waitFor(() => expect(read()).toMatch(/serving/), { timeout: 30_000 });
    child.kill('SIGKILL');
    await vi.waitFor(() => readFileSync(join(root, 'stopped')), { timeout: 10_000 });
  });
});
