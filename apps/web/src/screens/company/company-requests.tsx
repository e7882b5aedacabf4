import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { RequestLimits } from '../../features/usage/request-limits.tsx';
import { Usage } from '../../features/usage/usage.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ScopeSwitch } from '../../ui/layout/scope-switch.tsx';

const path = '/user-setting/company_requests';

export function Screen() {
  const { t } = useTranslation('usage');
  const { company } = useMe();
  const view = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t('requests.title')}
        description={t('requests.text', { company: company.name })}
        actions={
          <ScopeSwitch
            own="/user-setting/company_requests"
            all="/user-setting/admin_requests"
            permission="SettingsAdminRequests"
          />
        }
      />
      <RequestLimits />
      <Usage
        kind="requests"
        scope="company"
        view={view}
        onView={(search, narrowed) =>
          void navigate({ to: path, search, replace: !narrowed, resetScroll: false })
        }
      />
    </>
  );
}
