import type { Json } from '@lectern/contract';
import type { operators } from '../components/conditions.ts';

type Operator = (typeof operators)[number];

/** How the products that we read call the comparisons of conditions. */
const names: Record<string, Operator> = {
  contains: 'contains',
  'not contains': 'not_contains',
  'start with': 'starts_with',
  'end with': 'ends_with',
  'starts with': 'starts_with',
  'ends with': 'ends_with',
  empty: 'empty',
  'not empty': 'not_empty',
  null: 'empty',
  'not null': 'not_empty',
  'not exists': 'empty',
  exists: 'not_empty',
  is: 'equals',
  'is not': 'not_equals',
  '=': 'equals',
  '==': 'equals',
  '≠': 'not_equals',
  '!=': 'not_equals',
  '>': 'greater',
  '<': 'less',
  '≥': 'at_least',
  '>=': 'at_least',
  '≤': 'at_most',
  '<=': 'at_most',
};

export function readCondition(
  number: number,
  value: string,
  operator: string,
  expected: string,
): { row: Json; isKnown: boolean } {
  const known = names[operator.trim().toLowerCase()];
  return {
    row: { id: `c${number + 1}`, value, operator: known ?? 'equals', expected: expected.slice(0, 4_000) },
    isKnown: known !== undefined,
  };
}
