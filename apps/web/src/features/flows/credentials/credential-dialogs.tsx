import {
  createFlowCredential,
  type FlowCredential,
  listFlowCredentials,
  updateFlowCredential,
} from '@lectern/contract';
import { Modal, PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';

/** Stores a new secret. */
export function NewCredentialDialog({
  opened,
  onAdded,
  onClose,
}: {
  opened: boolean;
  onAdded?: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('flows');
  return (
    <Modal opened={opened} onClose={onClose} title={t('credentials.add')}>
      <NewCredential onAdded={onAdded} onClose={onClose} />
    </Modal>
  );
}

function NewCredential({
  onAdded,
  onClose,
}: {
  onAdded: ((id: string) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['flows', 'shell']);
  const form = useApiForm(createFlowCredential, {
    initialValues: { name: '', host: '', secret: '' },
    invalidates: [listFlowCredentials],
    successMessage: 'flows:credentials.added',
    messages: { host: t('credentials.wrongHost') },
    onSuccess: ({ id }) => {
      onAdded?.(id);
      onClose();
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('credentials.store')} onCancel={onClose}>
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
        autoComplete="new-password"
        withAsterisk
        {...form.field('secret')}
      />
    </ApiForm>
  );
}

/** Puts another secret in the place of the stored one. Another host needs one in any case. */
export function ReplaceSecretDialog({
  credential,
  onClose,
}: {
  credential: FlowCredential | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('flows');
  return (
    <Modal
      opened={credential !== undefined}
      onClose={onClose}
      title={t('credentials.replaceTitle', { name: credential?.name })}
    >
      {credential && <ReplaceSecret credential={credential} onClose={onClose} />}
    </Modal>
  );
}

function ReplaceSecret({ credential, onClose }: { credential: FlowCredential; onClose: () => void }) {
  const { t } = useTranslation('flows');
  const form = useApiForm(updateFlowCredential, {
    params: { flowCredentialId: credential.id },
    initialValues: { host: credential.host, secret: '' },
    invalidates: [listFlowCredentials],
    successMessage: 'flows:credentials.replaced',
    messages: { host: t('credentials.wrongHost') },
    onSuccess: onClose,
  });
  return (
    <ApiForm form={form} submitLabel={t('credentials.replace')} onCancel={onClose}>
      <TextInput
        label={t('credentials.host')}
        description={t('credentials.hostHint')}
        withAsterisk
        {...form.field('host')}
      />
      <PasswordInput
        label={t('credentials.newSecret')}
        description={t('credentials.secretHint')}
        autoComplete="new-password"
        withAsterisk
        data-autofocus
        {...form.field('secret')}
      />
    </ApiForm>
  );
}
