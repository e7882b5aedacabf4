import type { FlowField, Json } from '@lectern/contract';
import { Button, Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { McpToolsSelect } from '../../../ui/form/mcp-tools-select.tsx';
import { type FieldValues, SchemaForm } from '../../../ui/form/schema-form.tsx';
import { CredentialField } from './credential-field.tsx';
import type { FlowValues } from './flow-values.ts';
import { ReferenceField } from './reference-field.tsx';
import { RemoteField } from './remote-field.tsx';
import { RowsField } from './rows-field.tsx';
import { TemplateField } from './template-field.tsx';

type Props = {
  fields: readonly FlowField[];
  values: FlowValues;
  onChange: (values: FlowValues) => void;
  /** What is wrong with an option, by its place: `categories.0.name`. */
  errors?: Record<string, string>;
  /** Of the form that this one is part of: `categories.0.`. */
  place?: string;
};

/** What a node that was not drawn here leaves open is what its component takes for it. */
const withDefaults = (fields: readonly FlowField[], values: FlowValues): FlowValues => ({
  ...Object.fromEntries(fields.map(({ name, default: given = null }) => [name, given])),
  ...values,
});

const isShown = ({ shownWhen }: FlowField, values: FlowValues) =>
  !shownWhen || shownWhen.values.some((value) => value === (values[shownWhen.option] ?? null));

/** Draws the options of a component as its catalogue entry describes them; what is rarely needed is folded. */
export function FlowForm({ fields, ...rest }: Props) {
  const { t } = useTranslation('flows');
  const [open, { toggle }] = useDisclosure(false);
  const shown = fields.filter((field) => isShown(field, withDefaults(fields, rest.values)));
  const advanced = shown.filter((field) => field.advanced);
  return (
    <Stack gap="md">
      {shown
        .filter((field) => !field.advanced)
        .map((field) => (
          <OptionField key={field.name} field={field} {...rest} />
        ))}
      {advanced.length > 0 && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            px={4}
            aria-expanded={open}
            leftSection={open ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
            onClick={toggle}
          >
            {t('form.more')}
          </Button>
          <Collapse expanded={open}>
            <Stack gap="md" pt="sm">
              {advanced.map((field) => (
                <OptionField key={field.name} field={field} {...rest} />
              ))}
            </Stack>
          </Collapse>
        </div>
      )}
    </Stack>
  );
}

function OptionField({
  field,
  values,
  onChange,
  errors = {},
  place = '',
}: Omit<Props, 'fields'> & { field: FlowField }) {
  const value = withDefaults([field], values)[field.name] ?? null;
  const set = (next: Json) => onChange({ ...values, [field.name]: next });
  const error = errors[`${place}${field.name}`];
  switch (field.widget) {
    case 'template':
    case 'code':
    case 'json':
      return (
        <TemplateField
          field={field}
          value={typeof value === 'string' ? value : ''}
          error={error}
          onChange={set}
        />
      );
    case 'reference':
      return (
        <ReferenceField
          field={field}
          value={typeof value === 'string' ? value : ''}
          error={error}
          onChange={set}
        />
      );
    case 'rows':
      return (
        <RowsField
          field={field}
          rows={Array.isArray(value) ? (value as FlowValues[]) : []}
          error={error}
          onChange={set}
          renderRow={(row, index, change) => (
            <FlowForm
              fields={field.fields ?? []}
              values={row}
              onChange={change}
              errors={errors}
              place={`${place}${field.name}.${index}.`}
            />
          )}
        />
      );
    case 'knowledge_bases':
    case 'chat_model':
    case 'rerank_model':
    case 'assistant':
    case 'flow':
      return <RemoteField field={field} widget={field.widget} value={value} error={error} onChange={set} />;
    case 'mcp_tools':
      return (
        <McpToolsSelect
          label={field.label ?? ''}
          description={field.description}
          error={error}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={set}
        />
      );
    case 'credential':
      return (
        <CredentialField
          field={field}
          value={typeof value === 'string' ? value : null}
          error={error}
          onChange={set}
        />
      );
    default: {
      const { widget, default: _, ...plain } = field;
      return (
        <SchemaForm
          fields={[{ ...plain, widget }]}
          values={{ [field.name]: value } as FieldValues}
          onChange={(next) => set((next[field.name] ?? null) as Json)}
          {...(error ? { errors: { [field.name]: error } } : {})}
        />
      );
    }
  }
}
