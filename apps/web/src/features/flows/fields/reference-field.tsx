import type { FlowField } from '@lectern/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { referenceTo, useEarlierOutputs } from './earlier-outputs.ts';

type Props = {
  field: FlowField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** One output of an earlier node, picked from a list. */
export function ReferenceField({ field, value, error, onChange }: Props) {
  const { t } = useTranslation('flows');
  const groups = useEarlierOutputs();
  const data = groups
    .filter(({ outputs }) => outputs.length > 0)
    .map(({ nodeId, name, outputs }) => ({
      group: name,
      items: outputs.map((output) => ({
        value: referenceTo(nodeId, output.name),
        label: `${name} · ${output.name}`,
      })),
    }));
  const isListed = data.some(({ items }) => items.some((item) => item.value === value));
  return (
    <Select
      label={field.label}
      description={field.description}
      placeholder={t('form.pickOutput')}
      error={error}
      withAsterisk={field.required}
      searchable
      clearable
      // What is referred to may have been removed: it stays visible as it is stored.
      data={value === '' || isListed ? data : [...data, { group: t('form.unknownOutput'), items: [value] }]}
      value={value === '' ? null : value}
      nothingFoundMessage={t('form.noOutputs')}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
