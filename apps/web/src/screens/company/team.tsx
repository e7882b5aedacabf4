import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { Activity } from '../../features/companies/members/activity.tsx';
import { InviteButton } from '../../features/companies/members/invite-dialog.tsx';
import { Members } from '../../features/companies/members/members.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton } from '../../ui/link.tsx';

const path = '/user-setting/team';

export function Screen() {
  const { t } = useTranslation(['company', 'shell']);
  const { company } = useMe();
  const { tab, ...view } = useSearch({ from: path });
  const navigate = useNavigate();
  const change = (changes: Partial<typeof view>) =>
    void navigate({ to: path, search: { tab, ...view, ...changes }, replace: true });
  return (
    <>
      <PageHeader
        title={t('shell:settings.team')}
        description={
          company.kind === 'personal' ? t('team.personalText') : t('team.text', { company: company.name })
        }
        actions={
          <>
            <LinkButton variant="default" to="/user-setting/company_createuser">
              {t('team.createUser')}
            </LinkButton>
            <InviteButton />
          </>
        }
      />
      <Tabs
        value={tab ?? 'members'}
        onChange={(next) =>
          void navigate({ to: path, search: next === 'activity' ? { tab: 'activity' } : {}, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={t('team.tabs')}>
          <Tabs.Tab value="members">{t('team.members')}</Tabs.Tab>
          <Tabs.Tab value="activity">{t('team.activity')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members">
          <Members search={view.search} page={view.page} onView={change} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity
            view={{ ...view, page: view.page ?? 1 }}
            onView={change}
            onClear={() => void navigate({ to: path, search: { tab: 'activity' }, replace: true })}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
