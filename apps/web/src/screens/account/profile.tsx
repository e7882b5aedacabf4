import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { AccountLockedNotice } from '../../features/accounts/account-locked-notice.tsx';
import { ProfileForm } from '../../features/accounts/profile/profile-form.tsx';
import { MyShares } from '../../features/conversations/share/my-shares.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Screen() {
  const { t } = useTranslation(['account', 'shell']);
  const me = useMe();
  return (
    <>
      <PageHeader title={t('shell:settings.profile')} description={t('profile.text')} />
      {me.impersonation ? (
        <AccountLockedNotice reason="impersonation" />
      ) : (
        <>
          <ProfileForm key={me.id} me={me} />
          <MyShares />
        </>
      )}
    </>
  );
}
