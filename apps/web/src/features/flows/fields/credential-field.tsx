import { createFlowCredential, type FlowField, type Json, listFlowCredentials } from '@lectern/contract';
import { Button, Modal, PasswordInput, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';

type Props = {
  field: FlowField;
  value: string | null;
  error: string | undefined;
  onChange: (value: Json) => void;
};

/** A secret of the company for an outside service: one that is stored, or a new one. Stored secrets are never shown. */
export function CredentialField({ field, value, error, onChange }: Props) {
  const { t } = useTranslation('flows');
  const [adding, { open, close }] = useDisclosure(false);
  const { data } = useApiQuery(listFlowCredentials, {});
  return (
    <div>
      <Select
        label={field.label}
        description={field.description}
        error={error}
        withAsterisk={field.required}
        searchable
        clearable
        data={(data?.items ?? []).map(({ id, name, host }) => ({ value: id, label: `${name} · ${host}` }))}
        value={value}
        nothingFoundMessage={t('credentials.none')}
        onChange={onChange}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        mt={4}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={open}
      >
        {t('credentials.add')}
      </Button>
      <Modal opened={adding} onClose={close} title={t('credentials.add')}>
        <NewCredential onAdded={onChange} onClose={close} />
      </Modal>
    </div>
  );
}

function NewCredential({ onAdded, onClose }: { onAdded: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation(['flows', 'shell']);
  const form = useApiForm(createFlowCredential, {
    initialValues: { name: '', host: '', secret: '' },
    invalidates: [listFlowCredentials],
    successMessage: 'flows:credentials.added',
    onSuccess: ({ id }) => {
      onAdded(id);
      onClose();
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('credentials.add')} onCancel={onClose}>
      <TextInput label={t('shell:fields.name')} withAsterisk data-autofocus {...form.field('name')} />
      <TextInput
        label={t('credentials.host')}
        description={t('credentials.hostHint')}
        withAsterisk
        {...form.field('host')}
      />
      <PasswordInput
        label={t('credentials.secret')}
        description={t('credentials.secretHint')}
        autoComplete="off"
        withAsterisk
        {...form.field('secret')}
      />
    </ApiForm>
  );
}
