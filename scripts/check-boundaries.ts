import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayerOrder, findCycles, readLayers } from './check-layers.ts';
import { checkWrites } from './check-writes.ts';

/** One place of the house: which of our packages it may import, and what else it must keep to. */
interface Rule {
  may: string[];
  /** Only the types of these: their ports. */
  mayImportTypesOf?: string[];
  /** Receives files, network and time as arguments: imports no module that reaches outside the process. */
  pure?: boolean;
  /** Files of a pure package that may read what a library or the package itself ships (WebAssembly, tables). */
  readsShippedFiles?: string[];
  /** The npm packages it may import; undefined: any. */
  libraries?: string[];
}

const DOMAIN = [
  'contract',
  'parsing',
  'chunking',
  'text-analysis',
  'models',
  'retrieval',
  'enrichment',
  'knowledge-graph',
  'answering',
  'flow',
  'crawling',
];

/** Who may import whom (docs/ARCHITECTURE.md says the same in words). Tests may import `testing` besides. */
const RULES: Record<string, Rule> = {
  'packages/contract': { may: [], pure: true, libraries: ['zod'] },
  'packages/parsing': { may: ['contract'], pure: true, readsShippedFiles: ['src/pdf/pdfium.ts'] },
  'packages/text-analysis': { may: [], pure: true },
  'packages/models': { may: ['contract', 'text-analysis'], pure: true },
  'packages/chunking': { may: ['contract', 'parsing'], pure: true },
  'packages/retrieval': { may: ['contract', 'models', 'text-analysis'], pure: true },
  'packages/enrichment': {
    may: ['contract', 'chunking', 'models', 'retrieval', 'text-analysis'],
    pure: true,
  },
  'packages/knowledge-graph': { may: ['contract', 'models', 'retrieval', 'text-analysis'], pure: true },
  'packages/flow': {
    may: ['answering', 'contract', 'models', 'retrieval', 'text-analysis'],
    pure: true,
  },
  'packages/answering': { may: ['contract', 'models', 'retrieval', 'text-analysis'], pure: true },
  'packages/crawling': { may: ['contract'], pure: true },
  'packages/client': { may: ['contract'], libraries: [] },
  'packages/adapters': {
    // The parser pool runs the readers in its processes; the chunk index cuts text into words as the query does.
    may: ['contract', 'parsing', 'retrieval'],
    mayImportTypesOf: ['chunking', 'models', 'crawling'],
  },
  'packages/testing': { may: [...DOMAIN, 'adapters', 'server'] },
  'apps/server': { may: [...DOMAIN, 'adapters'] },
  'apps/web': { may: ['client', 'contract'] },
  // On other people's pages: as small as it can be, and nothing of ours in it.
  'apps/widget': { may: [], libraries: [] },
};

/** Modules through which a package would do input and output of its own. */
const OUTSIDE_WORLD =
  /^(node:)?(fs|net|tls|dns|dgram|http|http2|https|child_process|cluster|worker_threads)(\/|$)|^(pg|undici|nodemailer)$/;

/** In web, a folder imports only those after it. Files outside these folders (api, locales) are open to all. */
const WEB_LAYERS = ['app', 'screens', 'features', 'ui'];

const MOST_LINES = 400;
const MAY_BE_LONG = /\/(locales|error-texts|migrations|generated)\//;

/** One import: what, whether only types come of it, and whether it is evaluated only when it is called. */
interface Import {
  target: string;
  typesOnly: boolean;
  lazy: boolean;
}

