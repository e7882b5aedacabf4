import { Alert } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../api/me.ts';
import { PasswordForm } from '../features/account/password-form.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function Screen() {
  const { t } = useTranslation('shell');
  const me = useMe();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('settings.password')} description={t('password.text')} />
      {me.mustChangePassword && (
        <Alert
          role="note"
          color="yellow"
          icon={<IconKey aria-hidden />}
          mb="lg"
          maw={620}
          title={t('home.passwordTitle')}
        >
          {t('home.passwordText')}
        </Alert>
      )}
      <PasswordForm onChanged={me.mustChangePassword ? () => void navigate({ to: '/home' }) : undefined} />
    </>
  );
}
