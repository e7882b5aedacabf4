import {
  type FieldValues,
  type MetadataField,
  type MetadataFieldValue,
  metadataLimits,
} from '@lectern/contract';
import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  fields: readonly MetadataField[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  readOnly?: boolean;
};

/** One input for each metadata field; an empty one is no value. */
export function FieldInputs({ fields, values, onChange, readOnly }: Props) {
  const set = (key: string, value: MetadataFieldValue | undefined) => {
    const { [key]: _before, ...rest } = values;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={values[field.key]}
          onChange={(value) => set(field.key, value)}
          readOnly={readOnly}
        />
      ))}
    </SimpleGrid>
  );
}

type FieldInputProps = {
  field: MetadataField;
  value: MetadataFieldValue | undefined;
  onChange: (value: MetadataFieldValue | undefined) => void;
  readOnly?: boolean | undefined;
};

function FieldInput({ field, value, onChange, readOnly }: FieldInputProps) {
  const { t } = useTranslation('labels');
  const { name, type, choices } = field;
  const common = { label: name, readOnly };
  switch (type) {
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) =>
            onChange(next === '' || !Number.isFinite(Number(next)) ? undefined : Number(next))
          }
        />
      );
    case 'yes_no':
      return (
        <Select
          {...common}
          placeholder={t('fields.notSet')}
          clearable
          data={[
            { value: 'true', label: t('fields.yes') },
            { value: 'false', label: t('fields.no') },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(next) => onChange(next === null ? undefined : next === 'true')}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          placeholder={t('fields.notSet')}
          clearable
          searchable={choices.length > 8}
          data={choices}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={type === 'date' ? 'date' : 'text'}
          maxLength={type === 'text' ? metadataLimits.maxValueLength : undefined}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.value)
          }
        />
      );
  }
}
