import { Alert, Box } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe, usePermission } from '../../api/me.ts';
import { InvitationsCard } from '../../features/accounts/invitations/invitations-card.tsx';
import { LimitNotices } from '../../features/home/limit-notices.tsx';
import { LimitsCard } from '../../features/home/limits-card.tsx';
import { NextSteps } from '../../features/home/next-steps.tsx';
import { RecentAssistants } from '../../features/home/recent-assistants.tsx';
import { RecentBases } from '../../features/home/recent-bases.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton } from '../../ui/link.tsx';
import classes from './home.module.css';

export function Screen() {
  const { t } = useTranslation(['account', 'login', 'shell']);
  const me = useMe();
  const mayBuild = usePermission('Knowledge');
  return (
    <>
      <PageHeader
        title={t('home.welcome', { name: me.username })}
        pageTitle={t('shell:nav.home')}
        description={t('home.text')}
      />
      {me.mustChangePassword ? (
        <Alert
          role="note"
          color="yellow"
          icon={<IconKey aria-hidden />}
          title={t('home.passwordTitle')}
          maw={720}
        >
          <Box component="p" mt={0} mx={0} mb={16}>
            {t('home.passwordText')}
          </Box>
          <LinkButton to="/user-setting/password">{t('login:password.change')}</LinkButton>
        </Alert>
      ) : (
        <>
          <InvitationsCard />
          <LimitNotices />
          <div className={classes.columns}>
            <div>
              {mayBuild && <NextSteps />}
              <RecentAssistants />
              {mayBuild && <RecentBases />}
            </div>
            <LimitsCard />
          </div>
        </>
      )}
    </>
  );
}
