import type { FlowFormInput, Json } from '@lectern/contract';
import { Checkbox, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export type FlowFormValues = Record<string, Json>;

type Props = {
  fields: readonly FlowFormInput[];
  values: FlowFormValues;
  onChange: (values: FlowFormValues) => void;
  /** Keys of fields that must be filled in and are not. */
  missing?: readonly string[];
};

/** The fields of a form that a flow shows: before a run, or in the middle of it. */
export function FlowFormFields({ fields, values, onChange, missing = [] }: Props) {
  return (
    <Stack gap="sm" mb="sm">
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={values[field.key] ?? null}
          isMissing={missing.includes(field.key)}
          onChange={(value) => onChange({ ...values, [field.key]: value })}
        />
      ))}
    </Stack>
  );
}

/** Required fields without a value. A box that is not ticked is a value. */
export function listMissing(fields: readonly FlowFormInput[], values: FlowFormValues): string[] {
  return fields
    .filter(({ key, type, required }) => required && type !== 'boolean' && isEmpty(values[key]))
    .map(({ key }) => key);
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

type FieldProps = {
  field: FlowFormInput;
  value: Json;
  isMissing: boolean;
  onChange: (value: Json) => void;
};

function Field({ field, value, isMissing, onChange }: FieldProps) {
  const { t } = useTranslation('shell');
  const { label, required } = field;
  const text = typeof value === 'string' ? value : '';
  const common = { label, required, error: isMissing && t('validation.required') };
  switch (field.type) {
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'boolean':
      return (
        <Checkbox
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          data={field.choices ?? []}
          value={text || null}
          onChange={(next) => onChange(next)}
        />
      );
    case 'paragraph':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return <TextInput {...common} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
}
