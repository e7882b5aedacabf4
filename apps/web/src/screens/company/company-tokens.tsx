import { Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { ApiTokens } from '../../features/api-tokens/api-tokens.tsx';
import { McpClients } from '../../features/api-tokens/mcp-clients.tsx';
import { OpenAiAccess } from '../../features/api-tokens/open-ai-access.tsx';
import { Usage } from '../../features/usage/usage.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ScopeSwitch } from '../../ui/layout/scope-switch.tsx';

const path = '/user-setting/company_tokens';

export function Screen() {
  const { t } = useTranslation('usage');
  const { company } = useMe();
  const { tab, ...view } = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t('tokens.title')}
        description={t('tokens.text', { company: company.name })}
        actions={
          <ScopeSwitch
            own="/user-setting/company_tokens"
            all="/user-setting/admin_tokens"
            permission="SettingsAdminTokens"
          />
        }
      />
      <Tabs
        value={tab ?? 'usage'}
        onChange={(next) =>
          void navigate({ to: path, search: next === 'api' ? { tab: 'api' } : {}, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={t('tabs.label')}>
          <Tabs.Tab value="usage">{t('tabs.usage')}</Tabs.Tab>
          <Tabs.Tab value="api">{t('tabs.apiTokens')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="usage">
          <Usage
            kind="tokens"
            scope="company"
            view={view}
            onView={(search, narrowed) =>
              void navigate({ to: path, search, replace: !narrowed, resetScroll: false })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="api">
          <ApiTokens />
          <Stack gap={0} mt="xl">
            <OpenAiAccess />
            <McpClients />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
