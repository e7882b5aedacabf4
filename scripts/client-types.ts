import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contract from '@lectern/contract';

/**
 * The types of the client's package. In the repository they come from the schemas of the contract. A program that
 * installs the package has neither these nor the schema library: the compiler writes out what they amount to.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The calls that a token may make. */
export const callsOfTokens = contract.endpoints.filter(({ scope }) => scope !== undefined);

/** What the sources of the client import from the contract, for plain types in place of schemas. */
const PRELUDE = `/** One call of the API, with what it takes and answers. */
export interface Endpoint<Params = any, Query = any, Body = any, Response = any> {
    readonly id: string;
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly responseKind?: 'json' | 'events' | 'file' | 'none';
    readonly multipart?: true;
    readonly resumedBy?: Endpoint | 'itself';
    /** Known to the compiler only. */
    readonly types?: { params: Params; query: Query; body: Body; response: Response };
}
type Types<E> = E extends Endpoint<infer Params, infer Query, infer Body, infer Response> ? { params: Params; query: Query; body: Body; response: Response } : never;
export type ParamsOf<E> = Types<E>['params'];
export type QueryInputOf<E> = Types<E>['query'];
export type BodyInputOf<E> = Types<E>['body'];
export type ResponseOf<E> = Types<E>['response'];
export type ErrorDetails = Record<string, unknown>;
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
`;

/** Types that contain themselves: the compiler writes them by name. */
const RECURSIVE = ['FlowField'];

/** Schemas under the names that the contract gives their types. */
function listNamedSchemas(): [type: string, schema: string][] {
  const sources = readFileSync(join(root, 'packages/contract/src/index.ts'), 'utf8').matchAll(/'\.\/(.+)'/g);
  return [...sources].flatMap(([, path]) =>
    [
      ...readFileSync(join(root, 'packages/contract/src', path as string), 'utf8').matchAll(
        /^export type (\w+) = z\.(?:infer|output)<typeof (\w+)>;/gm,
      ),
    ].flatMap(([, type, schema]): [string, string][] =>
      (schema as string) in contract ? [[type as string, schema as string]] : [],
    ),
  );
}

/** What the kind of a call adds to its type. */
function describeKind({ responseKind, multipart, resumedBy }: contract.Endpoint): string {
  const fields = [
    responseKind ? `readonly responseKind: '${responseKind}'` : `readonly responseKind?: 'json'`,
    multipart ? 'readonly multipart: true' : 'readonly multipart?: undefined',
    resumedBy ? `readonly resumedBy: ${resumedBy === 'itself' ? "'itself'" : `typeof ${resumedBy.id}`}` : '',
  ];
  return `{ ${fields.filter((field) => field !== '').join('; ')} }`;
}

/** A module whose inferred types are those of the contract. */
function writeQuestions(schemas: [string, string][]): string {
  return `
    import type * as contract from '@lectern/contract';
    import type { z } from 'zod';
    interface Call<Params, Query, Body, Response> { readonly types: [Params, Query, Body, Response] }
    declare function call<E>(): Call<
      contract.ParamsOf<E>, contract.QueryInputOf<E>, contract.BodyInputOf<E>, contract.ResponseOf<E>
    >;
    declare function shape<S extends z.ZodType>(): z.output<S>;
    declare function open<T>(): { [K in keyof T]: T[K] };
    ${RECURSIVE.map((type) => `export const ${type} = open<contract.${type}>();`).join('\n')}
    ${schemas.map(([type, schema]) => `export const ${type} = shape<typeof contract.${schema}>();`).join('\n')}
    ${callsOfTokens.map(({ id }) => `export const ${id} = call<typeof contract.${id}>();`).join('\n')}
  `;
}

/** Lets the compiler write declarations: of the questions above, and of the client's own sources. */
function emitDeclarations(schemas: [string, string][], folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'questions.ts'), writeQuestions(schemas));
  const out = join(folder, 'out');
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // `npm run types` has checked them.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: out,
    },
    files: [join(folder, 'questions.ts'), join(root, 'packages/client/src/index.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'pipe',
  });
  return out;
}

/** Without indentation, the same type reads the same at every depth. */
const flatten = (text: string) => text.replace(/\n\s+/g, '\n').trim();

function indent(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const closes = /^[}\])]/.test(line) ? 1 : 0;
      const indented = '    '.repeat(Math.max(0, depth - closes)) + line;
      depth += (line.match(/[{[(]/g)?.length ?? 0) - (line.match(/[}\])]/g)?.length ?? 0);
      return indented;
    })
    .join('\n');
}

/** Writes the type declarations of the package into `target`. */
export function writeClientTypes(target: string, folder: string): void {
  const schemas = listNamedSchemas();
  const out = emitDeclarations(schemas, folder);
  const written = readFileSync(join(out, folder.slice(root.length + 1), 'questions.d.ts'), 'utf8');
  const types = new Map(
    written
      .replace(/^export \{\};$/m, '')
      .replaceAll('z.JSONType', 'Json')
      .replace(/\bcontract\.(?=[A-Z])/g, '')
      .split(/^export declare const /m)
      .slice(1)
      .map((text) => [
        /^\w+/.exec(text)?.[0] as string,
        flatten(text.replace(/^\w+: /, '').replace(/;\s*$/, '')),
      ]),
  );
  const errorCodes = Object.keys(contract.errors).map((code) => JSON.stringify(code));
  const named = [
    ['ErrorCode', [...errorCodes].sort().join(' | ')] as const,
    ...[...RECURSIVE, ...schemas.map(([type]) => type)].map((type) => [type, types.get(type) ?? ''] as const),
  ].sort(([, one], [, other]) => other.length - one.length);
  /** Types that have a name are written by it; a short one is clearer as it is. */
  const shorten = (text: string, except?: string) =>
    named.reduce(
      (result, [name, type]) =>
        name === except || type.length < 100 ? result : result.replaceAll(type, name),
      text,
    );
  const calls = callsOfTokens.map((endpoint) => {
    const [, parts = ''] = /^Call<([\s\S]*)>$/.exec(types.get(endpoint.id) ?? '') ?? [];
    const scope = endpoint.scope === 'any' ? 'any token' : `scope \`${endpoint.scope}\``;
    return `/** ${endpoint.summary} (${scope}) */\nexport declare const ${endpoint.id}: Endpoint<${shorten(parts.trim())}> & ${describeKind(endpoint)};`;
  });
  const declarations = [
    ...named.map(([name, type]) => `export type ${name} = ${shorten(type, name)};`),
    ...calls,
  ].map((text) => indent(text));
  writeFileSync(join(target, 'contract.d.ts'), `${PRELUDE}\n${declarations.join('\n')}\n`);
  for (const name of ['client', 'error', 'follow-answer', 'request', 'retry', 'index']) {
    const text = readFileSync(join(out, `packages/client/src/${name}.d.ts`), 'utf8');
    const all = name === 'index' ? `${text}export * from './contract.js';\n` : text;
    const paths = all
      .replaceAll("'@lectern/contract'", "'./contract.js'")
      .replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'");
    writeFileSync(join(target, `${name}.d.ts`), paths);
  }
}
