import { useTranslation } from 'react-i18next';
import { useMe } from '../api/me.ts';
import { ProfileForm } from '../features/account/profile-form.tsx';
import { RefusedHere } from '../features/account/refused-here.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function Screen() {
  const { t } = useTranslation(['account', 'shell']);
  const me = useMe();
  return (
    <>
      <PageHeader title={t('shell:settings.profile')} description={t('profile.text')} />
      {me.impersonation ? <RefusedHere reason="impersonation" /> : <ProfileForm key={me.id} me={me} />}
    </>
  );
}
