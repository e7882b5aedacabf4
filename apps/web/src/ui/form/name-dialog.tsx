import type { Endpoint, ParamsOf, ResponseOf } from '@lectern/contract';
import { Modal, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../locales/i18n.ts';
import { ApiForm } from './api-form.tsx';
import { useApiForm } from './use-api-form.ts';

type NameFormProps<E extends Endpoint> = {
  /** The call that takes the name; its schema checks it. */
  endpoint: E;
  params?: ParamsOf<E>;
  /** Sent with the name. */
  extra?: Record<string, unknown>;
  initialName?: string;
  label?: string;
  description?: string;
  placeholder?: string;
  submitLabel?: string;
  /** Selects what is before the file's ending, so that typing keeps the ending. */
  keepsEnding?: boolean;
  invalidates: readonly Endpoint[];
  successMessage?: TextKey;
  onSaved?: (result: ResponseOf<E>) => unknown;
  onClose: () => void;
};

type NameDialogProps<E extends Endpoint> = NameFormProps<E> & { opened: boolean; title: string };

/** Asks for the name of something new, or for another name. */
export function NameDialog<E extends Endpoint>({ opened, title, ...form }: NameDialogProps<E>) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title}>
      <NameForm {...form} />
    </Modal>
  );
}

function NameForm<E extends Endpoint>(props: NameFormProps<E>) {
  const { endpoint, params, extra, initialName = '', keepsEnding = false, onClose } = props;
  const { t } = useTranslation('shell');
  const form = useApiForm(endpoint, {
    initialValues: { name: initialName },
    params,
    toBody: ({ name }) => ({ ...extra, name: name.trim() }) as never,
    invalidates: props.invalidates,
    successMessage: props.successMessage,
    onSuccess: async (result) => {
      await props.onSaved?.(result);
      onClose();
    },
  });
  return (
    <ApiForm form={form} submitLabel={props.submitLabel} onCancel={onClose}>
      <TextInput
        label={props.label ?? t('fields.name')}
        description={props.description}
        placeholder={props.placeholder}
        withAsterisk
        data-autofocus
        {...form.field('name')}
        onFocus={({ currentTarget }) => {
          const dot = keepsEnding ? currentTarget.value.lastIndexOf('.') : -1;
          currentTarget.setSelectionRange(0, dot > 0 ? dot : currentTarget.value.length);
        }}
      />
    </ApiForm>
  );
}
