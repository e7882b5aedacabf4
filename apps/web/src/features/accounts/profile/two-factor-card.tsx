import { type Challenge, changeTwoFactor, type Me, requestTwoFactorChange } from '@lectern/contract';
import { Badge, Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/feedback/notify.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { CodeForm } from '../code/code-form.tsx';

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
      {/* A click outside the dialog must not discard a code that is on its way. */}
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
  if (!challenge) return <PasswordStep enabled={enabled} onChallenge={setChallenge} onClose={onClose} />;
  return (
    <CodeForm
      endpoint={changeTwoFactor}
      challenge={challenge}
      onChallenge={setChallenge}
      onChanged={(me) => {
        notify('success', t(me.twoFactor ? 'security.turnedOn' : 'security.turnedOff'));
        onClose();
      }}
      onCancel={onClose}
    />
  );
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
  const { t } = useTranslation(['account', 'login']);
  const form = useApiForm(requestTwoFactorChange, {
    initialValues: { currentPassword: '' },
    toBody: ({ currentPassword }) => ({ enabled, currentPassword }),
    messages: { currentPassword: t('login:password.currentRequired') },
    errorFields: { 'account.current_password_wrong': 'currentPassword' },
    onSuccess: onChallenge,
  });
  return (
    <ApiForm form={form} submitLabel={t('security.next')} onCancel={onClose}>
      <Text c="dimmed">{t(enabled ? 'security.turnOnText' : 'security.turnOffText')}</Text>
      <PasswordInput
        label={t('login:password.current')}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('login:showPassword') }}
        {...form.field('currentPassword')}
      />
    </ApiForm>
  );
}
