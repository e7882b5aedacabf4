import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = 'apps/server/src';

/** The one file that may lock a company's row. The others call `lockCompany`, which also notes the lock. */
const COMPANY_LOCK = `${SERVER}/features/companies/company.queries.ts`;

/** Tables whose rows count against a quota, and the token that an insert takes as a parameter. */
const COUNTED: Record<string, string> = {
  memberships: 'users',
  invitations: 'users',
  assistants: 'assistants',
  knowledgeBases: 'knowledgeBases',
  apiTokens: 'iframes',
  files: 'storage',
  requestCounters: 'monthlyRequests',
};

/** One `insert`, `update` or `delete`. `table` is undefined where the name is computed. */
interface Write {
  verb: 'insert' | 'update' | 'delete';
  table: string | undefined;
  index: number;
}

/** The declaration of a top-level function. */
interface FunctionText {
  name: string;
  /** Everything up to the body. */
  signature: string;
  start: number;
  end: number;
}

const TABLE = /export const (\w+) = pgTable\(/g;
const BUILDER_WRITE = /\.\s*(insert|update|delete)\(\s*(\w+)\b/g;
const TRANSACTION_WRITE = /\btx\s*\.\s*(insert|update|delete)\(/g;
const RAW_WRITE = /\b(insert into|update|delete from)\s+\$\{(?:(\w+)\})?/gi;
const COMPANY_ROW_LOCK = /\.from\(companies\)[^;]*\.for\('/;
const RAW_NAMED_WRITE = /\b(insert into|delete from)\s+([a-z]\w*)/g;

/** The writes of one source text to the tables given by their names in code. */
export function findWrites(text: string, tables: ReadonlySet<string>): Write[] {
  const writes = new Map<number, Write>();
  const add = (index: number, verb: string, table: string | undefined) => {
    if (writes.has(index)) return;
    writes.set(index, { verb: verb.split(' ')[0]!.toLowerCase() as Write['verb'], table, index });
  };
  for (const match of text.matchAll(BUILDER_WRITE)) {
    if (tables.has(match[2]!)) add(match.index + match[0].indexOf(match[1]!), match[1]!, match[2]);
  }
  for (const match of text.matchAll(TRANSACTION_WRITE)) {
    add(match.index + match[0].lastIndexOf(match[1]!), match[1]!, undefined);
  }
  for (const match of text.matchAll(RAW_WRITE)) {
    add(match.index, match[1]!, match[2] !== undefined && tables.has(match[2]) ? match[2] : undefined);
  }
  for (const match of text.matchAll(RAW_NAMED_WRITE)) add(match.index, match[1]!, undefined);
  return [...writes.values()].sort((a, b) => a.index - b.index);
}

/** Top-level functions of a formatted source: each ends at the first line that is `}` alone. */
export function findFunctions(text: string): FunctionText[] {
  return [...text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)/gm)].map((match) => {
    const close = text.indexOf('\n}\n', match.index);
    const end = close < 0 ? text.length : close + 2;
    const declaration = text.slice(match.index, end);
    const body = /\{\n/.exec(declaration.slice(findParametersEnd(declaration)));
    return {
      name: match[1]!,
      signature: declaration.slice(0, findParametersEnd(declaration) + (body?.index ?? 0)),
      start: match.index,
      end,
    };
  });
}

/** The index after the parenthesis that closes the parameters. */
function findParametersEnd(declaration: string): number {
  let depth = 0;
  for (let index = declaration.indexOf('('); index >= 0 && index < declaration.length; index++) {
    if (declaration[index] === '(') depth++;
    else if (declaration[index] === ')' && --depth === 0) return index + 1;
  }
  return declaration.length;
}

function* listSources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'testing') yield* listSources(path);
    } else if (entry.name.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(entry.name)) yield path;
  }
}

/** The feature that a file belongs to, or `platform`. */
function getOwner(path: string): string {
  return new RegExp(`^${SERVER}/(features/[^/]+)/`).exec(path)?.[1] ?? 'platform';
}

/** Removes comments, keeping every index. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

function checkWrite(path: string, write: Write, owners: ReadonlyMap<string, string>): string | undefined {
  if (!path.endsWith('.queries.ts')) {
    return `${path} writes ${write.table ?? 'a table'}: inserts, updates and deletes belong in a *.queries.ts.`;
  }
  const owner = write.table === undefined ? undefined : owners.get(write.table);
  if (owner !== undefined && owner !== getOwner(path)) {
    return `${path} writes ${write.table}: that table belongs to ${owner}; call a function of its queries.`;
  }
  return undefined;
}

function checkFunction(path: string, { name, signature }: FunctionText, writes: Write[]): string[] {
  const violations: string[] = [];
  const changes = writes.some(({ verb }) => verb !== 'insert');
  if (changes && !/\bAuthorized<|\bSystemTx\b/.test(signature)) {
    violations.push(`${path}: ${name} updates or deletes; it must take an Authorized row or a SystemTx.`);
  }
  for (const { verb, table } of writes) {
    const key = verb === 'insert' && table !== undefined ? COUNTED[table] : undefined;
    if (key !== undefined && !signature.includes(`QuotaToken<'${key}'>`)) {
      violations.push(`${path}: ${name} inserts into ${table}; it must take a QuotaToken<'${key}'>.`);
    }
  }
  return violations;
}

/**
 * Checks who writes which table in the server under `root`.
 *
 * @returns one sentence per violation
 */
export function checkWrites(root: string): string[] {
  const sources = new Map<string, string>();
  for (const file of listSources(join(root, SERVER))) {
    sources.set(relative(root, file).replaceAll('\\', '/'), withoutComments(readFileSync(file, 'utf8')));
  }
  const owners = new Map<string, string>();
  for (const [path, text] of sources) {
    for (const [, table] of text.matchAll(TABLE)) owners.set(table!, getOwner(path));
  }
  const tables = new Set(owners.keys());
  const violations: string[] = [];
  for (const [path, text] of sources) {
    if (path !== COMPANY_LOCK && COMPANY_ROW_LOCK.test(text)) {
      violations.push(`${path} locks a company's row: call lockCompany, which also notes the lock.`);
    }
    const writes = findWrites(text, tables);
    violations.push(
      ...writes.map((write) => checkWrite(path, write, owners)).filter((found) => found !== undefined),
    );
    if (!path.endsWith('.queries.ts')) continue;
    for (const found of findFunctions(text)) {
      const own = writes.filter(({ index }) => index >= found.start && index < found.end);
      violations.push(...checkFunction(path, found, own));
    }
  }
  return [...new Set(violations)];
}

if (import.meta.main) {
  const violations = checkWrites(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
