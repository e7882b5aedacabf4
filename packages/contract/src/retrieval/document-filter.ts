import { z } from 'zod';
import { metadataFieldKey } from '../documents/metadata-fields.ts';

export const filterProperties = ['tag', 'field', 'name', 'type', 'added', 'folder', 'url'] as const;
export type FilterProperty = (typeof filterProperties)[number];

/**
 * `is` and `contains` hold for any of the values, `is_not` and `contains_not` for none of them: a document without the
 * property is not any of them. `at_least` and `at_most` compare numbers and dates.
 */
export const filterOperators = [
  'is',
  'is_not',
  'contains',
  'contains_not',
  'at_least',
  'at_most',
  'is_set',
  'is_not_set',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** What can be asked of the built-in properties; of a field, its type decides. */
export const operatorsOf = {
  tag: ['is', 'is_not', 'is_set', 'is_not_set'],
  name: ['contains', 'contains_not', 'is', 'is_not'],
  type: ['is', 'is_not'],
  added: ['at_least', 'at_most', 'is'],
  folder: ['is', 'is_not'],
  url: ['contains', 'contains_not', 'is_set', 'is_not_set'],
  text: ['is', 'is_not', 'contains', 'contains_not', 'is_set', 'is_not_set'],
  number: ['is', 'is_not', 'at_least', 'at_most', 'is_set', 'is_not_set'],
  date: ['is', 'is_not', 'at_least', 'at_most', 'is_set', 'is_not_set'],
  yes_no: ['is', 'is_set', 'is_not_set'],
  choice: ['is', 'is_not', 'is_set', 'is_not_set'],
} as const satisfies Record<string, readonly FilterOperator[]>;

export const filterLimits = { maxConditions: 20, maxValues: 50 } as const;

/** How many values an operator takes. */
export function countValues(operator: FilterOperator): 'none' | 'one' | 'many' {
  if (operator === 'is_set' || operator === 'is_not_set') return 'none';
  return operator === 'at_least' || operator === 'at_most' ? 'one' : 'many';
}

export const filterCondition = z
  .strictObject({
    property: z.enum(filterProperties),
    /** Of the property `field`: the key of the metadata field. */
    field: metadataFieldKey.optional(),
    operator: z.enum(filterOperators),
    /** As texts, whatever the type: `2026-01-31`, `12.5`, `true`; a folder by its id. */
    values: z.array(z.string().trim().min(1).max(500)).max(filterLimits.maxValues).default([]),
  })
  .superRefine(({ property, field, operator, values }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (property === 'field' && field === undefined) issue('field', 'required');
    if (property !== 'field' && !(operatorsOf[property] as readonly string[]).includes(operator))
      issue('operator', 'invalid');
    const wanted = countValues(operator);
    if (wanted !== 'none' && values.length === 0) issue('values', 'required');
    if ((wanted === 'none' && values.length > 0) || (wanted === 'one' && values.length > 1))
      issue('values', 'invalid');
    if (property === 'added' && values.some((value) => !z.iso.date().safeParse(value).success))
      issue('values', 'date');
    if (property === 'folder' && values.some((value) => !z.uuid().safeParse(value).success))
      issue('values', 'id');
  });
export type FilterCondition = z.infer<typeof filterCondition>;

/** Which documents are searched, by their tags, fields and other properties. */
export const documentFilter = z.strictObject({
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(filterCondition).min(1).max(filterLimits.maxConditions),
});
export type DocumentFilter = z.infer<typeof documentFilter>;
