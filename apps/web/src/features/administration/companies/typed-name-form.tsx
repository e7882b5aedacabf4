import type { Endpoint, ParamsOf, ResponseOf } from '@lectern/contract';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TextKey } from '../../../locales/i18n.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';

type TypedNameFormProps<E extends Endpoint> = {
  /** Takes the typed name. */
  endpoint: E;
  params: ParamsOf<E>;
  invalidates?: readonly Endpoint[];
  successMessage?: TextKey;
  /** What must be typed, as it is. */
  name: string;
  label: string;
  confirmLabel: string;
  destructive?: boolean;
  onConfirmed: (result: ResponseOf<E>) => unknown;
  onCancel: () => void;
  children: ReactNode;
};

/** Asks for the name of what a far-reaching step is about: nobody types that by accident. */
export function TypedNameForm<E extends Endpoint>(props: TypedNameFormProps<E>) {
  const { endpoint, name, children, onConfirmed, ...rest } = props;
  const form = useApiForm(endpoint, {
    initialValues: { name: '' },
    params: rest.params,
    toBody: (values) => ({ name: values.name.trim() }) as never,
    invalidates: rest.invalidates,
    successMessage: rest.successMessage,
    onSuccess: onConfirmed,
  });
  return (
    <ApiForm
      form={form}
      submitLabel={rest.confirmLabel}
      destructive={rest.destructive}
      disabled={form.values.name.trim() !== name.trim()}
      onCancel={rest.onCancel}
    >
      {children}
      <TextInput
        label={rest.label}
        description={<strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>}
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
    </ApiForm>
  );
}
