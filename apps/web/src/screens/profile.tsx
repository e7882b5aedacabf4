import { useTranslation } from 'react-i18next';
import { useMe } from '../api/me.ts';
import { ProfileForm } from '../features/account/profile-form.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function Screen() {
  const { t } = useTranslation('shell');
  const me = useMe();
  return (
    <>
      <PageHeader title={t('settings.profile')} description={t('profile.text')} />
      <ProfileForm key={me.id} me={me} />
    </>
  );
}
