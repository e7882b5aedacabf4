import { Alert } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { AccountLockedNotice, findLockReason } from '../../features/accounts/account-locked-notice.tsx';
import { PasswordForm } from '../../features/accounts/profile/password-form.tsx';
import { TwoFactorCard } from '../../features/accounts/profile/two-factor-card.tsx';
import { SessionsCard } from '../../features/accounts/sessions/sessions-card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

export function Screen() {
  const { t } = useTranslation(['account', 'login', 'shell']);
  const me = useMe();
  const navigate = useNavigate();
  const refused = findLockReason(me);
  return (
    <>
      <PageHeader
        title={t(me.mustChangePassword ? 'shell:settings.password' : 'security.title')}
        description={me.mustChangePassword ? undefined : t('security.text')}
      />
      {refused ? (
        <AccountLockedNotice reason={refused} />
      ) : me.mustChangePassword ? (
        <>
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
          <PasswordForm onChanged={() => void navigate({ to: '/home' })} />
        </>
      ) : (
        <>
          <SectionCard title={t('security.passwordTitle')} description={t('login:password.text')}>
            <PasswordForm />
          </SectionCard>
          <TwoFactorCard me={me} />
          <SessionsCard />
        </>
      )}
    </>
  );
}
