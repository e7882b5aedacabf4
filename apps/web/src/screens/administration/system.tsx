import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PlatformAudit } from '../../features/audit/platform-audit.tsx';
import { Outbox } from '../../features/mails/outbox.tsx';
import { SystemStatus } from '../../features/system/system-status.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import type { SystemSearch, SystemTab } from './administration-search.ts';

export function Screen() {
  const { t } = useTranslation(['administration', 'shell']);
  const { tab = 'status', page = 1, state, ...audit } = useSearch({ from: '/user-setting/system' });
  const navigate = useNavigate();
  const go = (search: SystemSearch, replace: boolean) =>
    void navigate({ to: '/user-setting/system', search, replace, resetScroll: false });
  const change = (changes: Partial<SystemSearch>) =>
    void navigate({
      to: '/user-setting/system',
      search: (before) => ({ ...(before as SystemSearch), ...changes }),
      replace: true,
      resetScroll: changes.page !== undefined,
    });
  return (
    <>
      <PageHeader title={t('shell:settings.system')} description={t('system.text')} />
      <Tabs
        value={tab}
        onChange={(next) => next && go({ tab: next as SystemTab }, false)}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={t('tabs.label')}>
          <Tabs.Tab value="status">{t('tabs.status')}</Tabs.Tab>
          <Tabs.Tab value="mail">{t('tabs.mail')}</Tabs.Tab>
          <Tabs.Tab value="audit">{t('tabs.audit')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="status">
          <SystemStatus onOpenOutbox={() => go({ tab: 'mail' }, false)} />
        </Tabs.Panel>
        <Tabs.Panel value="mail">
          <Outbox view={{ state, page }} onView={change} />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <PlatformAudit
            view={{ ...audit, page }}
            onView={change}
            onClear={() => go({ tab: 'audit' }, true)}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
