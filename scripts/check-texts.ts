import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'vitest/node';
import { namespaces } from '../apps/web/src/locales/namespaces.ts';

/** Attributes and options whose value a person sees or hears. */
const visibleNames = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'confirmLabel',
  'description',
  'endLabel',
  'label',
  'nothingFoundMessage',
  'placeholder',
  'startLabel',
  'title',
]);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

export interface HardCodedText {
  line: number;
  text: string;
}

/** Words; numbers, signs and single letters need no translation. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}{2,}/u.test(value);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

/** The strings that an expression can come to, as far as it says so itself; calls such as `t()` are not entered. */
function* listOutcomes(node: Node | undefined): Generator<{ node: Node; text: string }> {
  switch (node?.type) {
    case 'Literal':
    case 'StringLiteral':
      if (isText(node.value)) yield { node, text: node.value };
      break;
    case 'TemplateLiteral': {
      const words = (node.quasis as { value: { cooked: string } }[])
        .map((part) => part.value.cooked)
        .join('…');
      if (isText(words)) yield { node, text: words };
      break;
    }
    case 'ConditionalExpression':
      yield* listOutcomes(nodeOf(node.consequent));
      yield* listOutcomes(nodeOf(node.alternate));
      break;
    case 'LogicalExpression':
    case 'BinaryExpression':
      if (node.operator === '&&') yield* listOutcomes(nodeOf(node.right));
      else if (['||', '??', '+'].includes(String(node.operator))) {
        yield* listOutcomes(nodeOf(node.left));
        yield* listOutcomes(nodeOf(node.right));
      }
      break;
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      yield* listOutcomes(nodeOf(node.expression));
      break;
  }
}

function nameOf(node: Node | undefined): string {
  return String(node?.name ?? node?.value ?? '');
}

function* findIn(node: Node): Generator<{ node: Node; text: string }> {
  if (node.type === 'JSXText' && isText(node.value)) yield { node, text: node.value.trim() };
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    for (const child of node.children as Node[])
      if (child.type === 'JSXExpressionContainer') yield* listOutcomes(child);
  if (node.type === 'JSXAttribute' && visibleNames.has(nameOf(nodeOf(node.name))))
    yield* listOutcomes(nodeOf(node.value));
  if (node.type === 'Property' && visibleNames.has(nameOf(nodeOf(node.key))))
    // Keys of a catalogue are words and dots: they may stand anywhere.
    for (const outcome of listOutcomes(nodeOf(node.value)))
      if (!/^[\w:-]+(\.[\w-]+)*$/.test(outcome.text)) yield outcome;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* findIn(child);
  }
}

/** Texts of a component that are in it instead of in the catalogues. */
export function findHardCodedTexts(source: string): HardCodedText[] {
  const program = parseAst(source, { lang: 'tsx' }) as unknown as Node;
  return [...findIn(program)].map(({ node, text }) => ({
    line: source.slice(0, node.start).split('\n').length,
    text,
  }));
}

/** Leaves of a catalogue by their dotted key. */
export function flattenCatalogue(value: object, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof item === 'string') texts.set(path, item);
    else for (const [inner, text] of flattenCatalogue(item, path)) texts.set(inner, text);
  }
  return texts;
}

function listPlaceholders(text: string): string {
  return [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].sort().join();
}

/** What is wrong with a catalogue held against the English one; key by key. */
export function compareCatalogues(english: object, other: object, language: string): string[] {
  const wanted = flattenCatalogue(english);
  const given = flattenCatalogue(other);
  const problems: string[] = [];
  for (const [key, text] of wanted) {
    const translated = given.get(key);
    if (translated === undefined) problems.push(`${key} is missing`);
    else if (translated.trim() === '' && text.trim() !== '') problems.push(`${key} is empty`);
    // “One document” may well do without its number.
    else if (!key.endsWith('_one') && listPlaceholders(text) !== listPlaceholders(translated))
      problems.push(`${key} has other placeholders than in English`);
  }
  for (const [key, text] of given) {
    if (!wanted.has(key)) problems.push(`${key} is not in English`);
    // Before and inside these signs French has a no-break space, or a line may begin with one.
    if (language === 'fr' && /(?<!https?)[\p{L}\d»}]? [;!?»:](?=\s|$)|« /u.test(text))
      problems.push(`${key} breaks before a sign: ${text}`);
  }
  return problems;
}

const locales = ['en', 'fr', 'zh', 'zh-traditional'];

function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !/\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function readCatalogue(web: string, locale: string, namespace: string): Promise<object | undefined> {
  const path = join(web, 'locales', locale, `${namespace}.ts`);
  const module = (await import(pathToFileURL(path).href).catch(() => ({}))) as Record<string, object>;
  return module[namespace];
}

/** One sentence for each text that is hard-coded, missing or broken; empty: all is well. */
export async function checkTexts(root: string): Promise<string[]> {
  const web = join(root, 'apps/web/src');
  const problems: string[] = [];
  for (const path of listFiles(web, /\.tsx$/))
    for (const { line, text } of findHardCodedTexts(readFileSync(path, 'utf8')))
      problems.push(
        `${relative(root, path)}:${line} has a text of its own: “${text}”. Put it into the catalogues.`,
      );
  for (const namespace of namespaces) {
    const english = await readCatalogue(web, 'en', namespace);
    for (const locale of locales) {
      const catalogue = await readCatalogue(web, locale, namespace);
      if (!english || !catalogue) problems.push(`There is no catalogue ${locale}/${namespace}.`);
      else
        problems.push(
          ...compareCatalogues(english, catalogue, locale).map(
            (problem) => `${locale}/${namespace}: ${problem}.`,
          ),
        );
    }
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = await checkTexts(resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
