import {
  type DocumentFilter,
  type FilterCondition,
  filterCondition,
  fitsField,
  type MetadataField,
} from '@lectern/contract';
import type { AskModel, DoneBy } from '../ask-model.ts';
import { termSet } from '../overlap.ts';

/** What documents can be told apart by; of text fields, the values that may occur in the question. */
export type FilterVocabulary = {
  tags: readonly string[];
  fields: readonly MetadataField[];
  textValues: readonly { key: string; value: string }[];
};

/** A model is told so many tags. */
const mostTags = 100;
const mostValues = 20;

/**
 * The documents that the question is about, by the tags and field values that it names. Without a model: those that
 * occur in it as words, and years.
 */
export async function deriveFilter(
  question: string,
  vocabulary: FilterVocabulary,
  ask: AskModel,
): Promise<{ filter: DocumentFilter; by: DoneBy } | undefined> {
  if (vocabulary.tags.length === 0 && vocabulary.fields.length === 0) return undefined;
  const text = await ask({ system, prompt: describe(question, vocabulary), maxTokens: 300 });
  const read = text === undefined ? undefined : readConditions(text, vocabulary);
  const conditions = read ?? deriveByWords(question, vocabulary);
  if (conditions.length === 0) return undefined;
  return { filter: { match: 'all', conditions }, by: read ? 'model' : 'words' };
}

const system = `You choose which documents can answer a question, by their tags and metadata fields.
Answer with a JSON list of conditions that the question itself states, and with [] if it states none. Do not guess.
A condition is {"property":"tag","operator":"is","values":["…"]} or {"property":"field","field":"key","operator":"is"|"at_least"|"at_most","values":["…"]}.
All conditions must hold; of several values one. Dates are written 2026-01-31, yes or no as true or false. Nothing else.`;

function describe(question: string, { tags, fields, textValues }: FilterVocabulary): string {
  const list = fields.map((field) => {
    const values =
      field.type === 'choice'
        ? field.choices
        : textValues.filter(({ key }) => key === field.key).map(({ value }) => value);
    const examples = values.length > 0 ? `, values: ${JSON.stringify(values.slice(0, mostValues))}` : '';
    return `- ${field.key}: ${field.name} (${field.type.replace('_', ' or ')}${examples})`;
  });
  return [
    `Tags: ${JSON.stringify(tags.slice(0, mostTags))}`,
    `Fields:\n${list.join('\n') || '- none'}`,
    `Today: ${new Date().toISOString().slice(0, 10)}`,
    `Question: ${question}`,
  ].join('\n\n');
}

/** Undefined where the model answered anything else than a list; what names no known tag or field is left out. */
function readConditions(text: string, vocabulary: FilterVocabulary): FilterCondition[] | undefined {
  const json = /\[[\s\S]*\]/.exec(text)?.[0];
  if (json === undefined) return undefined;
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(list)) return undefined;
  return list
    .slice(0, 10)
    .flatMap((item) => filterCondition.safeParse(item).data ?? [])
    .filter((condition) => isKnown(condition, vocabulary));
}

function isKnown(condition: FilterCondition, { tags, fields }: FilterVocabulary): boolean {
  const { property, field: key, operator, values } = condition;
  if (operator !== 'is' && operator !== 'at_least' && operator !== 'at_most') return false;
  const folded = values.map((value) => value.toLowerCase());
  if (property === 'tag') return folded.every((value) => tags.some((tag) => tag.toLowerCase() === value));
  const field = property === 'field' ? fields.find((other) => other.key === key) : undefined;
  if (!field) return false;
  if (field.type === 'choice')
    return (
      operator === 'is' &&
      folded.every((value) => field.choices.some((choice) => choice.toLowerCase() === value))
    );
  if (field.type === 'number') return values.every((value) => Number.isFinite(Number(value)));
  if (field.type === 'yes_no')
    return operator === 'is' && values.every((value) => /^(true|false)$/.test(value));
  if (field.type === 'date') return values.every((value) => fitsField(field, value));
  return operator === 'is';
}

const year = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g;
/** What people call a field of years. */
const yearNames = /^(year|année|an|exercice|年|年份|年度)$/i;

function deriveByWords(question: string, { tags, fields, textValues }: FilterVocabulary): FilterCondition[] {
  const asked = termSet(question);
  const occurs = (words: string) => {
    const terms = [...termSet(words).keys()];
    return terms.length > 0 && terms.every((term) => asked.has(term));
  };
  const conditions: FilterCondition[] = [];
  const named = tags.filter(occurs);
  if (named.length > 0)
    conditions.push({ property: 'tag', operator: 'is', values: named.slice(0, mostValues) });
  for (const field of fields) {
    const values =
      field.type === 'choice'
        ? field.choices.filter(occurs)
        : field.type === 'text'
          ? textValues
              .filter(({ key, value }) => key === field.key && occurs(value))
              .map(({ value }) => value)
          : [];
    if (values.length > 0)
      conditions.push({
        property: 'field',
        field: field.key,
        operator: 'is',
        values: values.slice(0, mostValues),
      });
  }
  return [...conditions, ...deriveYears(question, fields, occurs)];
}

/** Years against the date field: the only one, or the one that the question names; else against a field of years. */
function deriveYears(
  question: string,
  fields: readonly MetadataField[],
  occurs: (words: string) => boolean,
): FilterCondition[] {
  const years = [...new Set(question.match(year) ?? [])].sort();
  const [first] = years;
  if (first === undefined) return [];
  const dates = fields.filter(({ type }) => type === 'date');
  const date = dates.find(({ name }) => occurs(name)) ?? (dates.length === 1 ? dates[0] : undefined);
  if (date)
    return [
      { property: 'field', field: date.key, operator: 'at_least', values: [`${first}-01-01`] },
      { property: 'field', field: date.key, operator: 'at_most', values: [`${years.at(-1)}-12-31`] },
    ];
  const number = fields.find(({ type, name }) => type === 'number' && yearNames.test(name.trim()));
  return number ? [{ property: 'field', field: number.key, operator: 'is', values: years }] : [];
}
