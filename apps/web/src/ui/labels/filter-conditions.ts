import {
  countValues,
  type DocumentFilter,
  type FilterCondition,
  type FilterOperator,
  filterCondition,
  type listDocumentLabels,
  type MetadataField,
  operatorsOf,
  type ResponseOf,
} from '@lectern/contract';

export type DocumentLabelsInUse = ResponseOf<typeof listDocumentLabels>;

/** A property as the editor names it: a built-in one, or `field:key`. */
export function propertyId({ property, field }: Pick<FilterCondition, 'property' | 'field'>): string {
  return property === 'field' ? `field:${field}` : property;
}

export function readPropertyId(id: string): Pick<FilterCondition, 'property' | 'field'> {
  return id.startsWith('field:')
    ? { property: 'field', field: id.slice('field:'.length) }
    : { property: id as FilterCondition['property'] };
}

export function findField(
  fields: readonly MetadataField[],
  { field }: Pick<FilterCondition, 'field'>,
): MetadataField | undefined {
  return fields.find(({ key }) => key === field);
}

/** What can be asked of the property; the first is the usual one. */
export function listOperators(
  condition: Pick<FilterCondition, 'property' | 'field'>,
  fields: readonly MetadataField[],
): readonly FilterOperator[] {
  const { property } = condition;
  if (property !== 'field') return operatorsOf[property];
  return operatorsOf[findField(fields, condition)?.type ?? 'text'];
}

/** Dates have their own words for “at least” and “at most”. */
export function isDate(
  condition: Pick<FilterCondition, 'property' | 'field'>,
  fields: readonly MetadataField[],
): boolean {
  return condition.property === 'added' || findField(fields, condition)?.type === 'date';
}

/** The conditions that say something already, as a filter; null without any. */
export function toFilter(
  match: DocumentFilter['match'],
  conditions: readonly FilterCondition[],
): DocumentFilter | null {
  const complete = conditions.filter((condition) => filterCondition.safeParse(condition).success);
  return complete.length > 0 ? { match, conditions: complete } : null;
}

/** The same property asked in another way keeps its values, as far as they fit. */
export function withOperator(condition: FilterCondition, operator: FilterOperator): FilterCondition {
  const wanted = countValues(operator);
  const values = wanted === 'none' ? [] : wanted === 'one' ? condition.values.slice(0, 1) : condition.values;
  return { ...condition, operator, values };
}
