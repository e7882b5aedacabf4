import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Usage } from '../../features/usage/usage.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ScopeSwitch } from '../../ui/layout/scope-switch.tsx';

const path = '/user-setting/admin_tokens';

export function Screen() {
  const { t } = useTranslation('usage');
  const view = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t('tokens.adminTitle')}
        description={t('tokens.adminText')}
        actions={
          <ScopeSwitch
            own="/user-setting/company_tokens"
            all="/user-setting/admin_tokens"
            permission="SettingsAdminTokens"
          />
        }
      />
      <Usage
        kind="tokens"
        scope="admin"
        view={view}
        onView={(search, narrowed) =>
          void navigate({ to: path, search, replace: !narrowed, resetScroll: false })
        }
      />
    </>
  );
}
