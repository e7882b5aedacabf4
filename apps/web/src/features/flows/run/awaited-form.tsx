import type { FlowFormInput, Json } from '@lectern/contract';
import { Button, Checkbox, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Values = Record<string, Json>;

/** A form that a run waits for. */
export function AwaitedForm({
  text,
  fields,
  onSubmit,
}: {
  text: string;
  fields: readonly FlowFormInput[];
  onSubmit: (values: Values) => void;
}) {
  const { t } = useTranslation('flows');
  const [values, setValues] = useState<Values>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(values);
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      {text !== '' && <Text size="sm">{text}</Text>}
      <Fields fields={fields} values={values} onChange={setValues} />
      <Button type="submit" size="compact-md">
        {t('run.submit')}
      </Button>
    </Stack>
  );
}

function Fields({
  fields,
  values,
  onChange,
}: {
  fields: readonly FlowFormInput[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  return (
    <Stack gap="sm" mb="sm">
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={values[field.key] ?? null}
          onChange={(value) => onChange({ ...values, [field.key]: value })}
        />
      ))}
    </Stack>
  );
}

function Field({
  field,
  value,
  onChange,
}: {
  field: FlowFormInput;
  value: Json;
  onChange: (value: Json) => void;
}) {
  const { label, required } = field;
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'number':
      return (
        <NumberInput
          label={label}
          required={required}
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
          label={label}
          required={required}
          data={field.choices ?? []}
          value={text || null}
          onChange={(next) => onChange(next)}
        />
      );
    case 'paragraph':
      return (
        <Textarea
          label={label}
          required={required}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          label={label}
          required={required}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

AwaitedForm.Fields = Fields;
