import { importLocalModel, listLocalModels } from '@lectern/contract';
import { Modal, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';

/** Asks for a file or folder of the server's import folder. */
export function ImportModelDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('models');
  return (
    <Modal opened={opened} onClose={onClose} title={t('local.importTitle')}>
      <ImportForm onClose={onClose} />
    </Modal>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('models');
  const form = useApiForm(importLocalModel, {
    initialValues: { path: '' },
    toBody: ({ path }) => ({ path: path.trim() }),
    invalidates: [listLocalModels],
    onSuccess: onClose,
  });
  return (
    <ApiForm form={form} submitLabel={t('local.install')} onCancel={onClose}>
      <TextInput
        label={t('local.path')}
        description={t('local.pathText')}
        withAsterisk
        data-autofocus
        {...form.field('path')}
      />
    </ApiForm>
  );
}
