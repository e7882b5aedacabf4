import {
  createInvitation,
  getPublicSettings,
  invitationDays,
  levels,
  listInvitations,
} from '@lectern/contract';
import { Alert, Button, Modal, Text, TextInput } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { WithinLimit } from '../../../ui/feedback/within-limit.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { LevelChoice } from './level-choice.tsx';
import { memberQueries } from './member-queries.ts';
import { UsersLimit } from './users-limit.tsx';

export function InviteButton({ variant }: { variant?: 'default' }) {
  const { t } = useTranslation('company');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconMailPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('invite.button')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('invite.title')} size={520}>
        <WithinLimit quota="users" onClose={() => setOpened(false)}>
          <InviteForm close={() => setOpened(false)} />
        </WithinLimit>
      </Modal>
    </>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const { t } = useTranslation('company');
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: 5 * 60_000 });
  const mailMissing = settings?.mailConfigured === false;
  const form = useApiForm(createInvitation, {
    initialValues: { email: '', level: levels.USER as number },
    errorFields: { 'member.exists': 'email', 'invitation.exists': 'email' },
    invalidates: [listInvitations, ...memberQueries],
    onSuccess: () => {
      notify('success', t(mailMissing ? 'invite.stored' : 'invite.sent'));
      close();
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('invite.send')} onCancel={close} gap="lg">
      <Text c="dimmed">{t('invite.text', { count: invitationDays })}</Text>
      <TextInput
        label={t('invite.email')}
        placeholder={t('invite.emailPlaceholder')}
        type="email"
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...form.field('email')}
      />
      <LevelChoice
        label={t('invite.level')}
        value={form.values.level}
        onChange={(level) => form.setFieldValue('level', level)}
      />
      <UsersLimit />
      {mailMissing && (
        <Alert color="yellow" role="note">
          {t('invite.noMail')}
        </Alert>
      )}
    </ApiForm>
  );
}
