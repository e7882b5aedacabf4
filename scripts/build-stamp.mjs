import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.mjs';

/** Where built files go. */
export const buildDirectory = join(root, '.build');

const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'packages/contract'];

/** What each half of the build is made from, relative to the checkout. */
const INPUTS = {
  server: [...SHARED_INPUTS, 'apps/server', 'packages'],
  web: [
    ...SHARED_INPUTS,
    'scripts/compress-assets.mjs',
    'packages/client',
    'apps/web',
    'apps/widget',
    'docs/guide',
  ],
};

/** The halves of the build. */
export const TARGETS = Object.keys(INPUTS);

function* listFiles(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && inner !== 'packages/testing') yield* listFiles(inner);
    } else if (!/\.test\.tsx?$/.test(entry.name)) yield inner;
  }
}

/** A digest of the contents of everything that `target` is built from. Contents, because git touches the times. */
export function hashInputs(target) {
  const hash = createHash('sha1');
  for (const input of INPUTS[target]) {
    if (!existsSync(join(root, input))) continue;
    const files = /\.\w+$/.test(input) ? [input] : listFiles(input);
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function getStampPath(target) {
  return join(buildDirectory, `${target}.stamp`);
}

/** The targets whose built files are missing or not made from the present sources. */
export function findStaleTargets() {
  return TARGETS.filter((target) => {
    const path = getStampPath(target);
    return !existsSync(path) || readFileSync(path, 'utf8') !== hashInputs(target);
  });
}

/** Call before a build begins: until `writeStamp`, the target counts as not built. */
export function removeStamp(target) {
  rmSync(getStampPath(target), { force: true });
}

/** Call when a build is whole, with the digest from before it began. */
export function writeStamp(target, digest) {
  writeFileSync(getStampPath(target), digest);
}
