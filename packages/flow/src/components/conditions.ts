import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { type Layout, reference } from '../component.ts';
import { asText } from '../graph/references.ts';
import { conditionTexts } from './conditions.texts.ts';

export const operators = [
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'empty',
  'not_empty',
  'equals',
  'not_equals',
  'greater',
  'less',
  'at_least',
  'at_most',
] as const;

export const condition = z.object({
  id: z.string().min(1).max(64),
  value: reference(),
  operator: z.enum(operators).default('contains'),
  expected: z.string().max(4_000).default(''),
});
export type Condition = z.output<typeof condition>;

export const conditionFields: Layout = {
  value: { widget: 'reference', texts: conditionTexts.value },
  operator: { widget: 'select', texts: conditionTexts.operator },
  expected: {
    widget: 'template',
    texts: conditionTexts.expected,
    shownWhen: { option: 'operator', values: operators.filter((one) => !one.endsWith('empty')) },
  },
};

/** Numbers are compared as numbers where both sides are some, else as texts; letters by their lower case. */
export function holds({ value, operator, expected }: Condition): boolean {
  const text = asText(value).trim().toLowerCase();
  const wanted = expected.trim().toLowerCase();
  const numbers = [text, wanted].map(Number);
  const areNumbers = text !== '' && wanted !== '' && numbers.every(Number.isFinite);
  const order = areNumbers ? (numbers[0] as number) - (numbers[1] as number) : compare(text, wanted);
  switch (operator) {
    case 'contains':
      return Array.isArray(value) ? value.some((item) => isSame(item, wanted)) : text.includes(wanted);
    case 'not_contains':
      return Array.isArray(value) ? !value.some((item) => isSame(item, wanted)) : !text.includes(wanted);
    case 'starts_with':
      return text.startsWith(wanted);
    case 'ends_with':
      return text.endsWith(wanted);
    case 'empty':
      return isEmpty(value);
    case 'not_empty':
      return !isEmpty(value);
    case 'equals':
      return order === 0;
    case 'not_equals':
      return order !== 0;
    case 'greater':
      return order > 0;
    case 'less':
      return order < 0;
    case 'at_least':
      return order >= 0;
    case 'at_most':
      return order <= 0;
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const isSame = (item: Json, wanted: string) => asText(item).trim().toLowerCase() === wanted;

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}
