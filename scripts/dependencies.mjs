import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { bindChild, root, runtimePath, startProgress } from './runtime.mjs';

const modules = join(root, 'node_modules');
const stampPath = join(modules, '.lectern-installed');

function getWantedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * Whether a completed `npm install` or `npm ci` by hand already brought what the lock file asks for. npm writes its
 * hidden lock file last, so an interrupted installation has none.
 */
function isInstalledByHand() {
  const hidden = readText(join(modules, '.package-lock.json'));
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === version : optional || devOptional;
  });
}

/**
 * The Node that runs npm. The packaged one lies in node_modules, which `npm ci` deletes: it works from a copy.
 */
function borrowNode() {
  if (!process.execPath.startsWith(modules + sep)) return { path: process.execPath, giveBack() {} };
  const folder = mkdtempSync(join(tmpdir(), 'lectern-node-'));
  const path = join(folder, 'node');
  copyFileSync(process.execPath, path);
  return { path, giveBack: () => rmSync(folder, { recursive: true, force: true }) };
}

function runNpm(node) {
  const words = ['ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--loglevel=error'];
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  // What the npm that started us says of itself must not reach the one that we start.
  for (const name of Object.keys(env))
    if (/^npm_(?!config_(registry|cache|.*proxy))/i.test(name)) delete env[name];
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm?.endsWith('.js') ? [node, npm, ...words] : ['npm', ...words];
  const shell = command === 'npm' && process.platform === 'win32';
  const child = bindChild(spawn(command, rest, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] }));
  let output = '';
  const keep = (data) => {
    output = (output + data).slice(-8000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`npm ci ended with code ${code}.\n${output.trim()}`)),
    );
  });
}

/**
 * Brings node_modules to what package-lock.json asks for, unless it is there already. The stamp is removed first
 * and written last: an interrupted installation is repeated.
 */
export async function ensureDependencies() {
  const wanted = getWantedStamp();
  if (readText(stampPath) === wanted && existsSync(runtimePath)) return;
  if (isInstalledByHand() && existsSync(runtimePath)) {
    writeFileSync(stampPath, wanted);
    return;
  }
  const progress = startProgress('Installing dependencies (npm ci)');
  rmSync(stampPath, { force: true });
  const node = borrowNode();
  try {
    await runNpm(node.path);
  } catch (error) {
    progress.fail();
    throw new Error(`The dependencies could not be installed. ${error.message}`);
  } finally {
    node.giveBack();
  }
  if (!existsSync(runtimePath)) {
    progress.fail();
    throw new Error(`npm ci did not bring Node (${runtimePath}). Are install scripts switched off?`);
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampPath, wanted);
  progress.done('Dependencies installed');
}
