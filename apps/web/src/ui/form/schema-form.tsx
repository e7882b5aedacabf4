import type { FormField } from '@lectern/contract';
import { NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Namespace } from '../../locales/i18n.ts';
import { useFormat } from '../format/use-format.ts';

export type FieldValue = string | number | boolean | string[] | null | undefined;
export type FieldValues = Record<string, FieldValue>;

/** What a form starts with, given what is stored. */
export function fillDefaults(fields: readonly FormField[], stored: FieldValues = {}): FieldValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, stored[field.name] ?? field.default ?? undefined]),
  );
}

/** Names of required fields that are empty. */
export function findMissingFields(fields: readonly FormField[], values: FieldValues): string[] {
  return fields
    .filter(({ name, required }) => {
      const value = values[name];
      return (
        required &&
        (value === undefined ||
          value === null ||
          value === '' ||
          (Array.isArray(value) && value.length === 0))
      );
    })
    .map(({ name }) => name);
}

type Props = {
  fields: readonly FormField[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** For fields that bring no texts of their own: `label`, `description` and `placeholder` under `<prefix>.<field>`. */
  texts?: { namespace: Namespace; prefix: string };
  errors?: Record<string, ReactNode>;
  /** Descriptions in place of those of the catalogue. */
  hints?: Record<string, ReactNode>;
  readOnly?: boolean;
};

/** Draws the options of a method, component or provider as its catalogue entry describes them. */
export function SchemaForm({ fields, ...rest }: Props) {
  return fields.map((field) => <SchemaField key={field.name} field={field} {...rest} />);
}

function SchemaField({
  field,
  values,
  onChange,
  texts,
  errors,
  hints,
  readOnly = false,
}: Omit<Props, 'fields'> & { field: FormField }) {
  const { i18n } = useTranslation();
  const format = useFormat();
  const find = (key: string): string | undefined => {
    const path = texts && `${texts.namespace}:${texts.prefix}.${field.name}.${key}`;
    return path && i18n.exists(path) ? i18n.t(path as 'productName') : undefined;
  };
  const value = values[field.name];
  const set = (next: FieldValue) => onChange({ ...values, [field.name]: next });
  const common = {
    label: field.label ?? find('label') ?? field.name,
    description: hints?.[field.name] ?? field.description ?? find('description'),
    placeholder: find('placeholder'),
    error: errors?.[field.name],
    withAsterisk: field.required,
    disabled: readOnly,
  };
  switch (field.widget) {
    case 'switch':
      return (
        <Switch
          label={common.label}
          description={common.description}
          error={common.error}
          disabled={readOnly}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          min={field.min}
          max={field.max}
          step={field.step}
          {...format.separators}
          onChange={(next) => set(next === '' ? undefined : Number(next))}
        />
      );
    case 'select':
      return (
        <Select
          {...common}
          value={typeof value === 'string' ? value : null}
          data={(field.choices ?? []).map((choice, index) => ({
            value: choice,
            label: field.choiceLabels?.[index] ?? choice,
          }))}
          allowDeselect={!field.required}
          onChange={set}
        />
      );
    case 'tags':
      return <TagsInput {...common} value={Array.isArray(value) ? value : []} onChange={set} />;
    case 'textarea':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={12}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'password':
      return (
        <PasswordInput
          {...common}
          autoComplete="off"
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
  }
}
