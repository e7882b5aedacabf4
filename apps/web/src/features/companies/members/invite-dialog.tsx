import {
  createInvitation,
  getPublicSettings,
  invitationDays,
  levels,
  listInvitations,
} from '@lectern/contract';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { looksLikeEmail } from './email.ts';
import { LevelChoice } from './level-choice.tsx';
import { changesPeople } from './member-queries.ts';
import { UsersLimit } from './users-limit.tsx';

/** Errors that are about the address and stand at it. */
const ofAddress: readonly ApiErrorCode[] = ['member.exists', 'invitation.exists', 'request.invalid'];

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
        <InviteForm close={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['company', 'shell']);
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: 5 * 60_000 });
  const form = useForm({
    initialValues: { email: '', level: levels.USER as number },
    validate: { email: (value) => (looksLikeEmail(value) ? null : t('invite.emailInvalid')) },
  });
  const invite = useApiMutation(createInvitation, {
    invalidates: [listInvitations, ...changesPeople],
    handlesError: true,
    onSuccess: () => {
      notify('success', settings?.mailConfigured === false ? t('invite.stored') : t('invite.sent'));
      close();
    },
    onError: (error) => {
      if (ofAddress.includes(error.code)) form.setFieldError('email', describeError(error));
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email, level }) => invite.mutate({ body: { email: email.trim(), level } }),
        () => form.getInputNode('email')?.focus(),
      )}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t('invite.text', { count: invitationDays })}</Text>
        <TextInput
          label={t('invite.email')}
          placeholder={t('invite.emailPlaceholder')}
          type="email"
          autoComplete="off"
          maxLength={254}
          withAsterisk
          data-autofocus
          {...form.getInputProps('email')}
        />
        <LevelChoice
          label={t('invite.level')}
          value={form.values.level}
          onChange={(level) => form.setFieldValue('level', level)}
        />
        <UsersLimit />
        {settings?.mailConfigured === false && (
          <Alert color="yellow" role="note">
            {t('invite.noMail')}
          </Alert>
        )}
        {invite.isError && !ofAddress.includes(invite.error.code) && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(invite.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {t('invite.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
