import { useTranslation } from 'react-i18next';
import { SystemStatus } from '../features/system/system-status.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function Screen() {
  const { t } = useTranslation('shell');
  return (
    <>
      <PageHeader title={t('settings.system')} description={t('system.text')} />
      <SystemStatus />
    </>
  );
}
