import type { ReadContext } from './assemble.ts';
import { asArray, asFields, asWordList, asWords } from './values.ts';

const systemOutputs: Record<string, string> = { query: '{{sys.question}}', dialogue_count: '{{sys.turn}}' };

/** A reference from the place of a value: `[node, output, …]`. */
export function readSelector(selector: unknown, context: ReadContext): string {
  const [id = '', ...path] = asWordList(selector);
  if (id === '') return '';
  if (id === 'sys') return systemOutputs[path[0] ?? ''] ?? `{{missing.${path.join('.') || 'sys'}}}`;
  if (id === 'conversation' || id === 'env') return `{{var.${context.keyOf('', path.join('_'))}}}`;
  return context.refTo(id, path);
}

/** Texts name values as `{{#node.output#}}`. */
export function readText(text: unknown, context: ReadContext): string {
  return asWords(text)
    .replace(/\{\{#([\w.-]+)#\}\}/g, (_, inner: string) =>
      // The passages of a part are handed on by themselves.
      inner === 'context' || inner === 'histories' ? '' : readSelector(inner.split('.'), context),
    )
    .trim();
}

/** A template of Jinja: names alone are references; what is computed stays as it is written. */
export function readJinja(
  text: unknown,
  variables: unknown,
  context: ReadContext,
): { text: string; isComputed: boolean } {
  const selectors = new Map(
    asArray(variables)
      .map(asFields)
      .map(({ variable, value_selector }) => [asWords(variable), value_selector]),
  );
  let isComputed = /\{%|\{\{[^}]*[|(+][^}]*\}\}/.test(asWords(text));
  const filled = asWords(text).replace(
    /\{\{\s*([A-Za-z_]\w*)((?:\.\w+)*)\s*\}\}/g,
    (whole, name: string, path: string) => {
      const selector = selectors.get(name);
      if (selector === undefined) isComputed = true;
      return selector === undefined
        ? whole
        : readSelector([...asWordList(selector), ...path.split('.').filter(Boolean)], context);
    },
  );
  return { text: filled, isComputed };
}

/** A value that is a constant, a text with names, or a place. */
export function readValue(given: unknown, context: ReadContext): string {
  if (Array.isArray(given)) return readSelector(given, context);
  const { type, value } = asFields(given);
  if (type === undefined) return readText(given, context);
  return type === 'variable' ? readSelector(value, context) : readText(value, context);
}
