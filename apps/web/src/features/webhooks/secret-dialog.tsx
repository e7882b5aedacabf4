import { Alert, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { DialogActions } from '../../ui/form/dialog-actions.tsx';

/** Shows a secret once. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      size="lg"
      title={t('secret.title')}
      // It cannot be shown again: a click outside must not close it.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="lg">
        <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
          {t('secret.text')}
        </Alert>
        <CopyField label={t('secret.label')} value={secret ?? ''} />
        <DialogActions label={t('secret.done')} onConfirm={onClose} />
      </Stack>
    </Modal>
  );
}
