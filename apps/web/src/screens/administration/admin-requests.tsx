import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Usage } from '../../features/usage/usage.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ScopeSwitch } from '../../ui/layout/scope-switch.tsx';

const path = '/user-setting/admin_requests';

export function Screen() {
  const { t } = useTranslation('usage');
  const view = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t('requests.adminTitle')}
        description={t('requests.adminText')}
        actions={
          <ScopeSwitch
            own="/user-setting/company_requests"
            all="/user-setting/admin_requests"
            permission="SettingsAdminRequests"
          />
        }
      />
      <Usage
        kind="requests"
        scope="admin"
        view={view}
        onView={(search, narrowed) =>
          void navigate({ to: path, search, replace: !narrowed, resetScroll: false })
        }
      />
    </>
  );
}