const STATIC_IMPORT =
  /(?:^|[;\s}])(?:import|export)\s+(type\s+)?(?:[\w*$\s{},]*?\bfrom\s*)?(['"])([^'"\n]+)\2/g;
const DYNAMIC_IMPORT = /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g;

/** The imports of one source text, static, dynamic and in types. */
export function findImports(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [
    ...[...code.matchAll(STATIC_IMPORT)].map((match) => ({
      target: match[3]!,
      typesOnly: match[1] !== undefined,
      lazy: false,
    })),
    ...[...code.matchAll(DYNAMIC_IMPORT)].map((match) => ({
      target: match[2]!,
      typesOnly: false,
      lazy: true,
    })),
  ];
}

function* listSources(folder: string): Generator<string> {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', '.build'].includes(entry.name)) yield* listSources(path);
    } else if (/\.(ts|tsx|mjs|js|css)$/.test(entry.name)) yield path;
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

/** `packages/contract` of `packages/contract/src/codec.ts`. */
function getPlace(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

function checkPackageImport(
  path: string,
  { target, typesOnly }: Import,
  isTest: boolean,
): string | undefined {
  const place = getPlace(path);
  const rule = RULES[place];
  if (!rule) return undefined;
  const self = place.split('/')[1]!;
  const wanted = /^@lectern\/([^/]+)/.exec(target)?.[1];
  if (wanted === undefined) {
    if (isTest) return undefined;
    const readsShipped = rule.readsShippedFiles?.some((file) => path === `${place}/${file}`);
    if (rule.pure && !readsShipped && OUTSIDE_WORLD.test(target)) {
      return `${path} imports ${target}: ${self} does no input or output of its own; take a port as an argument.`;
    }
    if (rule.libraries && !rule.libraries.some((name) => target === name || target.startsWith(`${name}/`))) {
      return `${path} imports ${target}: ${self} may use only ${rule.libraries.join(', ')}.`;
    }
    return undefined;
  }
  if (wanted === self) return `${path} imports its own package by name: write a relative path.`;
  if (wanted === 'testing') {
    return isTest || place === 'packages/testing'
      ? undefined
      : `${path} imports @lectern/testing: that is for tests only.`;
  }
  if (rule.may.includes(wanted)) return undefined;
  if (rule.mayImportTypesOf?.includes(wanted)) {
    return typesOnly || isTest
      ? undefined
      : `${path} imports @lectern/${wanted}: ${self} may use only its ports (import type).`;
  }
  return `${path} imports @lectern/${wanted}: ${self} may import ${rule.may.join(', ') || 'no package of ours'}.`;
}

function checkRelativeImport(path: string, reached: string, isTest: boolean): string | undefined {
  const place = getPlace(path);
  // The guide is text that the web shows as written.
  if (place === 'apps/web' && reached.startsWith('docs/guide/')) return undefined;
  if (RULES[place] && getPlace(reached) !== place) {
    return `${path} reaches into ${reached}: import the package by its name.`;
  }
  if (isTest) return undefined;
  if (place === 'apps/web') return checkLayerImport(path, reached);
  return undefined;
}

function checkLayerImport(path: string, reached: string): string | undefined {
  const part = /^apps\/web\/src\/([^/]+)\/(?:([^/]+)\/)?/;
  const [, layer = '', feature] = part.exec(path) ?? [];
  const [, reachedLayer = '', reachedFeature] = part.exec(reached) ?? [];
  if (layer === 'features' && reachedLayer === 'features' && feature !== reachedFeature) {
    return `${path} imports ${reached}: features do not import each other; a screen puts them together.`;
  }
  const own = WEB_LAYERS.indexOf(layer);
  const other = WEB_LAYERS.indexOf(reachedLayer);
  if (own < 0 || other < 0 || other >= own) return undefined;
  return `${path} imports ${reached}: in web the order is ${WEB_LAYERS.join(' → ')}.`;
}

export type Report = {
  /** One sentence per violation. */
  violations: string[];
  /** Groups of files that import each other in a circle, types included. */
  cycles: number;
  /** Imports of the server from a layer to one above it. */
  upwardImports: number;
};

/** Checks the sources under `root` against the table above, the order of the server's features, and for cycles. */
export function checkBoundaries(root: string): Report {
  const violations: (string | undefined)[] = [];
  const layers = readLayers(root);
  const graph = new Map<string, string[]>();
  let upwardImports = 0;
  for (const folder of ['packages', 'apps', 'e2e', 'bench', 'scripts']) {
    for (const file of listSources(join(root, folder))) {
      const path = relative(root, file).replaceAll('\\', '/');
      const text = readFileSync(file, 'utf8');
      const lines = text.split('\n').length - 1;
      if (lines > MOST_LINES && !MAY_BE_LONG.test(path)) {
        violations.push(
          `${path} has ${lines} lines; ${MOST_LINES} is the most. Split it by what changes together.`,
        );
      }
      if (path.endsWith('.css')) continue;
      const isTest = /\.(test|e2e|bench)\.tsx?$/.test(path) || path.startsWith('packages/testing/');
      const reachedFiles: string[] = [];
      for (const found of findImports(text)) {
        if (!found.target.startsWith('.')) {
          violations.push(checkPackageImport(path, found, isTest));
          continue;
        }
        const reached = relative(root, resolve(dirname(file), found.target)).replaceAll('\\', '/');
        // Loading a reader for an attachment, or a heavy component later, makes no cycle.
        if (!found.lazy) reachedFiles.push(reached);
        violations.push(checkRelativeImport(path, reached, isTest));
        const refusal = isTest ? undefined : checkLayerOrder(path, reached, layers);
        violations.push(refusal?.sentence);
        if (refusal?.isUpward) upwardImports++;
      }
      graph.set(path, reachedFiles);
    }
  }
  const cycles = findCycles(graph);
  for (const cycle of cycles) violations.push(`Import cycle: ${cycle.join(', ')}.`);
  return {
    violations: violations.filter((violation) => violation !== undefined),
    cycles: cycles.length,
    upwardImports,
  };
}

if (import.meta.main) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const { violations, cycles, upwardImports } = checkBoundaries(root);
  const all = [...violations, ...checkWrites(root)];
  for (const violation of all) console.error(violation);
  console.log(`${cycles} cycles, ${upwardImports} upward imports`);
  if (all.length > 0) process.exitCode = 1;
}
