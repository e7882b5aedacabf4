import type { Part, ReadContext } from './assemble.ts';
import { asArray, asFields, asWords } from './values.ts';

/** `{sys.query}`, `{begin@field}`, `{Retrieval:Name@content}`, and `{key}` of a part's own parameters; one brace or two. */
const reference = /\{{1,2}\s*([A-Za-z][\w:.-]*(?:@[\w.-]+)?)\s*\}{1,2}/g;

const systemNames: Record<string, string> = {
  'sys.query': '{{sys.question}}',
  'sys.history': '{{sys.history}}',
  'sys.date': '{{sys.date}}',
  'sys.conversation_turns': '{{sys.turn}}',
};

/** What a name in a text stands for; undefined: these are only words in braces. */
function resolve(name: string, part: Part, context: ReadContext): string | undefined {
  const system = systemNames[name];
  if (system) return system;
  const variable = /^(?:env|conversation)\.([\w-]+)$/.exec(name)?.[1];
  if (variable) return `{{var.${context.keyOf('', variable)}}}`;
  const parameter = asArray(part.data.parameters)
    .map(asFields)
    .find(({ key }) => key === name);
  const [id = '', ...output] = (parameter ? asWords(parameter.component_id) : name).split('@');
  if (context.componentOf(id) === undefined && !/[:@]/.test(name)) return undefined;
  return context.refTo(id, output.join('@').split('.'));
}

export function readText(value: unknown, part: Part, context: ReadContext): string {
  return asWords(value).replace(reference, (whole, name: string) => {
    if (name !== 'input') return resolve(name, part, context) ?? whole;
    const sources = context.sourcesOf(part.id);
    // Passages are handed on by themselves, with their sources.
    if (sources.some(({ id }) => context.componentOf(id) === 'retrieval')) return '{knowledge}';
    return sources.map(({ id }) => context.refTo(id, [])).join('\n\n');
  });
}

/** One reference, written with braces or without. */
export function readReference(value: unknown, part: Part, context: ReadContext): string {
  const text = asWords(value).trim();
  if (text === '') return '';
  const name = text.replace(/^\{+|\}+$/g, '');
  return (
    (/^[A-Za-z][\w:.-]*(@[\w.-]+)?$/.test(name) && resolve(name, part, context)) ||
    readText(text, part, context)
  );
}

/** The question of a part: its own, else that of the parts it was told to read. Older files name none: the message. */
export function readQuestion({ data, ...part }: Part, context: ReadContext): string | undefined {
  const { query } = data;
  if (typeof query === 'string') return readReference(query, { ...part, data }, context) || undefined;
  const named = asArray(query)
    .map(asFields)
    .map(({ component_id, value }) =>
      component_id ? readReference(component_id, { ...part, data }, context) : asWords(value),
    )
    .filter(Boolean);
  return named.length > 0 ? named.join('\n') : undefined;
}
