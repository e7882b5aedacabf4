import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@lectern/contract';
import { build, type Plugin } from 'esbuild';
import { callsOfTokens, writeClientTypes } from './client-types.ts';

/**
 * `npm run build:client`: the client as a package that others install, in `.build/client`. It has no dependencies: of the
 * contract it takes the addresses of the calls and the wire format, and leaves the schemas to the server.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'packages/client');

/** What the transport has to know of a call. */
function describeCall({ id, method, path, responseKind, multipart, resumedBy }: Endpoint): string {
  const fields = JSON.stringify({ id, method, path, responseKind, multipart });
  const resumed = resumedBy === 'itself' ? '"itself"' : resumedBy?.id;
  return `export const ${id} = ${resumed ? `${fields.slice(0, -1)},"resumedBy":${resumed}}` : fields};`;
}

/** The contract as the package has it. */
function contractOfTokens(): Plugin {
  // A call is described after the one that it names.
  const calls = callsOfTokens.toSorted(
    (one, other) => Number(typeof one.resumedBy === 'object') - Number(typeof other.resumedBy === 'object'),
  );
  const wire = join(root, 'packages/contract/src/core/codec.ts');
  return {
    name: 'contract-of-tokens',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@lectern\/contract$/ }, ({ path }) => ({
        path,
        namespace: 'contract',
        sideEffects: false,
      }));
      onLoad({ filter: /.*/, namespace: 'contract' }, () => ({
        contents: [
          `export { fromWire, snakeCase, toWire } from ${JSON.stringify(wire)};`,
          ...calls.map(describeCall),
        ].join('\n'),
        resolveDir: root,
      }));
    },
  };
}

async function writeCode(target: string): Promise<void> {
  const names = callsOfTokens.map(({ id }) => id).join(', ');
  await build({
    stdin: {
      contents: `export * from './src/index.ts'; export { ${names} } from '@lectern/contract';`,
      resolveDir: source,
    },
    outfile: join(target, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    plugins: [contractOfTokens()],
    logLevel: 'warning',
  });
}

/** Makes the package in a folder, from which `npm pack` makes what is installed. */
export async function buildClientPackage(folder = join(root, '.build/client')): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  await writeCode(dist);
  writeClientTypes(dist, join(root, '.build/client-types'));
  for (const file of [join(source, 'README.md'), join(root, 'LICENSE')])
    cpSync(file, join(folder, file.slice(file.lastIndexOf('/') + 1)));
  const { name, version, description, license, type } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    types: './dist/index.d.ts',
    files: ['dist'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

if (import.meta.main)
  console.log(`Built ${await buildClientPackage()}. \`npm pack\` there makes the tarball.`);
