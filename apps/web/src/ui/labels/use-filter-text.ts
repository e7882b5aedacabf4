import type { DocumentFilter, FilterCondition, MetadataField } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { findField, isDate } from './filter-conditions.ts';

/** A filter in words, condition by condition. */
export function useFilterText(fields: readonly MetadataField[] = []) {
  const { t } = useTranslation('labels');
  const describeValue = (condition: FilterCondition, value: string) =>
    findField(fields, condition)?.type === 'yes_no'
      ? t(value === 'true' ? 'fields.yes' : 'fields.no')
      : condition.property === 'type'
        ? value.toUpperCase()
        : value;

  function describeCondition(condition: FilterCondition): string {
    const { property, field, operator, values } = condition;
    const name =
      property === 'field'
        ? (findField(fields, condition)?.name ?? field ?? '')
        : t(`filter.properties.${property}`);
    const compared =
      isDate(condition, fields) && (operator === 'at_least' || operator === 'at_most')
        ? t(`filter.dateOperators.${operator}`)
        : t(`filter.operators.${operator}`);
    const shown = values.map((value) => describeValue(condition, value)).join(` ${t('filter.joinAny')} `);
    return [name, compared, shown].filter(Boolean).join(' ');
  }

  return {
    describeCondition,
    describeFilter: ({ match, conditions }: DocumentFilter) =>
      conditions
        .map(describeCondition)
        .join(`, ${t(match === 'any' ? 'filter.joinAny' : 'filter.joinAll')} `),
  };
}
