import { type Challenge, changeTwoFactor, type Me, requestTwoFactorChange } from '@lectern/contract';
import { Badge, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { CallError } from '../code/call-error.tsx';
import { CodeForm } from '../code/code-form.tsx';
import { useUpdateMe } from '../use-update-me.ts';

/** The mailed code at sign-in: what it is, whether it is on, and the two steps of switching it. */
export function TwoFactorCard({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const [opened, setOpened] = useState(false);
  return (
    <SectionCard title={t('security.twoFactorTitle')} description={t('security.twoFactorText')}>
      <Group gap="sm">
        <Badge color={me.twoFactor ? 'green' : 'gray'} size="lg">
          {t(me.twoFactor ? 'security.on' : 'security.off')}
        </Badge>
        <Button variant={me.twoFactor ? 'default' : 'filled'} onClick={() => setOpened(true)}>
          {t(me.twoFactor ? 'security.turnOff' : 'security.turnOn')}
        </Button>
      </Group>
      {!me.twoFactor && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('security.companyMayAsk')}
        </Text>
      )}
      {/* A code on its way is not thrown away by a click beside the dialog. */}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(me.twoFactor ? 'security.turnOffTitle' : 'security.turnOnTitle')}
        closeOnClickOutside={false}
      >
        <Steps enabled={!me.twoFactor} onClose={() => setOpened(false)} />
      </Modal>
    </SectionCard>
  );
}

function Steps({ enabled, onClose }: { enabled: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const change = useUpdateMe(changeTwoFactor, {
    handlesError: true,
    onSuccess: (me) => {
      notify('success', t(me.twoFactor ? 'security.turnedOn' : 'security.turnedOff'));
      onClose();
    },
  });
  if (!challenge) return <PasswordStep enabled={enabled} onChallenge={setChallenge} onClose={onClose} />;
  return <CodeForm challenge={challenge} onChallenge={setChallenge} call={change} onCancel={onClose} />;
}

function PasswordStep({
  enabled,
  onChallenge,
  onClose,
}: {
  enabled: boolean;
  onChallenge: (challenge: Challenge) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['account', 'login', 'shell']);
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (value) => (value === '' ? t('login:password.currentRequired') : null) },
  });
  const request = useApiMutation(requestTwoFactorChange, {
    handlesError: true,
    onSuccess: onChallenge,
    onError: (error) => {
      if (error.code === 'account.current_password_wrong')
        form.setFieldError('currentPassword', describeError(error));
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ currentPassword }) =>
        request.mutate({ body: { enabled, currentPassword } }),
      )}
    >
      <Stack gap="md">
        <Text c="dimmed">{t(enabled ? 'security.turnOnText' : 'security.turnOffText')}</Text>
        {request.error?.code !== 'account.current_password_wrong' && <CallError error={request.error} />}
        <PasswordInput
          label={t('login:password.current')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('login:showPassword') }}
          {...form.getInputProps('currentPassword')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={request.isPending}>
            {t('security.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
