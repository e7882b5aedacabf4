import { countValues, type FilterCondition, filterLimits } from '@lectern/contract';
import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DocumentLabelsInUse, findField, isDate } from './filter-conditions.ts';
import { FolderSelect } from './folder-select.tsx';

type Props = {
  condition: FilterCondition;
  labels: DocumentLabelsInUse | undefined;
  inPopover: boolean | undefined;
  onChange: (values: string[]) => void;
};

/** The values of a condition, in the input that its property takes. */
export function ConditionValues({ condition, labels, inPopover, onChange }: Props) {
  const { t } = useTranslation('labels');
  const { property, operator, values } = condition;
  const fields = labels?.fields ?? [];
  const field = findField(fields, condition);
  const many = countValues(operator) === 'many';
  const common = {
    size: 'sm' as const,
    'aria-label': t(many ? 'filter.values' : 'filter.value'),
    ...(inPopover ? { comboboxProps: { withinPortal: false } } : {}),
  };
  const [first = ''] = values;
  if (property === 'folder')
    return <FolderSelect value={first || null} onChange={(id) => onChange(id === null ? [] : [id])} />;
  if (field?.type === 'yes_no')
    return (
      <Select
        {...common}
        data={[
          { value: 'true', label: t('fields.yes') },
          { value: 'false', label: t('fields.no') },
        ]}
        value={first || null}
        onChange={(value) => onChange(value === null ? [] : [value])}
      />
    );
  const choices = choicesOf(condition, labels);
  if (choices) {
    const known = new Set(choices.map(({ value }) => value));
    const others = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
    return (
      <MultiSelect
        {...common}
        searchable
        hidePickedOptions
        data={[...choices, ...others]}
        value={values}
        onChange={onChange}
        maxValues={filterLimits.maxValues}
        placeholder={values.length === 0 ? t('filter.values') : undefined}
      />
    );
  }
  if (many && !isDate(condition, fields) && field?.type !== 'number')
    return (
      <TagsInput
        {...common}
        placeholder={values.length === 0 ? t('filter.valuesHint') : undefined}
        value={values}
        onChange={onChange}
        maxTags={filterLimits.maxValues}
        acceptValueOnBlur
      />
    );
  const { comboboxProps: _unused, ...input } = { comboboxProps: undefined, ...common };
  return (
    <TextInput
      {...input}
      type={isDate(condition, fields) ? 'date' : 'text'}
      inputMode={field?.type === 'number' ? 'decimal' : undefined}
      value={first}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? [] : [currentTarget.value])}
    />
  );
}

function choicesOf(condition: FilterCondition, labels: DocumentLabelsInUse | undefined) {
  const field = findField(labels?.fields ?? [], condition);
  if (condition.property === 'tag')
    return labels?.tags.map(({ name }) => ({ value: name, label: name })) ?? [];
  if (condition.property === 'type')
    return labels?.types.map((type) => ({ value: type, label: type.toUpperCase() })) ?? [];
  return field?.type === 'choice' ? field.choices.map((value) => ({ value, label: value })) : undefined;
}
